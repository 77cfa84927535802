// The joining page asks anew now and then, for the PIN comes and goes with the table's OK button.

import { refresh } from './page.js'

setInterval(() => document.hidden || refresh(), 4000)
