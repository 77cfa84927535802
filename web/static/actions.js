// What a thumb does: presses, answers, turns and new games become one request each; every refusal is told.

import { askPin, isSure, pickCard, say } from './dialogs.js'
import { refresh } from './page.js'
import { word } from './words.js'

const START = '/api/games'
const ACTIONS = '/api/actions'
const BUTTONS = ['action', 'lay', 'lock', 'mend', 'pick', 'press', 'tile', 'unlock'].map((name) => `[data-${name}]`).join(', ')

// Whether it was done. Where the PIN is missing it is asked for, and the request sent once more.
export async function act(address, body, mayAsk = true) {
  let response
  let told
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout?.(8000),
    })
    told = await response.json()
  } catch {
    say(word('unreachable'))
    return false
  }
  if (response.status === 403 && mayAsk) return (await askPin()) && act(address, body, false)
  if (response.status === 409 && address === START) return isGameWanted(told.refused, body)
  if (!response.ok) say(told.refused ?? told.error)
  else if (told.conflicts?.length) say(word('conflicts', { events: told.conflicts.map(impossible).join(' ') }))
  await refresh()
  return response.ok
}

const impossible = ({ event, refused }) => word('conflict', { event, why: refused })

async function isGameWanted(why, body) {
  return (await isSure(word('anyway', { why }))) && act(`${START}?even_if_playing=true`, body)
}

async function pressed(button) {
  const { action, confirm, lay, lock, mend, pick, press, tile, unlock } = button.dataset
  if (confirm && !(await isSure(confirm))) return
  if (press === 'clue') await given()
  else if (press) await act(ACTIONS, { do: 'press', button: press })
  else if (action) await act(ACTIONS, JSON.parse(action))
  else if (lay) await laid(lay)
  else if (lock !== undefined) await act('/api/lock', {})
  else if (unlock !== undefined) await unlocked()
  else if (mend) await mended(Number(mend), 'unread' in button.dataset, pictured(button))
  else if (tile) await chosen(word('which'), '', (card) => ({ do: 'bonus', tile, card }))
  else await chosen(word('whichIs'), pictured(button), (card) => ({ do: 'answer', question: Number(pick), card }))
}

// The address of the camera's picture of what this button is about, if there is one.
const pictured = (button) => button.closest('li, section').querySelector('img')?.src ?? ''

async function chosen(title, seen, line) {
  const card = await pickCard(title, { seen })
  if (card) await act(ACTIONS, line(card))
}

// A card told by hand: the one chosen on the pad, or one without a name.
async function laid(what) {
  const form = document.getElementById('hand')
  const card = new FormData(form).get('card') ?? '?'
  const line = what === 'misplay' ? { do: 'play', card, as: 'misplay' } : { do: what, card }
  if (await act(ACTIONS, line)) cleared(form)
}

async function unlocked() {
  if (await askPin('/api/unlock')) await refresh()
}

// A clue, with what was noted of it; nothing noted is the button that the table has, too.
async function given() {
  const form = document.querySelector('#clue:not([data-event])')
  const line = noted(form)
  const isNoted = Object.keys(line).length > 0
  const done = await act(ACTIONS, isNoted ? { do: 'clue', ...line } : { do: 'press', button: 'clue' })
  if (done && form) cleared(form)
}

// What the clue said that was only counted, by a button here or on the panel.
async function said(form) {
  const line = noted(form)
  if (!Object.keys(line).length) say(word('choose'))
  else if (await act(ACTIONS, { do: 'said', event: Number(form.dataset.event), ...line })) cleared(form)
}

function noted(form) {
  const chosen = form ? new FormData(form) : new Map()
  const line = {}
  for (const key of ['to', 'touched']) if (chosen.get(key)) line[key] = Number(chosen.get(key))
  const about = chosen.get('about')
  if (about) Object.assign(line, Number(about) ? { rank: Number(about) } : { colour: about })
  return line
}

// What the pile really holds: a draw was forgotten, or taken twice.
async function counted(form) {
  if (await act(ACTIONS, { do: 'deck', count: Number(new FormData(form).get('count')) })) form.reset()
}

function cleared(form) {
  form.reset()
  names()
}

async function mended(event, isUnread, seen) {
  const picked = await pickCard(word('whichWas'), { onlyUnseen: isUnread, was: true, seen })
  if (picked) await act(ACTIONS, { do: 'correct', event, [picked.length > 2 ? 'as' : 'card']: picked })
}

// The buttons say which card they are about; what can no longer be chosen is let go.
export function names() {
  for (const form of document.querySelectorAll('#hand, #clue')) {
    if (form.querySelector('input:checked:disabled')) form.reset()
  }
  const chosenCard = document.querySelector('#hand input:checked')
  for (const what of document.querySelectorAll('.buttons .what')) what.textContent = chosenCard.getAttribute('aria-label')
}

export function listen() {
  document.addEventListener('change', (event) => event.target.form?.id === 'hand' && names())
  document.addEventListener('shown', names)
  document.addEventListener('click', async (event) => {
    const button = event.target.closest(BUTTONS)
    if (!button || button.getAttribute('aria-busy')) return
    button.setAttribute('aria-busy', 'true')
    try {
      await pressed(button)
    } finally {
      button.removeAttribute('aria-busy')
    }
  })
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (form.matches('dialog form, .languages form')) return
    event.preventDefault()
    if (form.id === 'start' || form.id === 'again') begun(form)
    if (form.id === 'count') counted(form)
    if (form.id === 'clue') said(form)
  })
}

async function begun(form) {
  if (form.getAttribute('aria-busy')) return
  form.setAttribute('aria-busy', 'true')
  try {
    await act(START, setup(new FormData(form), [...form.querySelectorAll('[name=name]')]))
  } finally {
    form.removeAttribute('aria-busy')
  }
}

const OPTIONS = ['talk', 'zero_clue', 'discard_at_full', 'loss', 'lose_on_lost_card']
const WORDS = { true: true, false: false }

// `seats`: the fields of the names; each says what the table calls a seat whose field stays empty.
function setup(form, seats) {
  const players = Number(form.get('players'))
  const named = seats.slice(0, players).map(({ value, dataset }) => value.trim() || dataset.numbered)
  return {
    players: seats.slice(0, players).some(({ value }) => value.trim()) ? named : players,
    starter: Number(form.get('starter') ?? 0),
    edition: form.get('edition'),
    variants: form.getAll('variant'),
    options: Object.fromEntries(
      OPTIONS.map((key) => [key, form.get(key)]).filter(([, value]) => value).map(([key, value]) => [key, WORDS[value] ?? value]),
    ),
  }
}
