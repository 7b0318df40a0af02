import type { Page } from '@playwright/test'
import { placeBet } from './support/api.ts'
import { newPool } from './support/jackpot.ts'
import { recordedLeague } from './support/league-answers.ts'
import { answerFrom } from './support/league-routes.ts'
import { waitUntilSettled } from './support/settled.ts'
import { newMatch } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

/** Opens a page as for the first time and returns what moved on it until it was complete, one line per element. */
async function movedOn(page: Page, address: string): Promise<string[]> {
  await page.goto(address)
  await waitUntilSettled(page)
  await expect(
    page
      .getByRole('complementary', { name: /slip/i })
      .getByRole('region', { name: /^(Open bets|Your bets on this match)$/ }),
  ).toBeVisible()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  return page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)
}

async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(globalThis, { moved })
    type Entry = PerformanceEntry & { value: number; sources: { node?: Node }[] }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[]) {
        if (value < 0.0001) continue
        // The empty place of a note that no team has shows nothing.
        for (const { node } of sources)
          if (node instanceof Element && (node.textContent !== '' || node.querySelector('img, svg')))
            moved.push(node.outerHTML.slice(0, 160))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

test(
  'on a desktop nothing moves while a page, the slip and own bets beside it load',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, funded }) => {
    const match = await newMatch(request)
    await newPool(request, 'The first of the row')
    const home = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
    await placeBet(request, funded, '50.00', [home])
    await enterAs(page, funded)
    await recordShifts(page)
    // A league that takes bets all the time: what is played moves, as it should.
    const cycle = { betting: 3_600_000, lock: 5_000, playout: 40_000, result: 5_000 }
    await answerFrom(page, recordedLeague({ startMs: Date.now() - 20_000, cycle }), () => Date.now())
    for (const size of [
      { width: 1280, height: 800 },
      { width: 1920, height: 1080 },
    ]) {
      await page.setViewportSize(size)
      for (const address of ['/', '/competition', `/match/${match.id}`, '/nare-league']) {
        expect.soft(await movedOn(page, address), `${address}, ${size.width} px`).toEqual([])
      }
    }
  },
)
