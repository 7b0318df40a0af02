import { note, one, onPress, open, play, result, settled, stake } from './frame.js'

const card = one('.card')
let bought

function show(fields, opened) {
  const counts = new Map()
  for (const face of fields ?? []) counts.set(face, (counts.get(face) ?? 0) + 1)
  const done = opened.size === 9
  for (const [n, button] of [...card.children].entries()) {
    const isOpen = fields !== undefined && opened.has(n)
    const isHit = isOpen && done && counts.get(fields[n]) >= 3
    button.className = isOpen ? (isHit ? 'open hit' : 'open') : ''
    button.textContent = isOpen ? `×${fields[n]}` : '7'
    button.disabled = fields === undefined || isOpen
    button.setAttribute('aria-label', isOpen ? `×${fields[n]}` : `${n + 1}`)
  }
  one('#all').disabled = fields === undefined || done
}

function scratch(n) {
  if (!bought) return
  bought.opened.add(n)
  show(bought.fields, bought.opened)
  if (bought.opened.size < 9) return
  settled(bought)
  result(bought.pays, bought.stake)
  bought = undefined
  one('#go').disabled = false
  one('#go').focus()
}

card.innerHTML = Array.from({ length: 9 }, () => '<button>7</button>').join('')
for (const [n, button] of [...card.children].entries()) button.addEventListener('click', () => scratch(n))
if (await open()) {
  show(undefined, new Set())
  onPress(one('#go'), async () => {
    bought = { ...(await play({ stake: stake() }, { quiet: true })), opened: new Set() }
    note('')
    show(bought.fields, bought.opened)
    one('#go').disabled = true
    card.firstElementChild.focus()
  })
  one('#all').addEventListener('click', () => {
    for (let n = 0; n < 9; n++) if (bought && !bought.opened.has(n)) scratch(n)
  })
  one('#go').focus()
}
