import { identity } from '@nare/contract/identity'
import type { APIRequestContext } from '@playwright/test'
import { ask, finishMatch, fund, placeBet, type Bettor } from './support/api.ts'
import { newMatch, pickHome } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

/** Places a bet of this stake that loses. A lost stake earns points too. */
async function loseAll(request: APIRequestContext, bettor: Bettor, stake: string): Promise<void> {
  const match = await newMatch(request)
  const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  await placeBet(request, bettor, stake, [pick])
  await finishMatch(request, match.id, { halfTime: '0:0', fullTime: '0:1' })
}

const pointsOf = async (request: APIRequestContext, { token }: Bettor): Promise<number> =>
  (await ask(request, identity.balance, {}, token)).user.points

test('a promotion is joined in place, and points of a settled bet become bonus money that pays a part of the next stake', async ({
  page,
  request,
  funded,
}) => {
  await loseAll(request, funded, '1000.00')
  await expect.poll(() => pointsOf(request, funded)).toBe(100)
  await enterAs(page, funded)
  await page.goto('/promotions')
  const card = page.getByRole('listitem').filter({ hasText: 'Double your next deposit' })
  await expect(card).toContainText(/You get100% of your deposit, up to KSh 500/)
  await card.getByRole('button', { name: 'Join Double your next deposit' }).click()
  await expect(card.getByRole('status')).toContainText('Next: deposit KSh 100 or more by')
  await expect(card.getByRole('status')).toBeFocused()
  const insured = page.getByRole('listitem').filter({ hasText: 'One pick short?' })
  await insured.getByRole('button', { name: /^Join/ }).click()
  await expect(insured.getByRole('status')).toContainText(
    'Next: place a multi of 5 or more picks, each at 1.40 or more, by',
  )
  await card.getByRole('link', { name: 'Full terms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Joined')
  await expect(page.getByRole('heading', { name: 'Full terms' })).toBeVisible()

  await page.goto('/points')
  await expect(page.getByText('100 points', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Until \w{3} \d+ \w+ 20\d\d$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'How you earn points' })).toContainText(/1 point for each KSh 10/)
  await expect(page.getByRole('row', { name: /Bet settled .*\+100 100$/ })).toBeVisible()

  const redeem = page.getByRole('region', { name: 'Redeem', exact: true })
  await redeem.getByLabel('Points to redeem').fill('150')
  await redeem.getByRole('button', { name: 'Redeem points' }).click()
  await expect(redeem).toContainText('Enter a multiple of 100')
  await redeem.getByRole('button', { name: '100', exact: true }).click()
  await redeem.getByRole('button', { name: 'Redeem points' }).click()
  await expect(redeem.getByRole('status')).toContainText('100 points become KSh 1 of bonus')
  // The response is lost. The repeated command returns the same result.
  let lost = 1
  await page.route('**/redeem-points', async (route) => {
    await route.fetch()
    await (lost-- > 0 ? route.abort() : route.continue())
  })
  await redeem.getByRole('button', { name: 'Redeem 100 points' }).click()
  await expect(redeem.getByRole('status').filter({ hasText: /bonus/ })).toBeVisible()
  await expect(page.getByText('0 points', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Redeemed as bonus .*-100 0$/ })).toBeVisible()
  await expectNoSidewaysScroll(page)
  const large = await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  await expectNoSidewaysScroll(page)
  await large.evaluate((element) => element.parentNode?.removeChild(element))

  await fund(request, funded.msisdn, '19.50')
  const slip = await pickHome(page, await newMatch(request), '20')
  await expect(slip.getByText('KSh 0.50 of this is bonus')).toBeVisible()
  await slip.getByRole('button', { name: 'Place 20 →' }).click()
  await expect(slip.getByText('KSh 0.50 of the stake is bonus')).toBeVisible()
  await page.goto('/my-bets')
  await expect(page.getByText('KSh 0.50 of the stake is bonus')).toBeVisible()

  await page.goto('/profile?tab=bonus')
  const grant = page.getByRole('listitem').filter({ hasText: 'From your points' })
  await expect(grant).toContainText(/KSh 0.50 left of KSh 1/)
  await expect(grant).toContainText('KSh 0.50 in open bets')
  await expect(grant.getByRole('progressbar', { name: 'Betting done' })).toHaveAttribute('aria-valuenow', '0')
  await grant.getByRole('button', { name: /^Give up/ }).click()
  await expect(grant.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await expect(grant).toContainText('You lose KSh 0.50 of bonus')
  await expect(grant).toContainText(/Your cash, KSh 0.00, is not touched/)
  await grant.getByRole('button', { name: 'Give up KSh 0.50' }).click()
  await expect(page.getByText('You have no bonus money')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'You gave it up' })).toBeVisible()
})
