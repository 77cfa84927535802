// What the page asks and says: the PIN, yes or no, a card, and one sentence at a time.

import { word } from './words.js'

const part = (id) => document.getElementById(id)
let silence = 0

export function say(sentence) {
  const place = part('say')
  place.textContent = sentence
  place.hidden = false
  clearTimeout(silence)
  silence = setTimeout(() => { place.hidden = true }, Math.max(4000, sentence.length * 90))
}

function opened(dialog) {
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true }))
}

export async function isSure(question) {
  part('confirm-text').textContent = question
  return (await opened(part('confirm'))) === 'yes'
}

// The code of a card, or '' if nobody chose; with `was` perhaps what it was instead. Only suits of this game are offered,
// and with `onlyUnseen` only cards that can still come. `seen`: the address of its picture.
export function pickCard(title, { onlyUnseen = false, was = false, seen = '' } = {}) {
  const gone = onlyUnseen ? part('board').dataset.gone.split(' ') : []
  part('pick-title').textContent = title
  part('pick-was').hidden = !was
  part('pick-seen').replaceChildren(...(seen ? [pictured(seen)] : []))
  for (const button of part('pick').querySelectorAll('[data-suit]')) {
    button.hidden = !part(`pile-${button.dataset.suit}`)
    button.disabled = gone.includes(button.value)
  }
  return opened(part('pick'))
}

function pictured(address) {
  const picture = new Image(63, 88)
  picture.src = address
  picture.alt = word('seen')
  return picture
}

// Asks for the PIN until it is right: whether this phone may change things now. At `/api/unlock` it unlocks the table.
export function askPin(address = '/api/join') {
  const dialog = part('ask-pin')
  const form = dialog.querySelector('form')
  const field = part('pin')
  part('pin-wrong').textContent = ''
  field.value = ''
  form.onsubmit = async (event) => {
    event.preventDefault()
    const why = await join(field.value.trim(), address)
    if (why === null) dialog.close('yes')
    else {
      part('pin-wrong').textContent = why
      field.select()
    }
  }
  return opened(dialog).then((answer) => answer === 'yes')
}

// Buys the cookie: null, or the sentence why not.
export async function join(pin, address = '/api/join') {
  try {
    const response = await fetch(address, { method: 'POST', body: JSON.stringify({ pin }) })
    return response.ok ? null : (await response.json()).error
  } catch {
    return word('unreachable')
  }
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-close]')
  if (button) button.closest('dialog').close('')
})
