import { randomUUID } from 'node:crypto'
import { betting } from '@nare/contract/betting'
import { content } from '@nare/contract/content'
import { leagueBets, leagueReads } from '@nare/contract/league'
import { request as requests, type APIRequestContext, type Page } from '@playwright/test'
import { ask, fund, signUp, type Bettor } from './support/api.ts'
import { startApp, type App } from './support/app.ts'
import { placeOnFirst, slipOf } from './support/league-slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

/**
 * Betting, lock, play-out and result in seconds. A round takes slightly more than a minute: whatever the pages show in a phase, a slow machine
 * must see before its end.
 */
const cycle = { LEAGUE_CYCLE: '40,2,30,3', LEAGUE_STAGGER_S: '2' }
const competition = { competition_id: '2' }

let app: App
let api: APIRequestContext
test.beforeAll(async () => {
  app = await startApp(cycle)
  api = await requests.newContext({ baseURL: app.url })
})
test.afterAll(async () => {
  await api.dispose()
  await app.stop()
})

type Round = Awaited<ReturnType<typeof periodsWithOpenRound>>[number]

async function fundedBettor(): Promise<Bettor> {
  const bettor = await signUp(api)
  await fund(api, bettor.msisdn, '1000.00')
  return bettor
}

/** Bets on the first price of the list, dismisses the receipt, and returns the teams of its match. */
async function betOnFirst(page: Page, stake: string): Promise<string> {
  const teams = await placeOnFirst(page, stake)
  await slipOf(page).getByRole('button', { name: 'Back to matches' }).click()
  if (page.viewportSize()?.width === 360) await page.keyboard.press('Escape')
  // A navigation would be stopped by the step back from the sheet's history entry.
  await expect.poll(() => page.evaluate(() => history.state?.sheets ?? 0)).toBe(0)
  return teams
}

/** Waits until the current round is open for bets for at least this many further seconds. Returns the periods. */
async function periodsWithOpenRound(seconds: number) {
  for (;;) {
    const { data } = await ask(api, leagueReads.periods, competition)
    const [current] = data
    const { message } = await ask(api, content.settings, {})
    const left = current ? Date.parse(current.betting_closes_at) - Date.parse(message.server_time) : 0
    if (current?.state === 'open' && left > seconds * 1000) return data
    await new Promise((done) => setTimeout(done, 500))
  }
}

test(
  'bets on two rounds are placed, the first is paid and checked, and both are in the history, on a phone and a wide screen',
  { tag: '@long' },
  async ({ page, browser }) => {
    test.setTimeout(400_000)
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      isMobile: false,
      hasTouch: false,
    })
    const wide = await context.newPage()
    const bettors = [await fundedBettor(), await fundedBettor()] as const
    const [current, next] = await periodsWithOpenRound(30)
    if (!current || !next) throw new Error('three rounds are always listed')
    // Both pages play the same rounds in parallel, which saves time.
    await Promise.all([playTwoRounds(page, bettors[0], current, next), playTwoRounds(wide, bettors[1], current, next)])
    await context.close()
  },
)

async function playTwoRounds(page: Page, bettor: Bettor, current: Round, next: Round): Promise<void> {
  await enterAs(page, bettor)
  await page.goto(`${app.url}/nare-league`)
  const rounds = page.getByRole('navigation', { name: 'Rounds' })
  await expect(rounds.getByRole('link', { name: `Round ${current.round_number}`, exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(page.getByText(/^sealed [0-9a-f]{4}…[0-9a-f]{2} · random results$/)).toBeVisible()
  await expect(page.getByText('Virtual football: results are drawn at random')).toBeVisible()
  await expectNoSidewaysScroll(page)
  const first = await betOnFirst(page, '50')
  // The other two results of that match, so that one of the three bets wins.
  const { data } = await ask(api, leagueReads.matches, { ...competition, round_id: current.round_id, market_id: '3' })
  const [match] = data
  expect(`${match?.home_team} v ${match?.away_team}`).toBe(first)
  for (const odd of match?.odds[0]?.odds.slice(1) ?? []) {
    const pick = { match_id: match?.match_id ?? '', sub_type_id: '3', odd_key: odd.odd_key }
    const slip = [{ ...pick, odd_value: odd.odd_value ?? '' }]
    await ask(api, leagueBets.bet, { id: randomUUID(), stake: '50', type: 'single', slip }, bettor.token)
  }
  await rounds.getByRole('link', { name: `Round ${next.round_number}`, exact: true }).click()
  await expect(page.getByText(`Betting ahead on round ${next.round_number}`)).toBeVisible()
  await betOnFirst(page, '20')

  // The play-out replaces the list automatically.
  await page.goto(`${app.url}/nare-league`)
  const playout = page.getByRole('region', { name: `Play-out of round ${current.round_number}` })
  await expect(playout).toBeVisible({ timeout: 100_000 })
  await expect(playout.getByRole('list', { name: 'Your bets on this round' }).getByRole('listitem')).toHaveCount(3)
  await expect(playout.getByText('Your pick')).toHaveCount(1)

  // After the end the page shows won and lost bets, and the list of the next round.
  const outcome = page.getByRole('status').filter({ hasText: `Round ${current.round_number}:` })
  await expect(outcome).toContainText(/you won|came back/, { timeout: 100_000 })
  await expect(outcome).toContainText('This session: ')
  const bets = (await ask(api, betting.bets, { product: 'league', state: 'settled' }, bettor.token)).totals
  expect(Number(bets.returned)).toBeGreaterThan(0)
  await expect(page.locator('main li').filter({ has: page.getByRole('group') })).toHaveCount(10)

  // The stake of the last bet is there with the first pick of the next one.
  await page.locator('main li').getByRole('group').first().getByRole('button').first().click()
  if (page.viewportSize()?.width === 360) await page.getByRole('button', { name: /^1 pick/ }).click()
  await expect(slipOf(page).getByLabel('Stake', { exact: true })).toHaveValue('20')
  if (page.viewportSize()?.width === 360) await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => history.state?.sheets ?? 0)).toBe(0)

  await outcome.getByRole('link', { name: 'Check this round' }).click()
  await page.getByRole('button', { name: 'Check this round' }).first().click()
  await expect(page.getByText('Everything fits. This round was decided before anyone could bet on it.')).toBeVisible()
  await page.getByRole('button', { name: "Compare with the season's file too" }).click()
  await expect(page.getByText(/The same tables are in the season's file/)).toBeVisible()
  await expect(page.getByText(/Something doesn't fit/)).toHaveCount(0)
  await expectNoSidewaysScroll(page)

  await page.goto(`${app.url}/bethistory`)
  await expect(page.getByText(/^#\d+ · /)).toHaveCount(4)
  await expect(page.getByText(/^Staked KSh 170, returned KSh /)).toBeVisible()
}

// This journey follows the one above, which ends early in the betting phase of the next round.
test(
  'when a round locks, its picks leave the slip with a message, and picks of the next round stay',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(400_000)
    const [current, next] = await periodsWithOpenRound(30)
    await page.goto(`${app.url}/nare-league`)
    const first = page
      .locator('main li')
      .getByRole('group')
      .filter({ has: page.getByRole('button') })
      .first()
    await first.getByRole('button').first().click()
    await page.goto(`${app.url}/nare-league?round=${next?.round_id}`)
    await expect(page.getByText(`Betting ahead on round ${next?.round_number}`)).toBeVisible()
    await first.getByRole('button').first().click()
    await expect(page.getByRole('button', { name: /^2 picks/ })).toBeVisible()
    await expect(page.getByText(`Round ${current?.round_number} is locked, so its pick left your slip`)).toBeVisible({
      timeout: 100_000,
    })
    await expect(page.getByRole('button', { name: /^1 pick/ })).toBeVisible()
  },
)

test(
  'in Lite the play-out is text only, without socket and canvas, and advances automatically',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(400_000)
    let sockets = 0
    page.on('websocket', () => sockets++)
    await page.addInitScript(() =>
      localStorage.setItem('bettor:data-saver', JSON.stringify({ value: 'lite', created: 0, ttl: 9e15 })),
    )
    await page.goto(`${app.url}/nare-league`)
    const playout = page.getByRole('region', { name: /^Play-out of round/ })
    await expect(playout).toBeVisible({ timeout: 100_000 })
    await expect(
      playout
        .getByRole('group', { name: 'Commentary' })
        .getByText(/Kick-off|GOAL/)
        .first(),
    ).toBeVisible()
    await expect(page.locator('canvas')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Nare league' }).getByRole('group').first()).toBeVisible({
      timeout: 100_000,
    })
    expect(sockets).toBe(0)
  },
)
