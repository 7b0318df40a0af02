import { leagueReads } from '@nare/contract/league'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { ask } from './support/api.ts'
import { recordedLeague } from './support/league-answers.ts'
import { answerFrom } from './support/league-routes.ts'
import { placeOnFirst, slipOf } from './support/league-slip.ts'
import { answerPrompt } from './support/money.ts'
import { enterAs, expect, test } from './support/test.ts'

test(
  'a page opened in the middle of a play-out shows the right minute, and pausing freezes it',
  { tag: '@long' },
  async ({ page }) => {
    const startMs = Date.now() - 150_000
    // A play-out of two minutes leaves a slow page the time for what follows.
    const cycle = { betting: 130_000, lock: 5_000, playout: 120_000, result: 5_000 }
    const recorded = recordedLeague({ startMs, cycle })
    await page.routeWebSocket(/\/v1\/live/, () => {})
    await answerFrom(page, recorded, () => Date.now())
    await page.goto('/playouts')
    const shown = page.locator('main header').getByText(/^\d+'$/)
    const minute = async () => Number((await shown.innerText()).replace("'", ''))
    const due = () => Math.floor((90 * (Date.now() - startMs - 135_000)) / cycle.playout)
    await expect(shown).toBeVisible()
    // The ticker of a page moves once a second.
    const [before, read, after] = [due(), await minute(), due()]
    expect(read).toBeGreaterThanOrEqual(before - 5)
    expect(read).toBeLessThanOrEqual(after + 1)
    await page.getByRole('button', { name: 'Pause' }).click()
    const paused = await minute()
    await expect.poll(due).toBeGreaterThan(paused + 10)
    expect(await minute()).toBe(paused)
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect.poll(minute).toBeGreaterThan(paused)
  },
)

test(
  'a page opened between the end of a play-out and its results shows full time',
  { tag: '@long' },
  async ({ page }) => {
    const cycle = { betting: 1000, lock: 1000, playout: 1000, result: 600_000 }
    const recorded = recordedLeague({ startMs: Date.now() - 4000, cycle })
    await page.routeWebSocket(/\/v1\/live/, () => {})
    await answerFrom(page, recorded, () => Date.now())
    await page.goto('/playouts')
    await expect(page.getByRole('region', { name: 'Play-out of round 1' }).getByText('Full time').first()).toBeVisible()
  },
)

test(
  'nothing in the matches and the play-outs moves while they load for the first time',
  { tag: '@long' },
  async ({ page }) => {
    const recorded = recordedLeague({ startMs: Date.now() - 20_000 })
    await answerFrom(page, recorded, () => Date.now())
    await page.addInitScript(() => {
      localStorage.clear()
      const moved: string[] = []
      Object.assign(globalThis, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node?: Node }[] })[])
          for (const { node } of entry.sources)
            if (node instanceof Element && node.closest('main')) moved.push(node.outerHTML.slice(0, 200))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const main = page.getByRole('main')
    for (const [path, loaded] of [
      ['/nare-league', main.locator('li').filter({ has: page.getByRole('group') })],
      ['/playouts', main.getByRole('link', { name: /^Bet on round \d+$/ })],
    ] as const) {
      await page.goto(path)
      await expect(loaded.first()).toBeVisible()
      await expect(main.getByText(/^On average|On average/).first()).toBeAttached()
      expect(await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved)).toEqual([])
    }
  },
)

test(
  'a tap on the teams of a match shows their form and last results, and the play-outs lead to the next round',
  { tag: '@long' },
  async ({ page }) => {
    const startMs = Date.now() - 190_000
    await page.routeWebSocket(/\/v1\/live/, () => {})
    await answerFrom(page, recordedLeague({ startMs }), () => Date.now())
    await page.goto('/nare-league')
    await page
      .getByRole('button', { name: /show form$/ })
      .first()
      .click()
    const form = page.getByRole('region', { name: /^Form of / }).first()
    await expect(form.getByRole('heading')).toHaveCount(3)
    await expect(form.getByRole('listitem').first()).toBeVisible()
    await page.goto('/playouts')
    const bet = page.getByRole('link', { name: /^Bet on round \d+$/ })
    await expect(bet).toBeInViewport({ ratio: 1 })
    await bet.click()
    await expect(page).toHaveURL(/\/nare-league\?competition=2&round=/)
  },
)

test(
  'on a desktop pitch and scores have the room of the slip, and its end is heard once sounds are on',
  { tag: ['@desktop', '@long'] },
  async ({ page }) => {
    const cycle = { betting: 1000, lock: 1000, playout: 3_600_000, result: 3_600_000 }
    const startMs = Date.now() - 2500
    let aheadMs = 0
    await page.clock.install()
    await page.routeWebSocket(/\/v1\/live/, () => {})
    await answerFrom(page, recordedLeague({ startMs, cycle }), () => Date.now() + aheadMs)
    await page.addInitScript(() => {
      const heard: number[] = []
      Object.assign(globalThis, { heard })
      const { start } = OscillatorNode.prototype
      OscillatorNode.prototype.start = function (at) {
        heard.push(this.frequency.value)
        start.call(this, at)
      }
    })
    await page.goto('/playouts')
    const playout = page.getByRole('region', { name: 'Play-out of round 1' })
    const [pitch, scores] = [playout.locator('canvas, figure').first(), playout.getByRole('list').first()]
    await expect(scores).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Slip' })).toHaveCount(0)
    const [field, board] = [await pitch.boundingBox(), await scores.boundingBox()]
    expect(field?.width).toBeGreaterThan(560)
    expect(board?.width).toBeGreaterThan(380)
    expect((board?.x ?? 0) + (board?.width ?? 0)).toBeGreaterThan(1270)
    const heard = () => page.evaluate(() => (globalThis as unknown as { heard: number[] }).heard.length)
    expect(await heard()).toBe(0)
    const sound = playout.getByRole('button', { name: 'Sound' })
    await sound.click()
    await expect(sound).toHaveAttribute('aria-pressed', 'true')
    const before = await heard()
    expect(before).toBe(1)
    aheadMs = cycle.playout
    await page.clock.fastForward(cycle.playout)
    await expect.poll(heard, { timeout: 60_000 }).toBeGreaterThan(before)
  },
)

test(
  'Retry loads the matches, the table and the results after their requests have failed',
  { tag: '@long' },
  async ({ page }) => {
    const recorded = recordedLeague({ startMs: Date.now() - 20_000 })
    await answerFrom(page, recorded, () => Date.now())
    let fails = true
    await page.route(/\/nare-league\/(matches|standings|results)/, (route) =>
      fails ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Not loaded' } }) : route.fallback(),
    )
    for (const [path, loaded] of [
      ['/nare-league', page.locator('main li').getByRole('group').first()],
      ['/standing', page.locator('main').getByRole('table').first()],
      [
        '/results',
        page
          .locator('main')
          .getByText(/^(No round has ended|Round \d)/)
          .first(),
      ],
    ] as const) {
      fails = true
      await page.goto(path)
      const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
      await expect(retry).toBeVisible()
      await expect(loaded).toHaveCount(0)
      fails = false
      await retry.click()
      await expect(loaded).toBeVisible()
      await expect(retry).toHaveCount(0)
    }
  },
)

test(
  'Retry loads the markets and the competitions if only their requests have failed',
  { tag: '@long' },
  async ({ page }) => {
    const recorded = recordedLeague({ startMs: Date.now() - 20_000 })
    await answerFrom(page, recorded, () => Date.now())
    // The app stores the lists for later visits.
    await page.addInitScript(() => localStorage.clear())
    const main = page.getByRole('main')
    for (const [call, path, loaded] of [
      ['markets', '/nare-league', main.getByRole('group', { name: 'Market' }).getByRole('button').first()],
      ['competitions', '/nare-league', main.getByRole('navigation', { name: 'Competitions' })],
      ['competitions', '/virtuals', main.getByRole('listitem').first()],
    ] as const) {
      let fails = true
      await page.route(`**/nare-league/${call}`, (route) =>
        fails ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Not loaded' } }) : route.fallback(),
      )
      await page.goto(path)
      const retry = main.getByRole('button', { name: 'Retry' })
      await expect(retry).toBeVisible()
      await expect(loaded).toHaveCount(0)
      fails = false
      await retry.click()
      await expect(loaded).toBeVisible()
      await expect(retry).toHaveCount(0)
    }
  },
)

test('the fairness check detects a result that was changed after the draw', async ({ page }) => {
  const recorded = recordedLeague({ startMs: Date.now() - 400_000 })
  await answerFrom(page, recorded, () => Date.now())
  await page.route(/\/rounds\//, async (route) => {
    const id = decodeURIComponent(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
    const answer = recorded.round(id, Date.now())
    const [match] = answer?.data.matches ?? []
    if (match) match.full_time = '9:9'
    await route.fulfill({ json: answer })
  })
  await page.goto('/results')
  await page.getByRole('button', { name: 'Check this round' }).first().click()
  await expect(page.getByText(/^Something doesn't fit/)).toBeVisible()
  await expect(page.getByText(/1 of 10 values differs/)).toBeVisible()
})

test('the empty league slip leads back to the matches under it', { tag: '@long' }, async ({ page, request }) => {
  const slip = await pickOfNextRound(page, request)
  if (page.viewportSize()?.width === 360) await slip.getByRole('button', { name: 'Show the whole slip' }).click()
  await slip.getByRole('button', { name: /^Remove/ }).click()
  await slip.getByRole('link', { name: 'See the matches' }).click()
  await expect(slip).toBeHidden()
  await expect(page).toHaveURL(/\/nare-league/)
})

test(
  'the deposit offered by the league slip covers the stake and the deposit tax, and returns to that slip',
  { tag: '@long' },
  async ({ page, request, bettor }) => {
    await enterAs(page, bettor)
    // The next round is open until after the deposit.
    const slip = await pickOfNextRound(page, request)
    await slip.getByLabel('Stake', { exact: true }).fill('100')
    await slip.getByRole('button', { name: 'Deposit KSh 106' }).click()
    await expect(page.getByText('We place it only when you press Place 100')).toBeVisible()
    await page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 106' }).click()
    await answerPrompt(request, bettor.msisdn, 'approve')
    await expect(page).toHaveURL(/\/betslip-nare$/)
    await expect(page.getByRole('button', { name: 'Place 100 →' })).toBeEnabled()
  },
)

/** Opens the next round, which is open for bets for more than a minute, and bets on its first price. */
async function betOnNextRound(page: Page, request: APIRequestContext): Promise<void> {
  const [, next] = (await ask(request, leagueReads.periods, { competition_id: '2' })).data
  await page.goto(`/nare-league?competition=2&round=${encodeURIComponent(next?.round_id ?? '')}`)
  await placeOnFirst(page, '20')
}

test('the link on the receipt of a league bet opens the league bets, and the receipt does not cover them', async ({
  page,
  request,
  funded,
}) => {
  await enterAs(page, funded)
  await betOnNextRound(page, request)
  await expect(slipOf(page).getByText(/^#\d+ · Single · \d\d:\d\d$/)).toBeVisible()
  await slipOf(page).getByRole('link', { name: 'My bets' }).click()
  await expect(page.getByRole('main').getByText(/^#\d+ · /)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test(
  'Back to matches on the receipt of a league bet shows the matches, and no empty slip covers them',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    await betOnNextRound(page, request)
    await slipOf(page).getByRole('button', { name: 'Back to matches' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    // The bet stays in sight below the matches of its round.
    const own = page.getByRole('main').getByText(/^Your bets on round \d+ · 1 pick/)
    await expect(own).toBeInViewport({ ratio: 1 })
    await expect(own).toContainText(/20 → \d/)
    // The list is drawn anew when a round ends.
    await expect.poll(async () => (await own.boundingBox())?.height ?? Infinity).toBeLessThan(60)
  },
)

/** The league's slip, opened with the first price of the next round. */
async function pickOfNextRound(page: Page, request: APIRequestContext): Promise<Locator> {
  const [, next] = (await ask(request, leagueReads.periods, { competition_id: '2' })).data
  await page.goto(`/nare-league?round=${next?.round_id}`)
  const row = page.locator('main li').filter({ has: page.getByRole('group') })
  await row.first().getByRole('group').getByRole('button').first().click()
  await page.getByRole('button', { name: /^1 pick/ }).click()
  return page.getByRole('dialog', { name: 'Nare league slip' })
}
