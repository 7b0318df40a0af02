import { betting as calls, type BetView } from '@nare/contract/betting'
import type { Locator, Page } from '@playwright/test'
import { ask, driveMatch, finishMatch, placeBet } from './support/api.ts'
import { isWide, newMatch, openSlip, pickHome, resultOf, type Fixture } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const home = (match: Fixture) => ({
  ...{ match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' },
})
const cardOf = (page: Page, { bet_id }: BetView): Locator =>
  page.locator('li:has(> details)').filter({ hasText: `#${bet_id}` })

/** The slip after a tap on Edit bet: its page on phones, the column on wide screens. */
const editedSlip = (page: Page): Locator =>
  isWide(page) ? page.getByRole('complementary', { name: 'Slip' }) : page.getByRole('main')

/** Opens My bets and taps Edit bet. */
async function startEdit(page: Page, bet: BetView): Promise<Locator> {
  await page.goto('/my-bets')
  await cardOf(page, bet).getByRole('button', { name: 'Edit bet' }).click()
  const slip = editedSlip(page)
  await expect(slip.getByText(`Editing bet #${bet.bet_id}, worth KSh`)).toBeVisible()
  return slip
}

test(
  'an open bet gets a further pick: it is replaced at its value, both bets name the other, and the earlier slip is back',
  { tag: ['@long', '@layout'] },
  async ({ page, request, funded }) => {
    const [match, added, earlier] = [await newMatch(request), await newMatch(request), await newMatch(request)]
    const { bet } = await placeBet(request, funded, '100.00', [home(match)])
    await enterAs(page, funded)
    await pickHome(page, earlier, '30')
    const slip = await startEdit(page, bet)
    await expect(slip.getByText(match.home, { exact: true })).toBeVisible()
    await expect(slip.getByText(earlier.home, { exact: true })).toHaveCount(0)
    await expect(slip.getByRole('button', { name: 'Change a pick to replace the bet' })).toBeDisabled()
    await expectNoSidewaysScroll(page)
    // On a phone the bar above names the slip: no empty head above the notice.
    if (!isWide(page)) expect(await slip.locator('header').evaluate((head) => head.clientHeight)).toBe(0)

    // The edit survives a visit of another page.
    await page.goto(`/match/${added.id}`)
    await resultOf(page).home.click()
    const whole = await openSlip(page)
    await whole.getByRole('button', { name: /^Replace bet: / }).click()
    await expect(whole.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    const { data } = await ask(request, calls.bets, {}, funded.token)
    const [next, old] = data
    expect(next).toMatchObject({ type: 'multi', replaces: bet.bet_id, stake: old?.returned })
    expect(old).toMatchObject({ bet_id: bet.bet_id, state: 'cashed_out', replaced_by: next?.bet_id })
    await expect(whole.getByRole('link', { name: `Replaces bet #${bet.bet_id}` })).toBeVisible()
    await expect(whole.getByText(earlier.home, { exact: true })).toBeVisible()

    await page.goto(`/my-bets?bet=${bet.bet_id}`)
    await page
      .getByRole('main')
      .getByRole('link', { name: `Replaced by bet #${next?.bet_id}` })
      .click()
    await expect(page.getByRole('heading', { name: `Bet #${next?.bet_id}` })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: `Replaces bet #${bet.bet_id}` })).toBeVisible()
  },
)

test(
  'an edit that is left restores the earlier slip and changes nothing; a bet that was settled meanwhile cannot be edited',
  { tag: ['@long', '@layout'] },
  async ({ page, request, funded }) => {
    const [match, earlier] = [await newMatch(request), await newMatch(request)]
    const { bet } = await placeBet(request, funded, '100.00', [home(match)])
    await enterAs(page, funded)
    await pickHome(page, earlier, '30')
    const slip = await startEdit(page, bet)
    await slip.getByRole('button', { name: 'Keep the bet' }).press('Enter')
    await expect(slip.getByText(earlier.home, { exact: true })).toBeVisible()
    await expect(slip.getByRole('button', { name: 'Place 30 →' })).toBeEnabled()
    expect((await ask(request, calls.bet, { id: bet.bet_id }, funded.token)).data.state).toBe('open')

    const again = await startEdit(page, bet)
    await driveMatch(request, match.id, { state: 'live', minute: 80, score: '1:0' })
    await finishMatch(request, match.id, { halfTime: '0:0', fullTime: '1:0' })
    await expect(again.getByText(/Editing is paused/)).toBeVisible()
    await again.getByRole('button', { name: 'Keep the bet' }).click()
    await expect(again.getByText(earlier.home, { exact: true })).toBeVisible()
  },
)

test(
  'a value that falls while a bet is edited is shown before anything is sent',
  { tag: ['@long', '@layout'] },
  async ({ page, request, funded }) => {
    const [match, added] = [await newMatch(request), await newMatch(request)]
    const { bet } = await placeBet(request, funded, '100.00', [home(match)])
    await enterAs(page, funded)
    const slip = await startEdit(page, bet)
    const head = slip.getByText(`Editing bet #${bet.bet_id}, worth KSh`)
    const before = await head.textContent()
    await driveMatch(request, match.id, { odds: { '1': { home_team: '3.00', draw: '3.20', away_team: '2.20' } } })
    await expect(head).not.toHaveText(before ?? '')
    await page.goto(`/match/${added.id}`)
    await resultOf(page).draw.click()
    const whole = await openSlip(page)
    await whole.getByRole('button', { name: /^(Replace bet: |Accept .* & replace bet)/ }).click()
    await expect(whole.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
    const { data } = await ask(request, calls.bet, { id: bet.bet_id }, funded.token)
    expect([data.state, Number(data.returned) < 80]).toEqual(['cashed_out', true])
  },
)
