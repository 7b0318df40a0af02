import { identity } from '@nare/contract/identity'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { betting } from '@nare/contract/betting'
import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { ask, lastCode, placeBet, send, signUp, type Bettor } from './support/api.ts'
import { startApp } from './support/app.ts'
import { approvePrompt, sendPrompt, stateOf } from './support/money.ts'
import { newMatch, pickHome } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

type Kind = 'Deposits' | 'Losses' | 'Stakes'
type Period = 'Per bet' | 'Daily' | 'Weekly' | 'Monthly'

/** The form of one limit on the profile's limits tab. */
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
  'a limit applies at once, lowering it too, and raising it waits for a day',
  { tag: '@layout' },
  async ({ page, bettor }) => {
    await enterAs(page, bettor)
    await page.goto('/profile')
    await page.getByRole('link', { name: 'Limits and breaks' }).click()
    const limit = limitOf(page, 'Deposits', 'Daily')
    await expect(limit.getByLabel('Daily')).toHaveValue('')
    await expect(limit).toContainText('Not set')
    await setLimit(limit, 'Daily', '500')
    await expect(limit).toContainText('Used KSh 0.00 / 500')
    await setLimit(limit, 'Daily', '300')
    await expect(limit).toContainText('Used KSh 0.00 / 300')
    await setLimit(limit, 'Daily', '800')
    await expect(limit).toContainText(/Requested KSh 800 · you can confirm from \w{3} \d{1,2} \w{3,4} \d{2}:\d{2}/)
    await expect(limit.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
    await expect(limit.getByLabel('Daily')).toHaveValue('300.00')
    await limit.getByRole('button', { name: 'Remove' }).click()
    await expect(limit).toContainText('Removal requested')
    await expectNoSidewaysScroll(page)
    await page.reload()
    await expect(limit).toContainText('Used KSh 0.00 / 300')
  },
)

test('an invalid amount is refused by the field', async ({ page, bettor }) => {
  await enterAs(page, bettor)
  await page.goto('/profile?tab=limits')
  const limit = limitOf(page, 'Stakes', 'Weekly')
  await setLimit(limit, 'Weekly', 'many')
  await expect(limit.getByRole('alert')).toContainText('Please enter an amount')
  await expect(limit.getByLabel('Weekly')).toHaveAttribute('aria-invalid', 'true')
  await expect(limit).toContainText('Not set')
})

test('the deposit page shows what is left of a limit, and a deposit above it links to the limits', async ({
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
  await expect(page.getByRole('alert')).toContainText('a limit that you set')
  expect((await ask(request, sandbox.phone, { msisdn: bettor.msisdn })).prompts).toEqual([])
  await page.getByRole('alert').getByRole('link', { name: 'See your limits and breaks' }).click()
  await expect(limitOf(page, 'Deposits', 'Daily').getByLabel('Daily')).toHaveValue('100.00')

  await sendPrompt(page, '60')
  await approvePrompt(page, request, bettor)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Limit left today KSh 40')).toBeVisible()
})

test('a daily stake limit refuses the bet that would exceed it, and links to the limits', async ({
  page,
  request,
  funded,
}) => {
  await enterAs(page, funded)
  await page.goto('/profile?tab=limits')
  await setLimit(limitOf(page, 'Stakes', 'Daily'), 'Daily', '150')
  await expect(limitOf(page, 'Stakes', 'Daily')).toContainText('Used KSh 0.00 / 150')
  const match = await newMatch(request)
  const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  await placeBet(request, funded, '100.00', [pick])
  const slip = await pickHome(page, match, '100')
  await slip.getByRole('button', { name: 'Place bet KSh 100' }).click()
  await slip.getByRole('button', { name: 'Limit reached - see your limits' }).click()
  await expect(limitOf(page, 'Stakes', 'Daily')).toContainText('Used KSh 100 / 150')
  expect((await ask(request, betting.bets, {}, funded.token)).meta.total).toBe(1)
})

test('self-exclusion shows its end, blocks bets and deposits, and allows withdrawals and login', async ({
  page,
  request,
  funded,
}) => {
  await enterAs(page, funded)
  await page.goto('/profile?tab=limits')
  await page.getByRole('button', { name: '6 months' }).click()
  const sure = page.getByRole('dialog', { name: 'Stop betting for 6 months' })
  await expect(sure).toContainText("You can't end it early")
  await sure.getByRole('button', { name: 'Start now' }).click()
  const modal = page.getByRole('dialog', { name: 'Your break has started' })
  await expect(modal).toContainText('You have excluded yourself from betting until')
  await expect(modal).toContainText('6 months')
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(page.getByText('You have excluded yourself until')).toBeVisible()

  const slip = await pickHome(page, await newMatch(request), '100')
  await slip.getByRole('button', { name: 'Place bet KSh 100' }).click()
  await expect(slip).toContainText('You have taken a break from betting')
  expect((await ask(request, betting.bets, {}, funded.token)).meta.total).toBe(0)
  await page.goto('/deposit')
  await page.getByLabel('Amount in shillings').fill('100')
  await page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 100' }).click()
  await expect(page.getByRole('alert')).toContainText('You have taken a break from betting')

  await page.goto('/profile?tab=security')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await page.goto('/login')
  await page.getByLabel('Phone number').fill(funded.msisdn)
  await page.getByLabel('Password', { exact: true }).fill(funded.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('link', { name: /Balance/ })).toBeVisible()

  await page.goto('/withdraw')
  await page.getByLabel('Amount in shillings').fill('210')
  await page.getByRole('button', { name: 'Withdraw KSh 210' }).click()
  await expect(stateOf(page)).toContainText('The money is on your phone', { timeout: 20_000 })
})

test('in Swahili a break shows that it has started, its length and its end in Swahili', async ({ page, bettor }) => {
  await page.addInitScript(() =>
    localStorage.setItem('bettor:locale', JSON.stringify({ value: 'sw', created: Date.now(), ttl: 86_400_000 })),
  )
  await enterAs(page, bettor)
  await page.goto('/profile?tab=limits')
  await page.getByRole('button', { name: 'Miezi 6' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Anza sasa' }).click()
  const modal = page.getByRole('dialog', { name: 'Mapumziko yako yameanza' })
  await expect(modal).toContainText('Umejizuia kubeti hadi')
  await expect(modal).toContainText('Miezi 6')
  await expect(modal).not.toContainText(/until|months/)
})

test('a second, shorter break does not shorten the first', async ({ page, request, bettor }) => {
  await ask(request, protection.selfExclude, { period: '30d' }, bettor.token)
  const before = await ask(request, protection.protection, {}, bettor.token)
  await enterAs(page, bettor)
  await page.goto('/profile?tab=limits')
  await expect(page.getByText('You are taking a break until')).toBeVisible()
  await page.getByRole('button', { name: '24 hours' }).click()
  await page.getByRole('button', { name: 'Start now' }).click()
  await expect(page.getByRole('dialog', { name: 'Your break has started' })).toBeVisible()
  const after = await ask(request, protection.protection, {}, bettor.token)
  expect(after.exclusion?.until).toBe(before.exclusion?.until)
})

test('the reality check interrupts after the interval with time, stakes and net result; its first button is the break', async ({
  page,
  request,
  funded,
}) => {
  await page.clock.install()
  await ask(request, protection.setProtection, { reality_check_minutes: 5 }, funded.token)
  const match = await newMatch(request)
  const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  await placeBet(request, funded, '70.00', [pick])
  await enterAs(page, funded)
  const watching = page.waitForResponse('**/v1/protection')
  await page.goto('/')
  await page.clock.fastForward(5000)
  await watching
  const check = page.getByRole('dialog', { name: 'Time to review your play' })
  await page.clock.fastForward('04:00')
  await expect(check).toHaveCount(0)
  await expect(async () => {
    await page.clock.fastForward('00:40')
    await expect(check).toBeVisible({ timeout: 250 })
  }).toPass({ intervals: [0] })
  await expect(check).toContainText(/Staked\s*KSh 70/)
  await expect(check).toContainText(/Net result\s*-KSh 70/)
  await expect(check.getByRole('button', { name: /break|Continue/ }).first()).toHaveText('Take a break')
  await expect(check.getByRole('button', { name: 'Take a break' })).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(check).toHaveCount(0)
  await page.clock.fastForward('02:00')
  await expect(check).toHaveCount(0)
  await expect(async () => {
    await page.clock.fastForward('01:00')
    await expect(check).toBeVisible({ timeout: 250 })
  }).toPass({ intervals: [0] })
  await check.getByRole('button', { name: 'Take a break' }).click()
  await expect(page.getByRole('heading', { name: 'Take a break' })).toBeInViewport()
  await expect(check).toHaveCount(0)
})

test('the reality check appears although its first request failed', async ({ page, request, funded }) => {
  await page.clock.install()
  await ask(request, protection.setProtection, { reality_check_minutes: 5 }, funded.token)
  await enterAs(page, funded)
  let failures = 2
  await page.route('**/v1/protection', (route) => (failures-- > 0 ? route.abort() : route.continue()))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(async () => {
    await page.clock.fastForward('00:40')
    await expect(page.getByRole('dialog', { name: 'Time to review your play' })).toBeVisible({ timeout: 250 })
  }).toPass({ intervals: [0], timeout: 30_000 })
  expect(failures).toBeLessThan(0)
})

test('session time and net result are one tap away on every page with the header', async ({
  page,
  request,
  funded,
}) => {
  const match = await newMatch(request)
  const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  await placeBet(request, funded, '70.00', [pick])
  await enterAs(page, funded)
  await page.goto('/competition')
  await page.getByRole('link', { name: /Balance and profile/ }).click()
  const session = page.getByRole('row').filter({ hasText: 'This session' })
  await expect(session).toContainText(/\d+ min/)
  await expect(session.getByRole('cell').nth(2)).toHaveText('-70')
})

test('a password reset ends every session', async ({ page, request, bettor }) => {
  await enterAs(page, bettor)
  await page.goto('/profile?tab=security')
  await page.getByRole('link', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible()
  await page.getByLabel('Phone number').fill(bettor.msisdn)
  await page.getByRole('button', { name: 'Send code' }).click()
  const code = page.getByRole('textbox', { name: 'Code', exact: true })
  await expect(code).toBeVisible()
  const password = `Twiga-${randomUUID().slice(0, 8)}`
  await code.fill(await lastCode(request, bettor.msisdn))
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password').fill(password)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible()
  expect((await send(request, protection.protection, {}, bettor.token)).status()).toBe(401)
  const again = await ask(request, identity.login, { msisdn: bettor.msisdn, password })
  expect(again.user.id).toBe(bettor.user.id)
})

test('a higher limit applies after a day, once confirmed', async ({ browser, playwright, viewport }) => {
  test.setTimeout(120_000)
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
})
