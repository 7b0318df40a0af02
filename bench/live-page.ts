import type { Locator } from 'playwright-core'
import type { WebSocket } from 'ws'
import { sandbox } from '@nare/contract/sandbox'
import { startProxy } from './support/proxy.ts'
import { median, openBrowser, openPhone } from './support/browser.ts'
import { startServer } from './support/server.ts'

/**
 * `npm run bench live-page`: a live list of a hundred matches with fifty price changes per second, with a 4x CPU slowdown. A
 * proxy replaces the server's socket and changes prices of subscribed markets only, so all fifty reach the screen; the server sends
 * fewer to one client. Aims: no layout shift, a median frame under 16.7 ms, no cell rendered without a price
 * change, and in each of five rounds 95 of 100 taps on a price handled within 80 ms. Counting starts and ends while no message
 * is in flight.
 */
const matches = 100
const perSecond = 50
const seconds = Number(process.env['BENCH_SECONDS'] ?? 15)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const taps = 30
const tapAimMs = 80

type Seen = { shift: number; moved: string[]; frames: number[]; taps: number[]; cells: number; others: number }

type PriceFeed = { readonly sent: () => number; run: (on: boolean) => void }

const server = await startServer()
const feed = changePrices()
const proxy = await startProxy(server.url, feed.onSocket)
const browser = await openBrowser()
try {
  for (let n = 0; n < matches; n++) await makeLive(n)
  const { page, context } = await openPhone(browser, { network: false })
  await page.addInitScript({ path: `${import.meta.dirname}/page/live.js` })
  await page.goto(new URL('/?when=live', proxy.url).href)
  await page.locator('main li').first().waitFor()
  await page.getByRole('button', { name: /Load more/ }).click()
  await page.waitForFunction(`document.querySelectorAll('main li').length >= ${matches}`)
  await page.evaluate('scrollTo(0, 0)')
  const watch = async (ms: number) => {
    feed.run(true)
    await page.waitForTimeout(ms)
    feed.run(false)
    await page.waitForTimeout(1000)
  }
  // Warm-up: every topic is sent once, as a server does on subscribe.
  await watch(2000)
  const before = feed.sent()
  await page.evaluate('begin()')
  await watch(seconds * 1000)
  const watched = await page.evaluate<Seen>('seen')
  const prices = feed.sent() - before
  await page.evaluate('endCount()')
  feed.run(true)
  const answers: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.evaluate('seen.taps.length = 0')
    for (let tap = 0; tap < taps; tap++) {
      const { x, y } = await middleOf(
        page
          .locator('main li')
          .nth(tap % 10)
          .locator('button.odd')
          .first(),
      )
      // A raw touch: Playwright's own tap runs checks in the page, which would count as the page's work.
      await page.touchscreen.tap(x, y)
      await page.waitForTimeout(700)
    }
    const { taps: durations } = await page.evaluate<Seen>('seen')
    answers.push(percentile(durations, 0.95))
  }
  feed.run(false)
  await context.close()
  print(watched, answers, prices)
} finally {
  await browser.close()
  await proxy.stop()
  await server.stop()
}

async function middleOf(cell: Locator): Promise<{ x: number; y: number }> {
  await cell.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await cell.boundingBox()
  if (!box) throw new Error('the price is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The duration that this share of all durations does not exceed. */
function percentile(durations: readonly number[], share: number): number {
  return durations.toSorted((a, b) => a - b)[Math.ceil(durations.length * share) - 1] ?? 0
}

function print(seen: Seen, tapMs: readonly number[], prices: number): void {
  const frame = median(seen.frames)
  const row = (name: string, value: string, aim: string, good: boolean) =>
    console.log(`${good ? 'ok  ' : 'OVER'} ${name.padEnd(34)} ${value.padStart(12)}   aim ${aim}`)
  console.log(`${matches} live matches, ${prices} prices sent in ${seconds} s`)
  row('layout shift', seen.shift.toFixed(4), '0', seen.shift === 0)
  for (const moved of seen.moved.slice(0, 5)) console.log(`     moved: ${moved}`)
  row('median frame', `${frame.toFixed(1)} ms`, '16.7 ms', frame <= 16.8)
  for (const ms of tapMs) row(`95th of ${taps} taps on a price`, `${ms} ms`, `${tapAimMs} ms`, ms <= tapAimMs)
  row('cells rendered for a price', String(seen.cells), `at most ${prices}`, seen.cells <= prices)
  row('other parts of rows rendered', String(seen.others), '0', seen.others === 0)
}

async function makeLive(n: number): Promise<void> {
  const created = await send(sandbox.createMatch.path, {
    sport_id: '79',
    competition_name: `League ${n % 8}`,
    home_team: `Home ${n}`,
    away_team: `Away ${n}`,
    start_time: new Date(Date.now() - 60_000).toISOString(),
    home_odd: '2.10',
    neutral_odd: '3.20',
    away_odd: '3.60',
    over: '1.95',
    under: '1.85',
  })
  await send(`/sandbox/feed/matches/${created['match_id']}`, { state: 'live', minute: 10, score: '0:0' })
}

async function send(path: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(new URL(path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return JSON.parse(await answer.text())
}

/** Replaces the server: accepts subscriptions and, while running, sends fifty new prices per second, round robin. */
function changePrices(): PriceFeed & { onSocket: (socket: WebSocket) => void } {
  const topics = new Set<string>()
  const prices = new Map<string, [string, string][]>()
  let version = 1_000_000
  let turn = 0
  let client: WebSocket | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  const sendOne = (): void => {
    const list = [...topics]
    const topic = list[turn % list.length]
    if (topic === undefined) return
    const odds = prices.get(topic) ?? [
      ['home_team', '2.10'],
      ['draw', '3.20'],
      ['away_team', '3.60'],
    ]
    prices.set(topic, odds)
    const cell = odds[Math.floor(turn / list.length) % 3]
    if (cell) cell[1] = (1.5 + ((turn * 7) % 300) / 100).toFixed(2)
    turn++
    client?.send(JSON.stringify({ topic, key: '', version: version++, state: { state: 'open', odds } }))
  }
  return {
    onSocket(socket) {
      client = socket
      topics.clear()
      socket.on('message', (text) => {
        if (!Buffer.isBuffer(text)) return
        const command: { subscribe?: string[]; unsubscribe?: string[] } = JSON.parse(text.toString())
        for (const topic of command.subscribe ?? []) if (topic.startsWith('market:')) topics.add(topic)
        for (const topic of command.unsubscribe ?? []) topics.delete(topic)
      })
    },
    sent: () => turn,
    run(on) {
      clearInterval(timer)
      if (on) timer = setInterval(sendOne, 1000 / perSecond)
    },
  }
}
