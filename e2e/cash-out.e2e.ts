import { betting as calls, type BetView } from '@nare/contract/betting'
import { ledger } from '@nare/contract/ledger'
import { thousands } from '@nare/ui/format'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { ask, driveMatch, finishMatch, placeBet, type Bettor, type Pick } from './support/api.ts'
import { answerCashOut, quoteOf } from './support/cash-out-answers.ts'
import { newMatch, type Fixture } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const home = (match: Fixture): Pick => ({
  ...{ match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' },
})
const priced = (home_team: string, draw: string, away_team: string) => ({
  odds: { '1': { home_team, draw, away_team } },
})
const betOf = async (request: APIRequestContext, { token }: Bettor, id: string): Promise<BetView> =>
  (await ask(request, calls.bet, { id }, token)).data
const cents = (amount: string): number => Math.round(Number(amount.replaceAll(',', '')) * 100)

/** A bet of 100 on the home team of a new match, with its card in My bets. */
async function betInMyBets(page: Page, request: APIRequestContext, bettor: Bettor, startsInMs = 2 * 3_600_000) {
  const match = await newMatch(request, { start_time: new Date(Date.now() + startsInMs).toISOString() })
  const { bet } = await placeBet(request, bettor, '100.00', [home(match)])
  await enterAs(page, bettor)
  await page.goto('/my-bets')
  const card = cardOf(page, bet)
  return { match, bet, card, button: card.getByRole('button', { name: /^Cash out \d/ }) }
}

const cardOf = (page: Page, { bet_id }: BetView): Locator =>
  page.locator('li:has(> details)').filter({ hasText: `#${bet_id}` })
const panelOf = (card: Locator): Locator => card.getByRole('group', { name: /^Cash out bet #/ })

/** The amount of a button such as "Cash out KSh 86.40". */
async function amountOn(button: Locator): Promise<string> {
  const text = (await button.textContent()) ?? ''
  return /([\d,]+(?:\.\d\d)?)/.exec(text)?.[1] ?? ''
}

test(
  'a bet is cashed out for the displayed value, which follows the price, and the balance rises immediately',
  { tag: '@desktop-long' },
  async ({ page, request, funded }) => {
    const { match, bet, card, button } = await betInMyBets(page, request, funded)
    await expect(button).toBeVisible()
    const before = await amountOn(button)
    await driveMatch(request, match.id, priced('1.50', '4.20', '6.50'))
    await expect(async () => expect(cents(await amountOn(button))).toBeGreaterThan(cents(before))).toPass()
    await expectNoSidewaysScroll(page)

    await button.click()
    const panel = panelOf(card)
    await expect(panel).toBeFocused()
    await expect(panel).toContainText('You give up a possible payout of KSh 210.')
    const confirm = panel.getByRole('button', { name: /^Cash out KSh/ })
    const amount = await amountOn(confirm)
    await confirm.click()
    await expect(card.getByRole('status')).toHaveText(`You cashed out KSh ${amount}`)
    await expect(card.getByText('Cashed out', { exact: true })).toBeVisible()
    await expect(card.getByRole('button', { name: /^Cash out/ })).toHaveCount(0)
    const balance = ((cents('900') + cents(amount)) / 100).toFixed(2)
    await expect(page.getByRole('link', { name: 'Balance' })).toContainText(thousands(balance))
    await expect(page.getByText(/won · /)).toHaveCount(0)

    expect(await betOf(request, funded, bet.bet_id)).toMatchObject({ state: 'cashed_out' })
    const { data } = await ask(request, ledger.transactions, { kind: 'cash_out' }, funded.token)
    expect(data).toHaveLength(1)
    await page.goto('/profile?tab=statement')
    await expect(page.getByRole('row').filter({ hasText: 'Cash-out' })).toContainText(`+${amount}`)
  },
)

test('a part is cashed out, the rest stays open until it is settled, and another tab shows both', async ({
  page,
  context,
  request,
  funded,
}) => {
  const { match, bet, card, button } = await betInMyBets(page, request, funded)
  const other = await context.newPage()
  await enterAs(other, funded)
  await other.goto('/my-bets')
  const otherCard = cardOf(other, bet)
  await expect(otherCard.getByRole('button', { name: /^Cash out \d/ })).toBeVisible()

  await button.click()
  const panel = panelOf(card)
  await panel.getByRole('slider', { name: 'How much of the bet' }).fill('50')
  await expect(panel).toContainText('You give up a possible payout of KSh 105.')
  await expect(panel).toContainText('Take half, the rest runs on: 50 → 105')
  const confirm = panel.getByRole('button', { name: /^Cash out KSh/ })
  const paid = await amountOn(confirm)
  await confirm.click()
  await expect(card.getByRole('status')).toContainText('KSh 50 stays on the bet and may pay KSh 105.')
  await expect(card).toContainText(`${paid} cashed out`)
  await expect(otherCard).toContainText('Stake left 50')
  await expect(otherCard).toContainText(`${paid} cashed out`)

  await other.goto(`/my-bets?bet=${bet.bet_id}`)
  await expect(other.getByRole('term').filter({ hasText: 'Stake left' })).toBeVisible()
  await expect(other.getByRole('definition').filter({ hasText: 'KSh 105' })).toBeVisible()
  await finishMatch(request, match.id, { halfTime: '1:0', fullTime: '2:0' })
  const returned = ((cents(paid) + cents('105')) / 100).toFixed(2)
  await expect(card).toContainText(`KSh ${thousands(returned)}`)
  await expect(card.getByText('Won', { exact: true }).first()).toBeVisible()
})

test('a value that falls before the cash-out arrives must be confirmed again, and nothing is paid before that', async ({
  page,
  request,
  funded,
}) => {
  const { match, bet, card, button } = await betInMyBets(page, request, funded)
  await button.click()
  const panel = panelOf(card)
  const confirm = panel.getByRole('button', { name: /^Cash out KSh/ })
  const first = await amountOn(confirm)
  await page.route('**/cash-out', async (route) => {
    await driveMatch(request, match.id, priced('3.40', '3.20', '2.10'))
    await route.continue()
  })
  await confirm.click()
  await expect(panel.getByRole('alert')).toContainText(`The value fell from KSh ${first} to KSh`)
  await page.unrouteAll({ behavior: 'wait' })
  expect((await betOf(request, funded, bet.bet_id)).state).toBe('open')
  const lower = await amountOn(confirm)
  expect(cents(lower)).toBeLessThan(cents(first))
  await confirm.click()
  await expect(card.getByRole('status')).toHaveText(`You cashed out KSh ${lower}`)
})

test(
  'a bet settled during the cash-out is shown as settled, and a suspended bet shows why it cannot be cashed out',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    const { match, card, button } = await betInMyBets(page, request, funded, 60_000)
    await expect(button).toBeVisible()
    await driveMatch(request, match.id, { state: 'live', minute: 20, score: '0:0' })
    await driveMatch(request, match.id, { score: '0:1', event: 'goal' })
    await expect(button).toHaveCount(0)
    await expect(card.getByText('Paused: goal')).toBeVisible()
    await card.getByRole('link', { name: 'Details' }).click()
    await expect(page.getByRole('paragraph').filter({ hasText: 'Paused: goal' })).toBeVisible()
    await driveMatch(request, match.id, { suspend: false })
    await expect(page.getByText('Paused: goal')).toHaveCount(0)
    await button.click()
    await expect(panelOf(card).getByRole('button', { name: /^Cash out KSh/ })).toBeVisible()
    await finishMatch(request, match.id, { halfTime: '0:0', fullTime: '0:1' })
    await expect(panelOf(card)).toContainText('This bet was settled first, so nothing was cashed out.')
    await panelOf(card).getByRole('button', { name: 'Close' }).click()
    await expect(card.getByText('Lost', { exact: true }).first()).toBeVisible()
  },
)

test(
  'an automatic cash-out amount has bounds and can be removed, and its cash-out is announced',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    const { match, bet } = await betInMyBets(page, request, funded)
    await page.goto(`/my-bets?bet=${bet.bet_id}`)
    const field = page.getByLabel('Cash out at')
    const set = page.getByRole('button', { name: 'Set', exact: true })
    await field.fill('300')
    await set.click()
    await expect(page.getByText("The bet can't be worth more than KSh 210")).toBeVisible()
    await field.fill('1')
    await set.click()
    await expect(page.getByText(/^The bet is worth KSh\s\d.* now\. Enter more, or cash out now$/)).toBeVisible()
    await field.fill('120')
    await set.click()
    await expect(page.getByText("We cash out the whole bet as soon as it's worth KSh 120")).toBeVisible()
    await page.goto('/my-bets')
    await expect(page.getByText('Cashes out automatically at KSh 120')).toBeVisible()
    await page.goto(`/my-bets?bet=${bet.bet_id}`)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await field.fill('130')
    await set.click()
    await expect(page.getByText("We cash out the whole bet as soon as it's worth KSh 130")).toBeVisible()
    await driveMatch(request, match.id, priced('1.20', '6.50', '13.00'))
    await expect(page.getByText(new RegExp(`Bet #${bet.bet_id} cashed out · KSh\\s1\\d\\d`))).toBeVisible()
    await expect(page.getByText('Cashed out', { exact: true }).first()).toBeVisible()
    await expect(field).toHaveCount(0)
  },
)

test('a cash-out whose response was lost is looked up and pays once; offline the button is disabled', async ({
  page,
  context,
  request,
  funded,
}) => {
  const { card, button } = await betInMyBets(page, request, funded)
  await button.click()
  const panel = panelOf(card)
  const confirm = panel.getByRole('button', { name: /^Cash out KSh/ })
  const amount = await amountOn(confirm)
  await context.setOffline(true)
  await expect(panel.getByRole('button', { name: "You're offline; cash-out is paused" })).toBeDisabled()
  await context.setOffline(false)
  let lost = 1
  await page.route('**/cash-out', async (route) => {
    if (lost-- <= 0) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await confirm.click()
  await expect(card.getByRole('status').filter({ hasText: `You cashed out KSh ${amount}` })).toBeVisible()
  const { data } = await ask(request, ledger.transactions, { kind: 'cash_out' }, funded.token)
  expect(data.map(({ amount: paid }) => cents(paid))).toEqual([cents(amount)])
})

test(
  'in play the delay is counted down, and a higher value is paid and shown; the confirmation works by keyboard',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, funded }) => {
    const match = await newMatch(request)
    const { bet } = await placeBet(request, funded, '100.00', [home(match)])
    const cashedOut: BetView = { ...bet, state: 'cashed_out', returned: '91.00', cash_out: { paid: '91.00' } }
    const { push, taken } = await answerCashOut(page, {
      bet,
      quote: [{ body: quoteOf(bet, '86.40', { aliveMs: 60_000, delayS: 4 }) }],
      take: [{ body: { message: 'Cashed out', amount: '91.00', bet: cashedOut, balance: '991.00' } }],
    })
    let release = (): void => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/cash-out', async (route) => {
      if (route.request().method() === 'POST') await released
      return route.fallback()
    })
    push({ amount: '86.40', at: new Date().toISOString() })
    await enterAs(page, funded)
    await page.goto('/my-bets')
    const card = cardOf(page, bet)
    const button = card.getByRole('button', { name: 'Cash out 86.40' })
    await button.focus()
    await page.keyboard.press('Enter')
    const panel = panelOf(card)
    await expect(panel).toBeFocused()
    await expect(panel.getByRole('slider')).toHaveValue('100')
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    const confirm = panel.getByRole('button', { name: 'Cash out KSh 86.40' })
    await expect(confirm).toBeEnabled()
    await confirm.focus()
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('button', { name: /^Checking the value: [0-4] s$/ })).toBeDisabled()
    release()
    const status = card.getByRole('status')
    await expect(status).toContainText('You cashed out KSh 91')
    await expect(status).toContainText("The value rose: that's KSh 4.60 more than shown.")
    await expect(status).toBeFocused()
    await expect(page.getByRole('link', { name: 'Balance' })).toContainText('991')
    expect(taken).toMatchObject([{ quote_id: 'quote-86.40' }])
  },
)
