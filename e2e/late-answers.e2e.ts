import { randomUUID } from 'node:crypto'
import { games } from '@nare/contract/games'
import type { Page, Route } from '@playwright/test'
import { ask, placeBet } from './support/api.ts'
import { everything } from './support/crawl.ts'
import { newPool } from './support/jackpot.ts'
import { newLiveMatch, newMatch } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

/** The maximum layout shift of a page (DESIGN.md, budgets). */
const shiftMax = 0.05

const orders = ['latest first', 'earliest first'] as const
type Order = (typeof orders)[number]

/** The orders in which a page is opened: both, in the core one page in the one order and the next in the other. */
const ordersOf = (at: number): readonly Order[] => (everything ? orders : [orders[at % 2] ?? orders[0]])

/** Delays the page's API reads. `next` releases one, and returns false if no read is delayed. */
async function delayReads(page: Page): Promise<{ next: (order: Order) => Promise<boolean> }> {
  const delayed: Route[] = []
  await page.route(
    ({ pathname }) => /^\/(v1|api|jp|stk)\//.test(pathname),
    async (route) => {
      if (route.request().method() === 'GET') delayed.push(route)
      else await route.continue()
    },
  )
  return {
    async next(order) {
      const route = order === 'latest first' ? delayed.pop() : delayed.shift()
      if (!route) return false
      const answered = page.waitForEvent('requestfinished', (request) => request === route.request())
      await route.continue()
      await answered
      return true
    },
  }
}

/** Waits twice until the page is idle and has painted, because a response may load a lazy part that sends another read. */
const waitForPaint = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let time = 0; time < 2; time++) {
      await new Promise((done) => requestIdleCallback(done))
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    }
  })

type Shift = { value: number; moved: string[] }

const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => {
    type Entry = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    return (observer.takeRecords() as Entry[]).map(({ value, sources }) => ({
      value,
      moved: sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''),
    }))
  })

/** The pages whose late parts decide where money, limits and bets are shown. */
const mainPages = ['/', '/?when=live', '/my-bets', '/profile?tab=limits', '/deposit']
const otherPages = [
  ...['/live', '/profile', '/profile?tab=statement', '/withdraw', '/jackpot', '/casino', '/nare-games'],
  ...['/promotions', '/points', '/leader-board', '/fpl', '/bet-history'],
]

for (const { pages, name, tag } of [
  { pages: mainPages, name: 'the main pages', tag: ['@desktop-long'] },
  { pages: otherPages, name: 'the other pages', tag: ['@layout', '@long'] },
]) {
  test(
    `responses that arrive separately, in both orders, move nothing on ${name}`,
    { tag },
    async ({ page, request, funded }) => {
      test.setTimeout(300_000)
      const match = await newMatch(request)
      await placeBet(request, funded, '50.00', [
        { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' },
      ])
      // Makes the section "Games today" below the bets.
      await ask(request, games.bet, { game: 'limbo', id: randomUUID(), stake: '20', target: '2.00' }, funded.token)
      // Makes the section "Starting soon" below the live list.
      await newMatch(request, { start_time: new Date(Date.now() + 1_200_000).toISOString() })
      await newLiveMatch(request)
      await newPool(request, `First ${randomUUID().slice(0, 8)}`)
      await enterAs(page, funded)
      const { next } = await delayReads(page)
      for (const [address, order] of pages.flatMap((page, at) => ordersOf(at).map((order) => [page, order] as const))) {
        await page.goto(address)
        await page.locator('#root main > *').first().waitFor()
        await expect(async () => {
          do await waitForPaint(page)
          while (await next(order))
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 100 })
        }).toPass({ intervals: [50] })
        const shifts = await shiftsOf(page)
        const sum = shifts.reduce((total, { value }) => total + value, 0)
        expect(sum, `${address}, ${order}: ${JSON.stringify(shifts)}`).toBeLessThan(shiftMax)
        // The foot is below all parts of a page, so it appears after the last of them, and so do the games below the bets.
        const moved = shifts.flatMap((shift) => shift.moved)
        expect(
          moved.filter((text) => /^(Limits and help|Games today)/.test(text)),
          `${address}, ${order}`,
        ).toEqual([])
      }
    },
  )
}
