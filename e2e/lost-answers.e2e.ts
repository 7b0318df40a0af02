import { ledger } from '@nare/contract/ledger'
import { ask } from './support/api.ts'
import { approvePrompt, stateOf } from './support/money.ts'
import { enterAs, expect, passUntil, test } from './support/test.ts'

test(
  'after a gateway error of a sent prompt the deposit is shown',
  { tag: '@long' },
  async ({ page, request, bettor }) => {
    await enterAs(page, bettor)
    await page.goto('/deposit')
    await page.route('**/stk/deposit', async (route) => {
      await route.fetch()
      await route.fulfill({ status: 502, body: 'Bad gateway' })
    })
    await page.getByLabel('Amount in shillings').fill('80')
    await page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 80' }).click()
    await expect(stateOf(page)).toContainText('enter your M-Pesa PIN')
    await approvePrompt(page, request, bettor)
  },
)

test(
  'a prompt that may have been sent is not shown as unsent when offline, and paying by hand is not offered',
  { tag: '@long' },
  async ({ page, context, bettor }) => {
    await page.clock.install()
    await enterAs(page, bettor)
    await page.goto('/deposit')
    await page.getByLabel('Amount in shillings').fill('80')
    const byHand = page.getByText('Pay with M-Pesa paybill')
    await expect(byHand).toBeVisible()
    await page.route('**/stk/deposit', (route) => route.abort())
    await page.route('**/v1/payments/*', (route) => route.abort())
    const press = page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 80' })
    await press.click()
    await expect(page.getByText(/If it reached your phone, answer it/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Checking…' })).toBeDisabled()
    const notice = page.getByText(/If your phone shows a prompt, answer it/)
    await passUntil(page, notice)
    await expect(byHand).toHaveCount(0)
    await context.setOffline(true)
    await press.click()
    await expect(press).toBeEnabled()
    await expect(notice).toBeVisible()
    await expect(page.getByText(/No money was moved|Nothing was sent/)).toHaveCount(0)
  },
)

test(
  'a temporary server error keeps an open deposit on screen and polls it again',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await enterAs(page, bettor)
    await page.goto('/deposit')
    let failures = 1
    await page.route('**/v1/payments/*', (route) =>
      failures-- > 0 ? route.fulfill({ status: 503, json: { code: 'overloaded', error: 'Busy' } }) : route.continue(),
    )
    await page.getByLabel('Amount in shillings').fill('80')
    await page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 80' }).click()
    await expect(page.getByRole('alert')).toHaveText("We're very busy. Try again in a moment")
    await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
    await expect(stateOf(page)).toContainText('enter your M-Pesa PIN')
  },
)

test(
  'a withdrawal whose response was lost is shown on return to the page, and not sent twice',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await page.clock.install()
    await enterAs(page, funded)
    await page.goto('/withdraw')
    await page.route(/\/withdraw$/, async (route) => {
      if (route.request().method() === 'POST') await route.fetch()
      await (route.request().method() === 'POST' ? route.abort() : route.continue())
    })
    await page.route('**/v1/payments/*', (route) => route.abort())
    await page.getByLabel('Amount in shillings').fill('100')
    await page.getByRole('button', { name: 'Withdraw KSh 99.75' }).click()
    await passUntil(page, page.getByText('Trying again never sends the money twice.'))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto('/withdraw')
    await expect(stateOf(page)).toContainText(/on its way|on your phone/)
    const { data } = await ask(request, ledger.transactions, { kind: 'withdrawal' }, funded.token)
    expect(data).toHaveLength(1)
  },
)
