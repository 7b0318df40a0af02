import { failed, one, onPress, open, play, result, stake, state, textOf } from './frame.js'

const go = one('#go')
const sky = one('.sky')
const number = sky.querySelector('output')
const canvas = sky.querySelector('canvas').getContext('2d')
const height = (ms) => Math.exp(0.00012 * ms)
const multiplier = (ms) => Math.floor(100 * height(ms)) / 100
let startedAt

/** The path of the flight so far; the multiplier itself is text. */
function draw(ms) {
  const { width, height: tall } = canvas.canvas
  canvas.clearRect(0, 0, width, tall)
  const most = Math.max(height(ms), 1.6)
  const point = (part) => {
    const up = (height(ms * part) - 1) / (most - 1)
    return [20 + part * (width - 90), tall - 24 - up * (tall - 90)]
  }
  canvas.beginPath()
  canvas.moveTo(...point(0))
  for (let n = 1; n <= 40; n++) canvas.lineTo(...point(n / 40))
  canvas.strokeStyle = '#6fdff0'
  canvas.lineWidth = 6
  canvas.lineCap = 'round'
  canvas.stroke()
  canvas.beginPath()
  canvas.arc(...point(1), 11, 0, 2 * Math.PI)
  canvas.fillStyle = '#f5b63f'
  canvas.fill()
}

function fly() {
  if (startedAt === undefined) return
  const ms = performance.now() - startedAt
  number.textContent = `${multiplier(ms).toFixed(2)}×`
  draw(ms)
  requestAnimationFrame(fly)
}

function ended({ left_at, point, pays, balance }, staked) {
  startedAt = undefined
  go.textContent = textOf('bet')
  sky.classList.toggle('crashed', left_at === null)
  number.textContent = `${((left_at ?? point) / 100).toFixed(2)}×`
  if (left_at === null) failed(new Error(`${textOf('crashed')} ${(point / 100).toFixed(2)}×`))
  else result(pays, staked)
  return balance
}

async function showLast() {
  const now = await state()
  const { last = [] } = now
  one('.last').innerHTML = last.map((point) => `<li>${(point / 100).toFixed(2)}×</li>`).join('')
  return now
}

/** Follows a flight to its end: the same button leaves it, and never moves. */
async function follow(staked, ms = 0) {
  sky.classList.remove('crashed')
  startedAt = performance.now() - ms
  go.textContent = textOf('cash')
  go.removeAttribute('aria-busy')
  requestAnimationFrame(fly)
  ended(await play({ action: 'wait' }), staked)
  await showLast()
}

async function start() {
  const staked = stake()
  await play({ action: 'start', stake: staked, auto: one('#auto').value.trim() })
  await follow(staked)
}

const cashOut = () => play({ action: 'cash_out' }).catch(() => undefined)

draw(0)
if (await open()) {
  // A finger leaves the flight when it touches; the click that follows must not start the next one.
  let touched = false
  go.addEventListener('pointerdown', () => {
    touched = startedAt !== undefined
    if (!touched) return
    void cashOut()
    setTimeout(() => (touched = false), 600)
  })
  onPress(go, async () => {
    if (touched) touched = false
    else if (startedAt === undefined) await start()
    else await cashOut()
  })
  go.focus()
  const { flying, ms } = await showLast()
  if (flying) follow('0', ms).catch(failed)
}
