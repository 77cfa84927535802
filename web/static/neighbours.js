// Other pages of this browser: the one that opened a stream last reads it, and tells the others.
//
// Law: a browser opens six connections to one table and no more. Were each page to hold one, the seventh would never
// load, and would not say why.

export function neighbours({ follow, heard, news, alone }) {
  const channel = globalThis.BroadcastChannel && new BroadcastChannel('table')
  const me = Math.random()
  let since = 0 // when this page's stream was opened; 0 where it reads none
  let leader = null

  const tell = (line) => channel?.postMessage({ from: me, ...line })
  const isLater = (line) => line.since > since || (line.since === since && line.from > me)

  channel?.addEventListener('message', ({ data }) => {
    if (data.since) {
      if (since && !isLater(data)) return
      const wasFollowing = !since && leader !== null
      since = 0
      leader = data.from
      if (!wasFollowing) follow()
      else heard()
    } else if (data.from !== leader) {
      return
    } else if (data.left) {
      leader = null
      alone()
    } else if (data.version) news(data.version)
    else heard()
  })

  return {
    lead() {
      since = Date.now()
      leader = null
      tell({ since })
    },
    tellHeard: () => since && tell({}),
    tellNews: (version) => since && tell({ version }),
    leave() {
      if (since) tell({ left: true })
      since = 0
      leader = null
    },
  }
}
