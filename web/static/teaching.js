// The teaching page follows the work: while something is being learned it asks the server for itself anew.

import { show } from './camera.js'
import { refresh } from './page.js'

const board = document.getElementById('board')

setInterval(() => document.hidden || board.dataset.busy === 'no' || refresh(true), 1000)
show(document.querySelector('#view img'))
