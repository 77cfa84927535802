// The page, live. Without this script it shows the state it was loaded with.

import { listen } from './actions.js'
import { aloud } from './aloud.js'
import { join, say } from './dialogs.js'
import { follow } from './live.js'
import { newest } from './page.js'
import { signals } from './signals.js'
import { word } from './words.js'

const chip = document.getElementById('age')

function age(state, words) {
  if (chip.textContent !== words) chip.textContent = words
  chip.dataset.age = state
}

// The join code carries the PIN behind the #, where no server and no log sees it.
async function takePin() {
  const found = /^#pin=([^&]+)$/.exec(location.hash)
  if (!found) return
  history.replaceState(null, '', location.pathname)
  const why = await join(decodeURIComponent(found[1]))
  say(why ?? word('mayChange'))
}

listen()
signals()
aloud()
follow({ newest, age })
takePin()
addEventListener('hashchange', takePin)
