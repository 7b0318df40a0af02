import { payments } from '@nare/contract/payments'
import { randomUUID } from 'node:crypto'
import { send } from './support/api.ts'
import { enterAs, expect, test } from './support/test.ts'

test('an account with a balance cannot be closed before withdrawing it', { tag: '@long' }, async ({ page, funded }) => {
  await enterAs(page, funded)
  await page.goto('/profile?tab=security')
  await page.getByLabel('Password', { exact: true }).fill(funded.password)
  await page.getByRole('button', { name: 'Close my account' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Withdraw your money first.' }).click()
  await expect(page).toHaveURL(/\/withdraw/)
})

test('closing an account needs the password, and the closed account accepts no deposit', async ({
  page,
  request,
  bettor,
}) => {
  await enterAs(page, bettor)
  await page.goto('/profile?tab=security')
  const close = page.getByRole('button', { name: 'Close my account' })
  await close.click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await close.click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Wrong phone number or password',
  )
  await page.getByLabel('Password', { exact: true }).fill(bettor.password)
  await close.click()
  await expect(page.getByText('Your account is closed.')).toBeVisible()
  await page.goto('/profile?tab=limits')
  await expect(page.getByText('This account is closed.')).toBeVisible()
  await expect(page.getByRole('button', { name: '24 hours' })).toHaveCount(0)
  const response = await send(request, payments.deposit, { id: randomUUID(), amount: '100' }, bettor.token)
  expect([response.status(), await response.json()]).toMatchObject([403, { code: 'self_excluded', closed: true }])
})
