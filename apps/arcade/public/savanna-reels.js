import { one, onPress, open, play, result, settled, stake, wait } from './frame.js'

const shapes = {
  sun: '<circle cx="24" cy="24" r="10" fill="#f5b63f"/><path d="M24 4v6M24 38v6M4 24h6M38 24h6M10 10l4 4M34 34l4 4M38 10l-4 4M14 34l-4 4" stroke="#f5b63f" stroke-width="4" stroke-linecap="round"/>',
  shield:
    '<path d="M24 5c9 7 12 30 0 38C12 35 15 12 24 5z" fill="#ff8a7a"/><path d="M24 10v28M18 24h12" stroke="#5a2224" stroke-width="3"/>',
  mask: '<path d="M12 8h24v16c0 12-6 18-12 18S12 36 12 24z" fill="#b9a6ff"/><path d="M18 20h4M26 20h4M21 32h6" stroke="#2f2766" stroke-width="3" stroke-linecap="round"/>',
  gourd: '<path d="M22 6h4v10c10 2 14 10 10 18-3 8-21 8-24 0-4-8 0-16 10-18z" fill="#e0a86b"/>',
  bead: '<circle cx="24" cy="24" r="15" fill="none" stroke="#7cc2ff" stroke-width="7" stroke-dasharray="8 4"/>',
  leaf: '<path d="M8 40C8 18 22 8 42 6c-2 22-12 34-34 34z" fill="#5ad892"/><path d="M10 38 30 18" stroke="#12301f" stroke-width="3"/>',
  drum: '<path d="M8 14h32l-6 28H14z" fill="#c98b5a"/><ellipse cx="24" cy="14" rx="16" ry="6" fill="#f4e6d0"/>',
}
const reels = one('.reels')
const draw = (shown, hits = new Set()) => {
  reels.innerHTML = [0, 1, 2]
    .flatMap((row) =>
      shown.map((column, reel) => {
        const mark = hits.has(`${reel}:${row}`) ? ' class="hit"' : ''
        return `<svg viewBox="0 0 48 48"${mark}>${shapes[column[row]]}</svg>`
      }),
    )
    .join('')
  reels.setAttribute('aria-label', shown.map((column) => column.join(', ')).join('; '))
}
const lines = ['11111', '00000', '22222', '01210', '21012', '00122', '22100', '10001', '12221', '01110']

/** The payouts of three, four and five of a symbol on a line, in times the stake. */
async function showPays() {
  const { pays, scatter_pays: drum } = await (await fetch('/rules/savanna-reels')).json()
  one('.pays').innerHTML = Object.entries({ ...pays, drum })
    .map(([symbol, tenths]) => {
      const list = tenths.map((pay, n) => `${n + 3}: ×${pay / 10}`).join(' · ')
      return `<div><svg viewBox="0 0 48 48" aria-label="${symbol}" role="img">${shapes[symbol]}</svg> ${list}</div>`
    })
    .join('')
}
one('details').addEventListener('toggle', () => void showPays().catch(() => undefined), { once: true })

draw([
  ['leaf', 'sun', 'bead'],
  ['gourd', 'mask', 'leaf'],
  ['drum', 'sun', 'shield'],
  ['bead', 'mask', 'gourd'],
  ['leaf', 'sun', 'drum'],
])
if (await open()) {
  onPress(one('#go'), async () => {
    const asked = play({ stake: stake() }, { quiet: true })
    asked.catch(() => undefined)
    reels.classList.add('turning')
    await wait(600)
    const spin = await asked.finally(() => reels.classList.remove('turning'))
    const hits = new Set(
      spin.wins.flatMap(({ line, count }) => [...lines[line].slice(0, count)].map((row, reel) => `${reel}:${row}`)),
    )
    draw(spin.shown, hits)
    settled(spin)
    result(spin.pays, spin.stake)
  })
  one('#go').focus()
}
