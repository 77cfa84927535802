// A file too large for any game is named before it is sent: the table would refuse it unread, without a page.

const file = document.querySelector('input[type=file]')

file.addEventListener('change', () => {
  const isTooLarge = file.files[0]?.size > Number(file.dataset.most)
  file.setCustomValidity(isTooLarge ? file.dataset.tooLarge : '')
  if (isTooLarge) file.reportValidity()
})
