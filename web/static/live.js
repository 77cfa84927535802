// Follows the table's event stream, and knows how old what is shown is.
//
// Law: one stream a browser, none while hidden. A stream that has gone silent counts as dead, whatever the browser says
// of it. EventSource hides the comment lines that prove a quiet table alive, so the stream is read by hand.

import { neighbours } from './neighbours.js'
import { word } from './words.js'

const SILENT_MS = 13_000 // a comment line comes every 10 s
const OFFLINE_MS = 30_000
const CONNECT_MS = 1_200 // doubled with each failure: the first try after sleep may go into a dead connection
const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 3_000

export function follow({ newest, age }) {
  let current = null // the AbortController of the stream that is open
  let heardAt = Date.now()
  let live = false
  let failures = 0
  let waiting = 0

  const heard = () => {
    heardAt = Date.now()
    live = true
    failures = 0
    tell()
  }

  const tell = () => {
    const old = Math.max(0, Date.now() - heardAt)
    if (live && old < SILENT_MS) age('live', word('live'))
    else if (old < OFFLINE_MS) age('old', word('old', { n: Math.round(old / 1000) }))
    else age('offline', word('offline'))
  }

  const close = () => {
    clearTimeout(waiting)
    current?.abort()
    current = null
    live = false
  }

  const leave = () => {
    close()
    others.leave()
  }

  const others = neighbours({
    follow: () => { close(); if (!document.hidden) heard() }, // another page of this browser reads the stream now
    heard: () => { if (!current && !document.hidden) heard() },
    news: (version) => { if (!current && !document.hidden) newest(version, true) },
    alone: () => { if (!current && !document.hidden) again() },
  })

  const open = async () => {
    close()
    if (document.hidden) return
    const mine = new AbortController()
    current = mine
    const late = setTimeout(() => mine.abort(), CONNECT_MS * 2 ** Math.min(failures, 3))
    try {
      const response = await fetch('/api/stream', { signal: mine.signal, cache: 'no-store' })
      clearTimeout(late)
      if (response.ok) {
        others.lead()
        await read(response.body, () => { heard(); others.tellHeard() }, (version, first) => {
          newest(version, first)
          others.tellNews(version)
        })
      }
    } catch {
      // gone, or closed by ourselves
    }
    clearTimeout(late)
    if (current !== mine) return
    close()
    tell()
    again()
  }

  const again = () => {
    clearTimeout(waiting)
    const longest = Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS)
    waiting = setTimeout(open, longest * (0.5 + Math.random() / 2)) // not all phones at once
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? leave() : open()))
  addEventListener('pageshow', (event) => event.persisted && open())
  addEventListener('pagehide', leave)
  addEventListener('online', open)
  addEventListener('offline', () => { close(); tell(); again() })
  setInterval(() => {
    if (live && Date.now() - heardAt > SILENT_MS) open()
    if (!document.hidden) tell()
  }, 1000)
  open()
}

// Reads one stream to its end. Each chunk proves that the table lives; each state has its version as id.
async function read(body, heard, newest) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let first = true
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    heard()
    const events = (text + value).split('\n\n')
    text = events.pop()
    for (const event of events) {
      const id = /^id: (\d+)$/m.exec(event)
      if (!id || !/^event: state$/m.test(event)) continue
      newest(Number(id[1]), first)
      first = false
    }
  }
}
