// The table's own screen, live. It also asks anew now and then, for the PIN comes and goes with the table's OK button.

import { follow } from './live.js'
import { newest, refresh } from './page.js'

const chip = document.getElementById('age')

function age(state, words) {
  if (chip.textContent !== words) chip.textContent = words
  chip.dataset.age = state
}

follow({ newest, age })
setInterval(() => document.hidden || refresh(), 4000)
