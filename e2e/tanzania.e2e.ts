import { randomInt } from 'node:crypto'
import { content } from '@nare/contract/content'
import { payments } from '@nare/contract/payments'
import { ask, signUp } from './support/api.ts'
import { answerPrompt, payment, stateOf } from './support/money.ts'
import { ownAppTest as test } from './support/own-app.ts'
import { enterAs, expect, expectNoSidewaysScroll } from './support/test.ts'

test.use({ ownSettings: { COUNTRY: 'tz' } })

test('a bettor in Tanzania chooses among three wallets: the number selects Mixx first, and M-Pesa is credited after the PIN', async ({
  page,
  request,
}) => {
  const bettor = await signUp(request, { msisdn: `25571${randomInt(1_000_000, 10_000_000)}` })
  const { message } = await ask(request, content.settings, {})
  expect(message.payments).toMatchObject({ providers: ['mpesa', 'airtel', 'mixx'], paybill: null })
  await enterAs(page, bettor)
  await page.goto('/deposit')
  await expect(page.getByRole('radio', { name: 'Mixx by Yas' })).toBeChecked()
  await expectNoSidewaysScroll(page)
  await page.getByRole('radio', { name: 'M-Pesa' }).check()
  await page.locator('input[name=amount]').fill('1500')
  await page.locator('main button[type=submit]').click()
  await expect(stateOf(page)).toContainText('M-Pesa')
  const id = new URL(page.url()).searchParams.get('payment') ?? ''
  expect(await payment(request, bettor, id)).toMatchObject({ provider: 'mpesa', status: 'pending' })
  await answerPrompt(request, bettor.msisdn, 'approve')
  await expect.poll(async () => (await payment(request, bettor, id)).status).toBe('succeeded')
  await page.goto('/withdraw')
  await expect(page.getByRole('radio', { name: 'M-Pesa' })).toBeChecked()
  await page.locator('input[name=amount]').fill('1000')
  await page.locator('main button[type=submit]').click()
  await expect(stateOf(page)).toBeVisible()
  const withdrawal = new URL(page.url()).searchParams.get('payment') ?? ''
  await expect
    .poll(async () => (await ask(request, payments.payment, { id: withdrawal }, bettor.token)).data.status)
    .toBe('done')
})
