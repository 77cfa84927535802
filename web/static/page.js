// Brings the page to the newest state: asks the server for the page anew and changes only what differs, so that focus,
// open folds and half-typed names stay. What may come and go, or be open, needs an id: else its neighbour is taken for it.

let asking = null
let askAgain = false

export const shown = () => Number(document.getElementById('board').dataset.version)

// Versions only grow; after the table was started anew (`anyway`) whatever it says now is right.
export async function newest(version, anyway) {
  if (version > shown() || (anyway && version !== shown())) await refresh(anyway)
}

export function refresh(anyway = false) {
  if (asking) {
    askAgain = true
    return asking
  }
  asking = load(anyway).finally(() => {
    asking = null
    if (askAgain) {
      askAgain = false
      refresh(anyway)
    }
  })
  return asking
}

async function load(anyway) {
  // the first try may have gone into a connection that died while the phone slept
  const response = (await page(1500)) ?? (await page(5000))
  if (!response?.ok) return // the stream's next state asks again
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('board')
  if (!next || !(anyway || Number(next.dataset.version) >= shown())) return
  morph(document.getElementById('board'), next)
  document.dispatchEvent(new Event('shown'))
}

async function page(withinMs) {
  try {
    return await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout?.(withinMs) })
  } catch {
    return null
  }
}

function morph(from, to) {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !(from.localName === 'details' && name === 'open')) from.removeAttribute(name)
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value)
  }
  const wanted = [...to.childNodes]
  wanted.forEach((node, at) => {
    const here = from.childNodes[at]
    const match = here && alike(here, node) ? here : later(from, at, node)
    if (!match) from.insertBefore(document.importNode(node, true), here ?? null)
    else {
      if (match !== here) from.insertBefore(match, here)
      if (node.nodeType === Node.ELEMENT_NODE) morph(match, node)
      else if (match.data !== node.data) match.data = node.data
    }
  })
  while (from.childNodes.length > wanted.length) from.lastChild.remove()
}

const alike = (one, other) =>
  one.nodeType === other.nodeType && one.localName === other.localName && (one.id ?? '') === (other.id ?? '')

// A child further on that has this node's id, so that a strip coming in above doesn't rebuild everything below it.
function later(from, at, node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return null
  const kin = (other) => alike(other, node) && (node.id || other.className === node.className)
  return [...from.childNodes].slice(at).find(kin) ?? null
}
