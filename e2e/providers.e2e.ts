import { randomUUID } from 'node:crypto'
import { content } from '@nare/contract/content'
import { payments } from '@nare/contract/payments'
import { ask, fund } from './support/api.ts'
import { approvePrompt, payment, sendPrompt, stateOf } from './support/money.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

test('a bettor chooses Airtel Money: prompt, texts and payment are of Airtel Money, and it is preselected next time', async ({
  page,
  request,
  bettor,
}) => {
  await enterAs(page, bettor)
  await page.goto('/deposit')
  await expect(page.getByRole('radio', { name: 'M-Pesa' })).toBeChecked()
  await page.getByRole('radio', { name: 'Airtel Money' }).check()
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Amount in shillings').fill('150')
  await page.getByRole('button', { name: 'Send Airtel Money prompt for KSh 150' }).click()
  await expect(stateOf(page)).toContainText('enter your Airtel Money PIN')
  await approvePrompt(page, request, bettor)
  const id = new URL(page.url()).searchParams.get('payment') ?? ''
  expect(await payment(request, bettor, id)).toMatchObject({ provider: 'airtel', status: 'succeeded' })
  await page.goto('/withdraw')
  await expect(page.getByRole('radio', { name: 'Airtel Money' })).toBeChecked()
})

test('a withdrawal uses the chosen provider', { tag: '@long' }, async ({ page, request, bettor }) => {
  await fund(request, bettor.msisdn, '500.00')
  await enterAs(page, bettor)
  await page.goto('/withdraw')
  await page.getByRole('radio', { name: 'Airtel Money' }).check()
  await page.getByLabel('Amount in shillings').fill('100')
  await page.getByRole('button', { name: 'Withdraw KSh 99.75' }).click()
  await expect(stateOf(page)).toContainText(/on its way|on your phone/)
  const id = new URL(page.url()).searchParams.get('payment') ?? ''
  expect((await payment(request, bettor, id)).provider).toBe('airtel')
})

test(
  'the paybill number and account are shown to copy while no payment is open',
  { tag: '@long' },
  async ({ page, request, bettor }) => {
    const { message } = await ask(request, content.settings, {})
    await enterAs(page, bettor)
    await page.goto('/deposit')
    await page.getByText('Pay with M-Pesa paybill').click()
    await expect(page.getByText(String(message.payments.paybill), { exact: true })).toBeVisible()
    await expect(page.getByText(bettor.msisdn, { exact: true })).toBeVisible()
    await sendPrompt(page, '60')
    await expect(page.getByText('Pay with M-Pesa paybill')).toHaveCount(0)
  },
)

test(
  'a deposit still open on another device is shown instead of a second prompt',
  { tag: '@long' },
  async ({ page, request, bettor }) => {
    const open = await ask(request, payments.deposit, { id: randomUUID(), amount: '70' }, bettor.token)
    await enterAs(page, bettor)
    await page.goto('/deposit')
    await page.getByLabel('Amount in shillings').fill('90')
    await page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 90' }).click()
    await expect(page).toHaveURL(new RegExp(`payment=${open.deposit_id}`))
    await expect(page.getByRole('definition').filter({ hasText: 'KSh 70' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Send|Try again/ })).toHaveCount(0)
  },
)
