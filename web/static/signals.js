// Sound, vibration and a screen that stays on, for this phone alone: switched on here, and remembered here.
//
// Law: nothing is heard that wasn't asked for, and what this browser can't do is not offered. A page without https can't
// keep the screen on; then it says so.

const NOTES = { question: [660, 880], final: [784, 659, 523], 'last-turn': [880, 880, 880], over: [523, 659, 784, 1047] }
const BUZZES = { question: [120, 80, 120], final: [300, 100, 300], 'last-turn': [100, 60, 100, 60, 400], over: [600] }

const can = {
  sound: 'AudioContext' in globalThis,
  buzz: 'vibrate' in navigator,
  awake: 'wakeLock' in navigator,
  sleeps: !('wakeLock' in navigator),
}
const chosen = new Set()
let audio = null
let awake = null
let known = null

const KEY = 'this-phone'

function remembered() {
  try {
    return localStorage.getItem(KEY)?.split(' ') ?? []
  } catch {
    return [] // storage is forbidden here: remembered until the page is left
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, [...chosen].join(' '))
  } catch {
    // as above
  }
}

// What has come about since the page was last looked at makes itself heard, once.
function shown() {
  for (const box of document.querySelectorAll('[data-keep]')) box.checked = chosen.has(box.dataset.keep)
  const now = new Set((document.getElementById('board').dataset.signal ?? '').split(' ').filter(Boolean))
  const fresh = known && [...now].find((word) => !known.has(word))
  known = now
  if (fresh) signal(fresh in NOTES ? fresh : fresh.replace(/-\d+$/, ''))
}

function signal(what) {
  if (chosen.has('buzz')) navigator.vibrate(BUZZES[what] ?? [])
  if (chosen.has('sound')) for (const [at, pitch] of (NOTES[what] ?? []).entries()) note(pitch, at * 0.18)
}

function note(pitch, after) {
  const start = audio.currentTime + after
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch })
  const loud = new GainNode(audio, { gain: 0 })
  loud.gain.setValueAtTime(0, start)
  loud.gain.linearRampToValueAtTime(0.4, start + 0.02)
  loud.gain.exponentialRampToValueAtTime(0.001, start + 0.35)
  tone.connect(loud).connect(audio.destination)
  tone.start(start)
  tone.stop(start + 0.4)
}

async function apply() {
  if (chosen.has('sound')) audio ??= new AudioContext()
  if (!can.awake) return
  if (chosen.has('awake') && !document.hidden) awake = await navigator.wakeLock.request('screen').catch(() => null)
  else if (!chosen.has('awake')) awake = (await awake?.release(), null)
}

export function signals() {
  document.documentElement.dataset.can = Object.keys(can).filter((what) => can[what]).join(' ')
  for (const what of remembered()) if (can[what]) chosen.add(what)
  apply()
  shown()
  document.addEventListener('shown', shown)
  document.addEventListener('visibilitychange', apply) // a hidden page loses its hold on the screen
  document.addEventListener('pointerdown', () => audio?.resume()) // no sound before the first touch
  document.addEventListener('change', ({ target }) => {
    const { keep } = target.dataset
    if (!keep) return
    if (target.checked) chosen.add(keep)
    else chosen.delete(keep)
    remember()
    apply()
    if (target.checked) signal('question')
  })
}
