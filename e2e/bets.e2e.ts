import { games } from '@nare/contract/games'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ask, driveMatch, finishMatch, placeBet, type Pick } from './support/api.ts'
import { newMatch, pickHome } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const soon = () => new Date(Date.now() + 5 * 60_000).toISOString()
const home = (match_id: string): Pick => ({ match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' })

test('My bets follows a bet from kick-off to its payout without a reload, and a win shows one notice', async ({
  page,
  request,
  funded,
}) => {
  const match = await newMatch(request, { start_time: soon() })
  const later = await newMatch(request)
  await placeBet(request, funded, '20.00', [home(match.id), home(later.id)])
  await enterAs(page, funded)
  const slip = await pickHome(page, match, '100')
  await slip.getByRole('button', { name: /^Place \d/ }).click()
  await slip.getByRole('link', { name: 'My bets' }).click()
  await page.evaluate(() => (document.documentElement.dataset['stayed'] = 'yes'))

  const card = page.getByRole('listitem').filter({ hasText: 'Single' })
  const combined = page.getByRole('listitem').filter({ hasText: 'Multi, 2 picks' })
  await expect(card).toContainText('Stake 100')
  await expect(card).toContainText('210')
  await driveMatch(request, match.id, { state: 'live', minute: 34, score: '1:0' })
  await expect(card).toContainText("34' 1–0")
  await expect(card.locator('summary').getByText('Live', { exact: true })).toBeVisible()
  await driveMatch(request, match.id, { minute: 71, score: '2:0' })
  await expect(card).toContainText("71' 2–0")
  await expect(card.getByRole('link', { name: `${match.home} v ${match.away}` })).toHaveAttribute(
    'href',
    `/match/${match.id}`,
  )

  await expect(page.getByRole('button', { name: 'Open 2', exact: true })).toBeVisible()
  await finishMatch(request, match.id, { halfTime: '1:0', fullTime: '2:0' })
  await expect(page.getByRole('button', { name: 'Open 1', exact: true })).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: /^Bet #\d+ won · KSh\s210/ })
  await notice.getByRole('button', { name: 'View' }).click()
  await expect(page).toHaveURL(/\/my-bets\?bet=\d+$/)
  await expect(page.getByRole('main')).toContainText('KSh 210')
  await expect(page.getByText('110 above your stake of 100')).toBeVisible()
  await expect(page.getByText('FT 2–0').first()).toBeVisible()
  await expect(page.getByText('Won').first()).toBeVisible()
  await page.goBack()
  await expect(combined).toContainText('1 of 2 won')
  expect(await page.evaluate(() => document.documentElement.dataset['stayed'])).toBe('yes')
})

test(
  'the idle slip has the open bets with their sum, score and cash-out, and what settled today; a match has those on it',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, funded }) => {
    const [match, other, lost] = [await newMatch(request), await newMatch(request), await newMatch(request)]
    await placeBet(request, funded, '100.00', [home(match.id)])
    await placeBet(request, funded, '50.00', [home(other.id)])
    await placeBet(request, funded, '20.00', [home(lost.id)])
    await finishMatch(request, lost.id, { halfTime: '0:1', fullTime: '0:1' })
    await driveMatch(request, match.id, { state: 'live', minute: 34, score: '1:0' })
    await enterAs(page, funded)
    await page.goto('/')
    const slip = page.getByRole('complementary', { name: 'Slip' })
    const open = slip.getByRole('region', { name: 'Open bets' })
    await expect(open.getByRole('heading')).toHaveText('Open bets 2')
    await expect(open).toContainText('150 → possible payout 315')
    await expect(open.getByRole('listitem').filter({ hasText: match.home }).first()).toContainText("34' 1–0")
    await expect(slip.getByRole('region', { name: 'Settled today' })).toContainText('Lost')
    await expect(slip.getByText('net -KSh 20')).toBeVisible()
    await open
      .getByRole('button', { name: /^Part of bet/ })
      .first()
      .click()
    await expect(open.getByRole('slider', { name: 'How much of the bet' })).toHaveValue('50')
    await open.getByRole('button', { name: 'Keep the bet' }).click()

    // So have the idle slips of the league and the jackpot; picks take their place.
    for (const address of ['/nare-league', '/jackpot']) {
      await page.goto(address)
      await expect(open.getByRole('heading'), address).toHaveText('Open bets 2')
      await expect(slip.getByRole('region', { name: 'Settled today' })).toContainText('Lost')
    }
    await page.goto('/nare-league')
    await page.getByRole('main').locator('button.odd[aria-pressed]:not([aria-disabled])').first().click()
    await expect(open).toHaveCount(0)

    await page.goto(`/match/${match.id}`)
    const mine = slip.getByRole('region', { name: 'Your bets on this match' })
    await expect(mine.getByRole('heading')).toHaveText('On this match 1')
    await expect(mine).toContainText(match.home)
    await expect(mine).not.toContainText(other.home)
  },
)

test(
  'rounds of a day and a game are one row, which leads to them; the picture of a win has no amount unless asked',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    const options = { target: '50.5', over: true }
    for (let n = 0; n < 2; n++)
      await ask(request, games.bet, { game: 'dice', id: randomUUID(), stake: '20', ...options }, funded.token)
    const match = await newMatch(request)
    const { bet } = await placeBet(request, funded, '100.00', [home(match.id)])
    await finishMatch(request, match.id, { halfTime: '1:0', fullTime: '2:0' })
    await enterAs(page, funded)
    await page.goto('/my-bets?product=games')
    const row = page.getByRole('region', { name: 'Games today' }).getByRole('link')
    await expect(row).toHaveText(/^Dice2 rounds · 40 staked/)
    await row.click()
    await expect(page).toHaveURL(/\/bet-history\?product=games&from=/)
    await expect(page.getByText(/^Rolled/)).toHaveCount(2)

    await page.goto(`/my-bets?bet=${bet.bet_id}`)
    await expect(page.getByText('110 above your stake of 100')).toBeVisible()
    const picture = page.getByRole('img', { name: new RegExp(match.home) })
    await expect(picture).not.toHaveAccessibleName(/KSh/)
    await page.getByRole('checkbox', { name: 'Amount' }).check()
    await expect(picture).toHaveAccessibleName(/KSh\s210/)
    await expectNoSidewaysScroll(page)
  },
)

test(
  'a win in the first seconds of a visit shows its notice too',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    const match = await newMatch(request)
    await placeBet(request, funded, '100.00', [home(match.id)])
    await enterAs(page, funded)
    let release = (): void => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(/assets\/background-tasks-/, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/my-bets')
    const card = page.getByRole('listitem').filter({ hasText: 'Single' })
    await expect(card).toContainText('Stake 100')
    await finishMatch(request, match.id, { halfTime: '1:0', fullTime: '2:0' })
    await expect(card.getByText('Won').first()).toBeVisible()
    release()
    await expect(page.getByRole('status').filter({ hasText: /^Bet #\d+ won · KSh\s210/ })).toBeVisible()
  },
)

test(
  'a lost bet shows no notice; only Settled shows totals; an open bet can be placed again',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    const [match, open] = [await newMatch(request), await newMatch(request)]
    await placeBet(request, funded, '20.00', [home(match.id)])
    await placeBet(request, funded, '30.00', [home(open.id)])
    await enterAs(page, funded)
    await page.goto('/my-bets')
    const card = page.getByRole('listitem').filter({ hasText: 'Stake 20' })
    await expect(card).toContainText('42')
    await finishMatch(request, match.id, { halfTime: '0:0', fullTime: '0:1' })
    await expect(card.getByText('Lost').first()).toBeVisible()
    await expect(page.getByText(/ won · /)).toHaveCount(0)
    await expect(card.getByRole('button', { name: 'Bet again' })).toHaveCount(0)
    await expect(page.getByText('Staked')).toHaveCount(0)
    await page.getByRole('button', { name: 'Settled' }).click()
    await expect(page.getByRole('term').filter({ hasText: 'Staked' }).locator('..')).toContainText('KSh 20')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('button', { name: 'Bet again' }).click()
    await expect(page).toHaveURL(/\/b\/[A-Z2-9]{6}$/)
    await expect(page.getByText(open.home).first()).toBeVisible()
  },
)

test(
  'the page of an ended match shows its score, its goals and the winning outcomes, also if it ends while the page is open',
  { tag: '@long' },
  async ({ page, request }) => {
    const match = await newMatch(request)
    await driveMatch(request, match.id, { state: 'live', minute: 80, score: '1:0' })
    await page.goto(`/match/${match.id}`)
    const draw = page.getByRole('button', { name: /^Draw / })
    await expect(draw.first()).toBeVisible()
    await finishMatch(request, match.id, { halfTime: '1:0', fullTime: '2:1', goals: ['home', 'away', 'home'] })
    await expect(page.getByRole('heading', { name: 'What won' })).toBeVisible()
    await expect(page.getByLabel('Score 2 to 1')).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('listitem')).toHaveText([`1–0 ${match.home}`, `1–1 ${match.away}`, `2–1 ${match.home}`])
    await expect(main.getByRole('term').filter({ hasText: /^1X2$/ }).locator('..')).toContainText(match.home)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'What won' })).toBeVisible()
    await expect(draw).toHaveCount(0)
  },
)

test(
  'the header of a match found by search is shown before its markets',
  { tag: '@long' },
  async ({ page, request }) => {
    const match = await newMatch(request)
    // A page without a list of matches.
    await page.goto('/promotions')
    await page.getByRole('button', { name: /^Search/ }).click()
    await page.getByRole('searchbox').fill(match.home)
    let release = (): void => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/v1/match/**', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('button', { name: new RegExp(`^${match.home} v`) }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(match.away)
    await expect(page.getByRole('group', { name: '1X2', exact: true })).toHaveCount(0)
    release()
    await expect(page.getByRole('group', { name: '1X2', exact: true })).toBeVisible()
  },
)

test(
  'the bet history filters by product, state and day, with totals and a CSV download',
  { tag: ['@layout', '@long'] },
  async ({ page, request, funded }) => {
    const match = await newMatch(request)
    const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
    const { bet } = await placeBet(request, funded, '70.00', [pick])
    await enterAs(page, funded)
    await page.goto('/my-bets')
    await page.getByRole('link', { name: 'Bet history' }).click()
    await expect(page.locator('summary').getByText(`#${bet.bet_id}`, { exact: true })).toBeVisible()
    await expect(page.getByRole('term').filter({ hasText: 'Staked' }).locator('..')).toContainText('KSh 70')
    const net = page.getByText('Net is what you won or lost. Open bets count once they settle.')
    await expect(net).toBeVisible()
    await expectNoSidewaysScroll(page)
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect(await readFile(await (await file).path(), 'utf8')).toContain(bet.bet_id)
    for (const range of ['7 days', '30 days', 'Today']) {
      await page.getByRole('group', { name: 'Days' }).getByRole('button', { name: range }).click()
      await expect(page).toHaveURL(/[?&]from=20\d\d-\d\d-\d\d&to=20\d\d-\d\d-\d\d/)
      await expect(page.locator('summary').getByText(`#${bet.bet_id}`, { exact: true })).toBeVisible()
    }
    expect(/from=([\d-]+)&to=([\d-]+)/.exec(page.url())?.[1]).toBe(/&to=([\d-]+)/.exec(page.url())?.[1])
    await page.getByLabel('Status').selectOption({ label: 'Settled' })
    await expect(page.getByText('No bets here yet')).toBeVisible()
    await expect(net).toHaveCount(0)
    await page.getByLabel('Status').selectOption({ label: 'Open' })
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await expect(page.getByText('No bets here yet')).toBeVisible()
  },
)
