import { protection } from '@nare/contract/protection'
import type { Locator, Page } from '@playwright/test'
import { ask, signUp } from './support/api.ts'
import { newMatch, pickHome } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

/** Two clicks in one task, before the page can render the button as busy. */
const clickTwice = (button: Locator): Promise<void> =>
  button.evaluate((element) => {
    if (!(element instanceof HTMLElement)) return
    element.click()
    element.click()
  })

/** Collects the commands that the page sends to a path from now on. */
function commandsTo(page: Page, path: string): string[] {
  const sent: string[] = []
  page.on('request', (asked) => {
    if (asked.method() === 'POST' && new URL(asked.url()).pathname === path) sent.push(asked.postData() ?? '')
  })
  return sent
}

test(
  'each tap sets, raises or removes a limit once, even if the next tap follows immediately',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await enterAs(page, bettor)
    await page.goto('/profile?tab=limits')
    const sent = commandsTo(page, '/v1/limits')
    await page.getByRole('button', { name: /^Deposits/ }).click()
    const row = page.locator('form', { has: page.getByLabel('Daily') }).first()
    await row.getByLabel('Daily').fill('500')
    await clickTwice(row.getByRole('button', { name: 'Set' }))
    await expect(row.getByRole('button', { name: 'Remove' })).toBeEnabled()
    await clickTwice(row.getByRole('button', { name: 'Remove' }))
    await expect(row.getByText(/Removal requested/)).toBeVisible()
    expect(sent.map((body) => JSON.parse(body).deposit.day)).toEqual(['500', null])
  },
)

test('a double tap starts one break', { tag: '@long' }, async ({ page, request, bettor }) => {
  await enterAs(page, bettor)
  await page.goto('/profile?tab=limits')
  const sent = commandsTo(page, '/v1/self-exclude')
  await page.getByRole('button', { name: '24 hours' }).click()
  await clickTwice(page.getByRole('button', { name: 'Start now' }))
  await expect(page.getByRole('dialog', { name: 'Your break has started' })).toBeVisible()
  expect(sent).toHaveLength(1)
  expect((await ask(request, protection.protection, {}, bettor.token)).exclusion).not.toBeNull()
})

test('a double tap sends one logout, one login and one bet', async ({ page, request, funded }) => {
  await enterAs(page, funded)
  const slip = await pickHome(page, await newMatch(request), '100')
  const bets = commandsTo(page, '/v1/bet')
  await clickTwice(slip.getByRole('button', { name: 'Place 100 →' }))
  await expect(slip.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
  await page.goto('/profile')
  const logouts = commandsTo(page, '/v1/logout')
  await clickTwice(page.getByRole('button', { name: 'Log out' }))
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()

  const other = await signUp(request)
  await page.goto('/login')
  const logins = commandsTo(page, '/v1/login')
  await page.getByLabel('Phone number').fill(other.msisdn)
  await page.getByLabel('Password', { exact: true }).fill(other.password)
  await clickTwice(page.locator('form').getByRole('button', { name: 'Log in', exact: true }))
  await expect(page.getByRole('link', { name: 'Balance' })).toBeVisible()
  expect([bets.length, logouts.length, logins.length]).toEqual([1, 1, 1])
})

test('a double tap sends one deposit and one withdrawal', { tag: '@long' }, async ({ page, funded }) => {
  await enterAs(page, funded)
  for (const [path, address, name] of [
    ['/withdraw', '/withdraw', 'Withdraw KSh 99.75'],
    ['/deposit', '/stk/deposit', 'Send M-Pesa prompt for KSh 100'],
  ] as const) {
    await page.goto(path)
    const sent = commandsTo(page, address)
    await page.getByLabel('Amount in shillings').fill('100')
    await clickTwice(page.getByRole('button', { name }))
    await expect(page).toHaveURL(/payment=/)
    expect(sent).toHaveLength(1)
  }
})
