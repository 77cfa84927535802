// A past game line by line: keys, the slider and the links show another line without loading the page anew.
// Without this script each of them is a link or a form.

const PARTS = ['lying', 'where', 'card', 'steps', 'discards']
const page = document.getElementById('replay')
const slider = document.getElementById('turn')
let wanted = Number(page.dataset.n)
let isAsking = false

document.querySelector('#scrub button').hidden = true

// Only the newest wish counts: a slider drawn quickly asks once after each answer, not for every line on its way.
async function show(n) {
  wanted = Math.min(Math.max(n, 0), Number(page.dataset.last))
  slider.value = wanted
  if (isAsking) return
  isAsking = true
  try {
    while (wanted !== Number(page.dataset.n)) await fetched(wanted)
  } finally {
    isAsking = false
  }
}

async function fetched(n) {
  const address = `${location.pathname}?turn=${n}`
  let text
  try {
    const answer = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout?.(5000) })
    text = answer.ok ? await answer.text() : null
  } catch {
    text = null
  }
  if (text === null) {
    location.assign(address) // the browser says what is wrong
    wanted = Number(page.dataset.n)
    return
  }
  const next = new DOMParser().parseFromString(text, 'text/html')
  const focused = document.activeElement?.closest('#steps a')?.getAttribute('aria-label')
  for (const id of PARTS) document.getElementById(id).replaceChildren(...next.getElementById(id).childNodes)
  const said = next.getElementById('happened').textContent
  document.getElementById('happened').textContent = said
  page.dataset.n = n
  page.className = next.getElementById('replay').className
  if (focused) refocused(focused)
  history.replaceState(null, '', address)
  for (const back of document.getElementsByName('back')) back.value = address
}

// The link that was pressed is there again, unless there is nowhere further to go.
function refocused(label) {
  const links = [...document.querySelectorAll('#steps a')]
  const link = links.find((one) => one.getAttribute('aria-label') === label) ?? links[0]
  link?.focus()
}

const KEYS = {
  ArrowLeft: () => wanted - 1,
  ArrowRight: () => wanted + 1,
  Home: () => 0,
  End: () => Number(page.dataset.last),
}

document.addEventListener('keydown', (event) => {
  if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return
  event.preventDefault()
  show(KEYS[event.key]())
})
slider.addEventListener('input', () => show(Number(slider.value)))
document.addEventListener('click', (event) => {
  const link = event.target.closest('[data-turn]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  show(Number(link.dataset.turn))
})
