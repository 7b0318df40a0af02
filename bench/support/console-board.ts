import { createHash, randomUUID } from 'node:crypto'
import { inPlayLines } from '@nare/api/modules/catalog/pricing'
import type { FeedMessage } from '@nare/api/modules/catalog/feeds/port'
import { callsOf } from '@nare/api/testing/cup-bettors'
import { betting } from '@nare/contract/betting'
import { operatorTradingHands } from '@nare/contract/operator-trading-hands'
import { sql } from 'kysely'
import { openBrowser } from './browser.ts'
import { framesOf, isFast, logIn, scroll, type Frames } from './console-scroll.ts'
import { openVirtualApp, type VirtualApp } from './virtual/app.ts'

const source = 'board'
const token = 'the-token-of-the-board'
const ingestAtOnce = 250
const tickMs = 250
/** Each match moves so often. */
const moveEveryS = 10
const markets = ['1']
/** Of so many matches one is in play. */
const liveEvery = 20
const segmentMs = 60_000
/** Of the heap so much may be more at the end than after the second minute, when every row was once in sight: memory that only grows has no end. */
const heapGrowthMax = 0.1
/** Bets that are placed at the same time when all live matches are stopped. */
const atOnce = 64
const suspendMsMax = 1_000

type Given = { readonly matches: number; readonly minutes: number }

/**
 * The trader's board with matches that all move, in Chromium and on the real application in this process: frames and the main thread's
 * processor time while the board is looked at and scrolled, the heap minute by minute, and then the stop of all live matches while bets
 * come as fast as they are taken. Returns whether the main thread has time for 60 frames a second, the heap stays flat, and no bet is
 * accepted that was sent after the answer to the stop.
 */
export async function measureBoard({ matches, minutes }: Given): Promise<boolean> {
  const world = await openVirtualApp({
    waitForLive: async () => {},
    env: { OPERATORS: `bench:admin:${createHash('sha256').update(token).digest('hex')}` },
  })
  try {
    const url = new URL(await world.app.listen())
    await world.app.start()
    await world.app.staff.demo.open()
    const feed = openFeed(world.app, matches)
    await feed.begin()
    console.log(`${matches} matches, each of which moves every ${moveEveryS} s; ${minutes} minutes`)
    const isSmooth = await watchBoard(url, { feed, minutes })
    return (await stopAllLive(world)) && isSmooth
  } finally {
    await world.close()
  }
}

type Feed = ReturnType<typeof openFeed>

/** A feed of matches whose prices go up and down. */
function openFeed(app: VirtualApp['app'], count: number) {
  const basisOf = (n: number, moved: number) => ({
    lh: 0.9 + (n % 13) / 10 + 0.05 * Math.sin(n + moved),
    la: 0.8 + (n % 7) / 10,
  })
  const linesOf = (n: number, moved: number) =>
    inPlayLines(basisOf(n, moved), { minute: 30, score: { home: 0, away: 0 } }, { markets })
  const isLive = (n: number): boolean => n % liveEvery === 0
  const about = (n: number) => ({ match: { source, sourceId: String(n) }, at: app.clock.date() })
  let moved = 0
  let next = 0
  let late = 0

  async function ingest(messages: readonly FeedMessage[]): Promise<void> {
    for (let at = 0; at < messages.length; at += ingestAtOnce)
      await app.catalog.ingest(messages.slice(at, at + ingestAtOnce))
  }

  return {
    async begin(): Promise<void> {
      const all = Array.from({ length: count }, (_, n) => n)
      const startMs = app.clock.now()
      await ingest(
        all.map((n) => ({
          ...{ kind: 'fixture' as const, ...about(n), sportId: '79', homeTeam: `Home ${n}`, awayTeam: `Away ${n}` },
          competition: { name: `League ${n % 200}`, category: 'Bench' },
          startTime: new Date(startMs + (isLive(n) ? -1_800_000 : 3_600_000 + (n % 96) * 900_000)),
          ...{ model: basisOf(n, 0), lines: linesOf(n, 0) },
        })),
      )
      await ingest(
        all
          .filter(isLive)
          .map((n) => ({ kind: 'score', ...about(n), state: 'live', minute: 30, score: { home: 0, away: 0 } })),
      )
    },
    /** Moves matches until the returned function is called, which resolves to how many moved each second. */
    play(): () => Promise<number> {
      const fromMs = performance.now()
      const perTick = Math.ceil((count * tickMs) / (moveEveryS * 1000))
      let isOver = false
      let moves = 0
      const run = async (): Promise<void> => {
        for (let tick = 1; !isOver; tick++) {
          moved++
          const turn = Array.from({ length: perTick }, (_, n) => (next + n) % count)
          next = (next + perTick) % count
          await ingest(turn.map((n) => ({ kind: 'price', ...about(n), lines: linesOf(n, moved) })))
          moves += perTick
          const waitMs = fromMs + tick * tickMs - performance.now()
          if (waitMs <= 0) late++
          await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)))
        }
      }
      const running = run()
      return async () => {
        isOver = true
        await running
        if (late > 0) console.log(`the feed was late ${late} times: the machine moves fewer matches than it should`)
        return moves / ((performance.now() - fromMs) / 1000)
      }
    },
  }
}

async function watchBoard(url: URL, { feed, minutes }: { feed: Feed; minutes: number }): Promise<boolean> {
  const browser = await openBrowser()
  const stop = feed.play()
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true })).newPage()
    await logIn(page, url)
    await page.goto(new URL('/console/trading', url).href)
    await page.getByRole('grid').getByRole('row').nth(20).waitFor({ timeout: 120_000 })
    await page.addScriptTag({ path: `${import.meta.dirname}/../page/scroll.js` })
    const measure = { browser, page, wire: await page.context().newCDPSession(page) }
    await measure.wire.send('HeapProfiler.enable')
    await measure.wire.send('Performance.enable')
    const heap = async (): Promise<number> => {
      await measure.wire.send('HeapProfiler.collectGarbage')
      const { metrics } = await measure.wire.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 20
    }
    const seen: Frames[] = []
    const heaps: number[] = []
    for (let minute = 1; minute <= minutes; minute++) {
      seen.push(await framesOf(measure, 'the board moves', () => page.waitForTimeout(segmentMs / 2)))
      seen.push(await framesOf(measure, 'scrolled down', () => scroll(measure, -14_400)))
      seen.push(await framesOf(measure, 'scrolled up', () => scroll(measure, 14_400)))
      heaps.push(await heap())
      console.log(`minute ${minute}: ${heaps.at(-1)?.toFixed(1)} MB in the page's heap`)
    }
    const first = heaps[1] ?? heaps[0] ?? 0
    const last = heaps.at(-1) ?? 0
    const isFlat = last <= first * (1 + heapGrowthMax)
    if (!isFlat) console.log(`the heap grew from ${first.toFixed(1)} to ${last.toFixed(1)} MB`)
    return seen.every(isFast) && isFlat
  } finally {
    console.log(`${(await stop()).toFixed(0)} matches moved each second`)
    await browser.close()
  }
}

/** Stops all live matches while bets on them come as fast as they are taken. */
async function stopAllLive({ app, bettors }: VirtualApp): Promise<boolean> {
  const call = callsOf(app)
  const { rows } = await sql<{ id: string; prices: Record<string, string> }>`
    select m.id::text, '{}'::json as prices from catalog.match m where m.source = ${source} and m.state = 'live' order by m.id limit 200`.execute(
    app.db,
  )
  const views = [
    ...(
      await app.catalog.matchViews(
        app.db,
        rows.map(({ id }) => Number(id)),
        { all: true },
      )
    ).values(),
  ]
  const picks = views.flatMap((view) => {
    const line = view.odds.find(({ sub_type_id }) => sub_type_id === '1')
    const odds = line?.odds.find(({ odd_value }) => odd_value !== null)
    return odds?.odd_value
      ? [{ match_id: view.match_id, sub_type_id: '1', odd_key: odds.odd_key, odd_value: odds.odd_value }]
      : []
  })
  const accepted: { sentMs: number; answeredMs: number }[] = []
  let isOver = false
  const people = await bettors(atOnce)
  const bet = async (who: (typeof people)[number], from: number): Promise<void> => {
    for (let n = from; !isOver; n++) {
      const pick = picks[n % picks.length]
      if (!pick) return
      const sentMs = performance.now()
      const input = { id: randomUUID(), stake: '20.00', slip: [pick], accept: 'any' as const }
      const { status } = await call(betting.place, input, who.token)
      if (status === 201) accepted.push({ sentMs, answeredMs: performance.now() })
    }
  }
  const betting_ = Promise.all(people.map((who, n) => bet(who, n)))
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  const [before, askedMs] = [accepted.length, performance.now()]
  const { status } = await call(
    operatorTradingHands.suspendLive,
    { suspend: true, reason: 'the bench stops all live matches' },
    token,
  )
  const answeredMs = performance.now()
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  isOver = true
  await betting_
  const lastMs = Math.max(
    0,
    ...accepted.filter((one) => one.answeredMs > askedMs).map((one) => one.answeredMs - askedMs),
  )
  const late = accepted.filter((one) => one.sentMs > answeredMs).length
  console.log(
    `all live stopped (${status}) while ${Math.round(before / 3)} bets a second were accepted on ${picks.length} matches: answered after ` +
      `${(answeredMs - askedMs).toFixed(0)} ms, the last accepted bet was answered ${lastMs.toFixed(0)} ms after the call, ${late} sent after its answer`,
  )
  return status === 200 && before > 0 && late === 0 && lastMs <= suspendMsMax
}
