// What a thumb does: presses, answers, turns and new games become one request each; every refusal is told.

import { askPin, isSure, pickCard, say } from './dialogs.js'
import { refresh } from './page.js'

const START = '/api/games'

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
    say('The table can’t be reached just now.')
    return false
  }
  if (response.status === 403 && mayAsk) return (await askPin()) && act(address, body, false)
  if (response.status === 409 && address === START) return isGameWanted(told.refused, body)
  if (!response.ok) say(told.refused ?? told.error)
  await refresh()
  return response.ok
}

async function isGameWanted(why, body) {
  return (await isSure(`${why} Start a new one all the same?`)) && act(`${START}?even_if_playing=true`, body)
}

async function pressed(button) {
  const { action, confirm, press, pick } = button.dataset
  if (confirm && !(await isSure(confirm))) return
  if (press) await act('/api/actions', { do: 'press', button: press })
  else if (action) await act('/api/actions', JSON.parse(action))
  else {
    const card = await pickCard()
    if (card) await act('/api/actions', { do: 'answer', question: Number(pick), card })
  }
}

export function listen() {
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-action], [data-press], [data-pick]')
    if (!button || button.getAttribute('aria-busy')) return
    button.setAttribute('aria-busy', 'true')
    try {
      await pressed(button)
    } finally {
      button.removeAttribute('aria-busy')
    }
  })
  document.addEventListener('submit', (event) => {
    if (event.target.id !== 'start') return
    event.preventDefault()
    act(START, setup(new FormData(event.target)))
  })
}

function setup(form) {
  const players = Number(form.get('players'))
  const names = form.getAll('name').slice(0, players).map((name) => name.trim())
  return {
    players: names.some(Boolean) ? names.map((name, seat) => name || `Player ${seat + 1}`) : players,
    edition: form.get('edition'),
    variants: form.getAll('variant'),
  }
}
