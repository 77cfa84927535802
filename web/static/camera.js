// The camera's page, live: one picture after another, none while hidden; zones that thumbs and keys move.
//
// Law: what is dragged is written into the form's own fields; only the form changes anything.

import { word } from './words.js'

const PAUSE_MS = 450
const JUDGE_EVERY = 4
const STEP_MM = 5
const LEAST_MM = 60

const view = document.getElementById('view')
const picture = view?.querySelector('img')
const form = document.getElementById('zones')
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

// ---- the picture

export async function show(image) {
  for (let count = 1; ; count++) {
    await wait(PAUSE_MS)
    if (document.hidden) continue
    image.src = `/camera/picture?${count}`
    const came = await image.decode().then(() => true, () => false)
    if (!came || count % JUDGE_EVERY === 1) await judge().catch(() => {})
  }
}

async function judge() {
  const list = document.getElementById('judged')
  if (!list) return
  const response = await fetch('/camera/judged', { cache: 'no-store', signal: AbortSignal.timeout?.(5000) })
  const told = await response.json()
  const judged = response.ok ? told.judged : [{ good: false, say: told.error }]
  if (response.ok) {
    view.toggleAttribute('data-mat', told.mat)
    trying(told.trying)
  }
  const lines = judged.map(({ good, say }) => {
    const line = document.createElement('li')
    line.className = good ? 'good' : 'bad'
    const told = document.createElement('span')
    told.className = 'unseen'
    told.textContent = `${word(good ? 'good' : 'toMend')} `
    line.append(told, say)
    return line
  })
  if (lines.map((line) => line.textContent).join() !== [...list.children].map((line) => line.textContent).join()) {
    list.replaceChildren(...lines)
  }
}

function trying(isTrying) {
  for (const button of document.querySelectorAll('#trial [data-when]')) {
    button.hidden = (button.dataset.when === 'trying') !== isTrying
  }
}

// ---- forms, answered on the spot

function say(id, sentence) {
  for (const one of ['said', 'sorry']) {
    const place = document.getElementById(one)
    place.hidden = one !== id
    place.textContent = one === id ? sentence : ''
  }
  document.getElementById(id).scrollIntoView({ block: 'nearest' })
}

async function send(event) {
  event.preventDefault()
  const { target, submitter } = event
  const body = new URLSearchParams([...new FormData(target), [submitter.name, submitter.value]])
  submitter.setAttribute('aria-busy', 'true')
  try {
    const response = await fetch('/camera', { method: 'POST', body, headers: { Accept: 'application/json' } })
    const told = await response.json()
    say(response.ok ? 'said' : 'sorry', told.say ?? told.error)
    if (response.ok) trying(told.trying)
    if (target === form) document.getElementById('anyway').hidden = response.ok || !told.anyway
    if (response.ok && target === form) form.elements.anyway.checked = false
  } catch {
    say('sorry', word('unreachable'))
  } finally {
    submitter.removeAttribute('aria-busy')
  }
}

// ---- zones

const SIDES = ['left', 'top', 'right', 'bottom']
const field = (zone, side) => form.elements[`${zone}-${side}`]
const sides = (zone) => SIDES.map((side) => Number(field(zone, side).value))

function draw(group) {
  const [left, top, right, bottom] = sides(group.dataset.zone)
  const put = (part, values) => Object.entries(values).forEach(([name, value]) => part.setAttribute(name, value))
  put(group.querySelector('.body'), { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) })
  put(group.querySelector('text'), { x: left + 12, y: top + 34 })
  for (const grip of group.querySelectorAll('circle')) put(grip, { cx: right, cy: bottom })
}

const between = (value, least, most) => Math.round(Math.min(Math.max(value, least), most))

function move(group, [dx, dy], isSize, from = sides(group.dataset.zone)) {
  const { width, height } = group.ownerSVGElement.dataset
  let [left, top, right, bottom] = from
  if (isSize) {
    right = between(right + dx, left + LEAST_MM, width)
    bottom = between(bottom + dy, top + LEAST_MM, height)
  } else {
    const x = between(left + dx, 0, width - (right - left)) - left
    const y = between(top + dy, 0, height - (bottom - top)) - top
    ;[left, top, right, bottom] = [left + x, top + y, right + x, bottom + y]
  }
  ;[left, top, right, bottom].forEach((value, k) => { field(group.dataset.zone, SIDES[k]).value = value })
  draw(group)
}

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

function listen(group) {
  let held = null
  group.addEventListener('pointerdown', (event) => {
    group.setPointerCapture(event.pointerId)
    const from = sides(group.dataset.zone)
    held = { x: event.clientX, y: event.clientY, isSize: event.target.matches('.grip, .dot'), from }
  })
  group.addEventListener('pointermove', (event) => {
    if (!held) return
    const scale = 1 / group.ownerSVGElement.getScreenCTM().a
    move(group, [(event.clientX - held.x) * scale, (event.clientY - held.y) * scale], held.isSize, held.from)
  })
  for (const end of ['pointerup', 'pointercancel']) group.addEventListener(end, () => { held = null })
  group.addEventListener('keydown', (event) => {
    const way = KEYS[event.key]
    if (!way) return
    event.preventDefault()
    move(group, way.map((one) => one * STEP_MM), event.shiftKey)
  })
  draw(group)
}

if (form) {
  const groups = [...view.querySelectorAll('.zone')]
  groups.forEach(listen)
  form.addEventListener('input', () => groups.forEach(draw))
  form.addEventListener('submit', send)
  document.getElementById('trial').addEventListener('submit', send)
  const usual = document.getElementById('usual')
  usual.hidden = false
  usual.addEventListener('click', () => {
    for (const one of form.querySelectorAll('[data-usual]')) one.value = one.dataset.usual
    groups.forEach(draw)
  })
}
if (form) show(picture)
