import { amount, calm, failed, note, one, onPress, open, play, result, stake, state, textOf } from './frame.js'

const kinds = { 2: '#7cc2ff', 4: '#5ad892', 8: '#b9a6ff', 12: '#ff8a7a', 16: '#f5b63f', 48: '#f4f2fb' }
const counts = { 2: 24, 4: 12, 8: 6, 12: 4, 16: 3, 48: 1 }
const wheel = one('.wheel')
const spots = one('.spots')
let turned = 0
let seen
let bets = []

/** The fifty segments in the arcade's order: the rarer ones spread evenly. */
function segments() {
  const all = Array.from({ length: 50 }, () => 0)
  for (const pays of [48, 16, 12, 8, 4, 2]) {
    for (let n = 0; n < counts[pays]; n++) {
      let at = Math.floor((n * 50) / counts[pays])
      while (all[at] !== 0) at = (at + 1) % 50
      all[at] = pays
    }
  }
  return all
}
const at = (n, r) => {
  const angle = (n / 50) * 2 * Math.PI - Math.PI / 2
  return `${(100 + r * Math.cos(angle)).toFixed(2)} ${(100 + r * Math.sin(angle)).toFixed(2)}`
}
wheel.innerHTML = `<svg viewBox="0 0 200 200">${segments()
  .map((pays, n) => `<path d="M100 100L${at(n - 0.5, 96)}A96 96 0 0 1 ${at(n + 0.5, 96)}z" fill="${kinds[pays]}"/>`)
  .join('')}<circle cx="100" cy="100" r="60" fill="#12301f"/></svg>
  <svg viewBox="0 0 22 22"><path d="M1 1h20L11 21z" fill="#f4f2fb"/></svg>`
spots.innerHTML = Object.keys(kinds)
  .map((pays) => `<button data-on="${pays}" disabled>×${pays}<small></small></button>`)
  .join('')

for (const button of spots.children) button.style.borderColor = kinds[button.dataset.on]

function show({ spin, betting_ms, segment, pays, last, bets: mine }) {
  one('.last').innerHTML = last.map((was) => `<li>×${was}</li>`).join('')
  const open = betting_ms > 0
  for (const button of spots.children) {
    const placed = mine.filter((bet) => String(bet.on) === button.dataset.on).reduce((sum, bet) => sum + bet.stake, 0)
    button.disabled = !open
    button.lastElementChild.textContent = placed > 0 ? amount(placed) : ''
  }
  if (open) one('#phase').textContent = `${textOf('betting')} ${Math.ceil(betting_ms / 1000)} s`
  if (segment !== undefined && seen !== spin) {
    seen = spin
    bets = mine
    const spinS = calm ? 0 : 4.5
    turned += 1440 + ((360 - (segment * 360) / 50 - (turned % 360) + 360) % 360)
    wheel.style.setProperty('--spin', `${spinS}s`)
    wheel.firstElementChild.style.transform = `rotate(${turned}deg)`
    one('#phase').textContent = textOf('spinning')
    setTimeout(() => {
      one('#phase').textContent = `${textOf('fell')} ×${pays}`
      const staked = bets.reduce((sum, bet) => sum + bet.stake, 0)
      const won = bets.filter((bet) => bet.on === pays).reduce((sum, bet) => sum + bet.stake * pays, 0)
      if (staked > 0) result(String(won), String(staked))
    }, spinS * 1000)
  }
}

async function look() {
  try {
    show(await state())
  } catch (error) {
    failed(error)
    if (error.message === 'no_session') return
  }
  setTimeout(look, 700)
}

if (await open()) {
  for (const button of spots.children) {
    onPress(button, async () => {
      await play({ stake: stake(), on: Number(button.dataset.on) })
      note('')
      show(await state())
    })
  }
  await look()
}
