// The set-up form says at once which variants exclude each other; without this script it says so when it is sent.

const form = document.querySelector('main.setup form')

function judge() {
  const chosen = new FormData(form).getAll('variant')
  for (const clash of form.querySelectorAll('[data-clash]')) {
    clash.hidden = !clash.dataset.clash.split(' ').every((variant) => chosen.includes(variant))
  }
}

form.addEventListener('change', judge)
judge()
