// What comes about, for those who listen to the page: each thing is put once, as a sentence, into a log that is read out.
//
// Law: what stood there when the page was loaded is news to nobody, and what only moved on the page isn't read again.

const THINGS = '.told-as, .question > h2, .strip, .countdown, .ending'

let known = null

// Oldest first: events stand newest first, and a question, a final round or an ending comes of them.
function things() {
  const found = [...document.getElementById('board').querySelectorAll(THINGS)]
  const events = found.filter((one) => one.matches('.told-as')).reverse()
  return [...events, ...found.filter((one) => !one.matches('.told-as'))].map(told)
}

// An event is known by its number, too: who gives two clues is told of twice.
function told(one) {
  const text = sentence(one)
  return { text, key: one.matches('.told-as') ? `${one.closest('li').id} ${text}` : text }
}

// `innerText` would give what a style makes of it, in capitals. What is only drawn has no text.
function sentence(one) {
  const parts = one.matches('.countdown') ? one.querySelectorAll('.round, .turns, .then li') : one.children
  const whole = one.matches('.countdown, .ending') ? [...parts] : [one]
  const said = whole.map(words).filter(Boolean)
  return said.map((text) => (/[.!?:]$/.test(text) || said.length === 1 ? text : `${text}.`)).join(' ')
}

function words(one) {
  const apart = one.matches('.turns') ? [...one.children] : [one]
  return apart.map((part) => part.textContent).join(' ').trim().replace(/\s+/g, ' ')
}

function shown() {
  const now = things()
  const fresh = known ? now.filter(({ key }) => !known.has(key)) : []
  known = new Set(now.map(({ key }) => key))
  if (fresh.length) document.getElementById('aloud').replaceChildren(...fresh.map(({ text }) => line(text)))
}

function line(text) {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  return paragraph
}

export function aloud() {
  shown()
  document.addEventListener('shown', shown)
}
