// What this page's scripts say, in the page's language: handed over by the server, on `<template id="words">`.

const said = document.getElementById('words').dataset

// The words under a name, their `{parts}` put in.
export function word(name, parts = {}) {
  return said[name].replace(/\{(\w+)\}/g, (whole, part) => parts[part] ?? whole)
}
