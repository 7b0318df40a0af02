import { betting } from '@nare/contract/betting'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import type { Locator, Page } from '@playwright/test'
import { ask, placeBet, signUp, type Bettor } from './support/api.ts'
import { startApp } from './support/app.ts'
import { approvePrompt, sendPrompt } from './support/money.ts'
import { newMatch, pickHome } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

type Kind = 'Deposits' | 'Losses' | 'Stakes'
type Period = 'Per bet' | 'Daily' | 'Weekly' | 'Monthly'

/** Opens the limits of one kind from the profile's limits tab. */
const openLimits = (page: Page, kind: Kind): Promise<void> =>
  page.getByRole('button', { name: new RegExp(`^${kind}`) }).click()

/** The form of a limit in the open sheet. */
const limitOf = (page: Page, kind: Kind, period: Period): Locator =>
  page
    .getByRole('group', { name: kind })
    .locator('form')
    .filter({ has: page.getByLabel(period) })

async function setLimit(limit: Locator, period: Period, shillings: string): Promise<void> {
  await limit.getByLabel(period).fill(shillings)
  await limit.getByRole('button', { name: 'Set', exact: true }).click()
}

test(
  'a new or lowered limit applies immediately, and a raised limit after a day',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await enterAs(page, bettor)
    await page.goto('/profile')
    await page.getByRole('link', { name: 'Limits and breaks' }).click()
    await expect(page.getByRole('button', { name: /^Deposits Not set/ })).toBeVisible()
    await openLimits(page, 'Deposits')
    const limit = limitOf(page, 'Deposits', 'Daily')
    await expect(limit.getByLabel('Daily')).toHaveValue('')
    await expect(limit).toContainText('Not set')
    await setLimit(limit, 'Daily', '500')
    await expect(limit).toContainText('Used KSh 0.00 / 500')
    await setLimit(limit, 'Daily', '300')
    await expect(limit).toContainText('Used KSh 0.00 / 300')
    await setLimit(limit, 'Daily', '800')
    await expect(limit).toContainText(/Requested KSh\s800 · you can confirm from \w{3} \d{1,2} \w{3,4} \d{2}:\d{2}/)
    await expect(limit.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
    await expect(limit.getByLabel('Daily')).toHaveValue('300.00')
    await limit.getByRole('button', { name: 'Remove' }).click()
    await expect(limit).toContainText('Removal requested')
    await expectNoSidewaysScroll(page)
    await page.reload()
    await expect(page.getByRole('button', { name: /^Deposits Daily KSh 300 \(change requested\)/ })).toBeVisible()
    await openLimits(page, 'Deposits')
    await expect(limit).toContainText('Used KSh 0.00 / 300')
  },
)

test('the field refuses an invalid amount', { tag: '@long' }, async ({ page, bettor }) => {
  await enterAs(page, bettor)
  await page.goto('/profile?tab=limits')
  await openLimits(page, 'Stakes')
  const limit = limitOf(page, 'Stakes', 'Weekly')
  await setLimit(limit, 'Weekly', 'many')
  await expect(limit.getByRole('alert')).toContainText('Enter an amount like 100')
  await expect(limit.getByLabel('Weekly')).toHaveAttribute('aria-invalid', 'true')
  await expect(limit).toContainText('Not set')
})

test('the deposit page shows the remaining amount of a limit, and a deposit above it links to the limits', async ({
  page,
  request,
  bettor,
}) => {
  await ask(request, protection.setLimits, { deposit: { day: '100' } }, bettor.token)
  await enterAs(page, bettor)
  await page.goto('/deposit')
  await expect(page.getByText('Limit left today KSh 100')).toBeVisible()
  await page.getByLabel('Amount in shillings').fill('150')
  await page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 150' }).click()
  await expect(page.getByRole('alert')).toContainText('your daily deposit limit of KSh 100')
  expect((await ask(request, sandbox.phone, { msisdn: bettor.msisdn })).prompts).toEqual([])
  await page.getByRole('alert').getByRole('link', { name: 'See your limits and breaks' }).click()
  await openLimits(page, 'Deposits')
  await expect(limitOf(page, 'Deposits', 'Daily').getByLabel('Daily')).toHaveValue('100.00')

  await sendPrompt(page, '60')
  await approvePrompt(page, request, bettor)
  await page.goto('/deposit')
  await expect(page.getByText('Limit left today KSh 40')).toBeVisible()
})

test('a daily stake limit refuses the bet that would exceed it, and links to the limits', async ({
  page,
  request,
  funded,
}) => {
  await enterAs(page, funded)
  await page.goto('/profile?tab=limits')
  await openLimits(page, 'Stakes')
  await setLimit(limitOf(page, 'Stakes', 'Daily'), 'Daily', '150')
  await expect(limitOf(page, 'Stakes', 'Daily')).toContainText('Used KSh 0.00 / 150')
  const match = await newMatch(request)
  const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  await placeBet(request, funded, '100.00', [pick])
  const slip = await pickHome(page, match, '100')
  await slip.getByRole('button', { name: 'Place 100 →' }).click()
  await slip.getByRole('button', { name: 'Over your limit: see your limits' }).click()
  await openLimits(page, 'Stakes')
  await expect(limitOf(page, 'Stakes', 'Daily')).toContainText('Used KSh 100 / 150')
  expect((await ask(request, betting.bets, {}, funded.token)).meta.total).toBe(1)
})

test(
  'a higher limit applies after a day, once confirmed',
  { tag: '@long' },
  async ({ browser, playwright, viewport }) => {
    const app = await startApp()
    const request = await playwright.request.newContext({ baseURL: app.url })
    const context = await browser.newContext({ baseURL: app.url, viewport })
    try {
      const bettor: Bettor = await signUp(request)
      await ask(request, protection.setLimits, { deposit: { day: '300' } }, bettor.token)
      await ask(request, protection.setLimits, { deposit: { day: '800' } }, bettor.token)
      await ask(request, sandbox.clock, { advance_s: 86_400 + 120 })
      const page = await context.newPage()
      await enterAs(page, bettor)
      await page.goto('/profile?tab=limits')
      await openLimits(page, 'Deposits')
      const limit = limitOf(page, 'Deposits', 'Daily')
      await expect(limit).toContainText('Requested KSh 800 · confirm before')
      await expect(limit.getByLabel('Daily')).toHaveValue('300.00')
      await limit.getByRole('button', { name: 'Confirm' }).click()
      await expect(limit.getByLabel('Daily')).toHaveValue('800.00')
      await expect(limit).toContainText('Used KSh 0.00 / 800')
    } finally {
      await context.close()
      await request.dispose()
      await app.stop()
    }
  },
)
