import { readFile } from 'node:fs/promises'
import { ledger } from '@nare/contract/ledger'
import { protection } from '@nare/contract/protection'
import type { PromptAction } from '@nare/contract/sandbox'
import { ask, placeBet } from './support/api.ts'
import { answerPrompt, approvePrompt, payment, promptOn, sendPrompt, stateOf } from './support/money.ts'
import { newMatch } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, openRequests, test } from './support/test.ts'

test(
  'a deposit shows its tax first, then the prompt, and after the PIN the money, the receipt and the balance; Done leads back',
  { tag: '@desktop-long' },
  async ({ page, request, bettor }) => {
    await enterAs(page, bettor)
    await page.goto('/how-to-play')
    await page.goto('/deposit')
    await expect(page.getByLabel('Amount in shillings')).toHaveValue('')
    await page.getByLabel('Amount in shillings').fill('200')
    await expect(page.getByText('Excise 5%')).toBeVisible()
    await expect(page.getByText('KSh 10', { exact: true })).toBeVisible()
    await expect(page.getByText('KSh 190', { exact: true })).toBeVisible()
    const id = await sendPrompt(page, '200')
    await expect(page.getByRole('heading', { name: 'Deposit', level: 1 })).toBeFocused()
    await expect(page.getByRole('timer')).toHaveText(/^(1:00|0:\d\d)$/)
    await expectNoSidewaysScroll(page)

    await approvePrompt(page, request, bettor)
    const { receipt, net } = await payment(request, bettor, id)
    expect(net).toBe('190.00')
    await expect(page.getByRole('definition').filter({ hasText: receipt ?? 'no receipt' })).toBeVisible()
    await expect(page.getByRole('term').filter({ hasText: 'Balance' }).locator('..')).toContainText('KSh 190')

    await expect(page.getByText('You paid')).toBeVisible()

    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL('/how-to-play')
    await page.goto('/deposit')
    await expect(page.getByLabel('Amount in shillings')).toHaveValue('')
    await page.getByRole('button', { name: 'Last: KSh 200' }).click()
    await expect(page.getByLabel('Amount in shillings')).toHaveValue('200')
  },
)

const refusals: { name: string; action: PromptAction; shows: RegExp; tag?: string[] }[] = [
  { name: 'cancelled on the phone', tag: [], action: 'cancel', shows: /Cancelled.*You cancelled the request/s },
  { name: 'with a wrong PIN', action: 'wrong_pin', shows: /No money was added.*The PIN was wrong/s },
  { name: 'without the funds', action: 'no_funds', shows: /No money was added.*not enough money/s },
  {
    name: 'never answered',
    action: 'ignore',
    shows: /No money was added.*(no answer from your phone|expired)/s,
  },
]
for (const { name, action, shows, tag = ['@long'] } of refusals) {
  test(
    `a deposit ${name} shows the reason, adds nothing, and can be tried again`,
    { tag },
    async ({ page, request, bettor }) => {
      await enterAs(page, bettor)
      const id = await sendPrompt(page, '150')
      await answerPrompt(request, bettor.msisdn, action)
      const check = page.getByRole('button', { name: /I have paid|Check again/ })
      // The page asks by itself too, and has no such button once it knows.
      await expect(async () => {
        if (await check.isVisible()) await check.click({ timeout: 1000 })
        await expect(stateOf(page)).toHaveText(shows, { timeout: 1000 })
      }).toPass()
      await expect(stateOf(page)).toContainText("Your balance hasn't changed")
      await expect(page.getByText(/You pay|Goes to your wallet/)).toHaveCount(0)
      expect((await payment(request, bettor, id)).status).toBe('failed')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByLabel('Amount in shillings')).toBeEditable()
      await page.goBack()
      expect(page.url()).not.toContain('payment=')
    },
  )
}

test(
  'a deposit that arrives during a break is returned to its payer, and its page offers no further deposit',
  { tag: '@long' },
  async ({ page, request, bettor }) => {
    await enterAs(page, bettor)
    await sendPrompt(page, '150')
    await promptOn(request, bettor.msisdn)
    await ask(request, protection.selfExclude, { period: '24h' }, bettor.token)
    await answerPrompt(request, bettor.msisdn, 'approve')
    await expect(stateOf(page)).toContainText("We're returning it to the phone that sent it")
    const back = page.getByRole('term').filter({ hasText: 'Returned to you' }).locator('..')
    await expect(back).toContainText('KSh 150')
    await expect(page.getByText('Goes to your wallet')).toHaveCount(0)
    await expect(page.getByText(/Pay with M-Pesa paybill|sent me an SMS with a receipt/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await page.goto('/profile?tab=statement')
    const came = page.getByRole('row').filter({ hasText: 'Deposit to be sent back' })
    await expect(came).toContainText('0.00')
    await expect(came).not.toContainText('+')
  },
)

test(
  'a deposit below the minimum is refused with a Swahili message before it is sent',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await page.addInitScript(() =>
      localStorage.setItem('bettor:locale', JSON.stringify({ value: 'sw', created: Date.now(), ttl: 86_400_000 })),
    )
    await enterAs(page, bettor)
    await page.goto('/deposit')
    await page.getByLabel('Kiasi kwa shilingi').fill('9')
    await expect(page.getByRole('button', { name: 'Kiasi kidogo zaidi cha kuweka ni KSh 10' })).toBeDisabled()
  },
)

test('while a deposit is unresolved no page asks to pay again; its late result is shown', async ({
  page,
  request,
  bettor,
}) => {
  await page.clock.install()
  await enterAs(page, bettor)
  await sendPrompt(page, '120')
  await promptOn(request, bettor.msisdn)
  await page.clock.fastForward(95_000)
  await expect(stateOf(page)).toContainText("We're checking with M-Pesa. Don't pay again.")

  await page.reload()
  await expect(stateOf(page)).toContainText("We're checking with M-Pesa. Don't pay again.")
  await page.goto('/deposit')
  await expect(stateOf(page)).toContainText("Don't pay again.")
  await expect(page.getByRole('button', { name: /Send M-Pesa prompt|Try again/ })).toHaveCount(0)
  await expect(page.getByLabel('Amount in shillings')).toHaveCount(0)

  await page.getByText('M-Pesa sent me an SMS with a receipt').click()
  await page.getByLabel('Receipt from the SMS').fill('SFF6XYZ123')
  await page.getByRole('button', { name: 'Look it up' }).click()
  await expect(page.getByText("We haven't received this payment yet")).toBeVisible()

  const open = openRequests(page)
  await page.goto('/competition')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The clock stops before the page reads the result, because the notice disappears after some seconds.
  let isKnown = false
  const stopped = Promise.withResolvers<undefined>()
  await page.route('**/v1/deposit-confirmation', async (route) => {
    const answer = await route.fetch()
    isKnown ||= (await answer.text()).includes('"succeeded"')
    if (isKnown) await stopped.promise
    await route.fulfill({ response: answer })
  })
  await answerPrompt(request, bettor.msisdn, 'approve')
  await expect(async () => {
    if (!isKnown && open.size === 0) await page.clock.fastForward(20_000)
    expect(isKnown).toBe(true)
  }).toPass({ intervals: [100] })
  stopped.resolve(undefined)
  await expect(page.getByText('Your deposit of KSh 120 has arrived')).toBeVisible()
  await page.goto('/deposit')
  await expect(page.getByLabel('Amount in shillings')).toBeEditable()
})

test('a deposit whose response was lost is found by its command id: one deposit', async ({ page, request, bettor }) => {
  await enterAs(page, bettor)
  await page.route('**/stk/deposit', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await sendPrompt(page, '100')
  await approvePrompt(page, request, bettor)
  expect((await ask(request, ledger.transactions, {}, bettor.token)).meta.total).toBe(1)
})

test(
  'amounts outside the bounds cannot be sent and have no sums: the button says the bound, and so does the field',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await enterAs(page, bettor)
    await page.goto('/deposit')
    for (const [path, amount, shows] of [
      ['/deposit', '9', /^Minimum deposit is KSh/],
      ['/deposit', '250001', /^Maximum deposit is KSh/],
      ['/withdraw', '5', /^Minimum withdrawal is KSh/],
      ['/withdraw', '900000', /^Maximum withdrawal is KSh/],
    ] as const) {
      await page.goto(path)
      const field = page.getByLabel('Amount in shillings')
      await field.fill(amount)
      await expect(page.getByRole('button', { name: shows })).toBeDisabled()
      await expect(field).toHaveAccessibleDescription(/^From KSh.* to KSh/)
      await expect(page.getByText(/Goes to your wallet|You get/)).toHaveCount(0)
    }
  },
)

test(
  'a withdrawal has as many steps as a deposit, shows its tax first, ends with the money on the phone, and leads home',
  { tag: '@desktop-long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    await page.goto('/withdraw')
    await page.getByRole('button', { name: 'All' }).click()
    await expect(page.getByText('Tax 5%')).toBeVisible()
    await expect(page.getByText('KSh 952', { exact: true })).toBeVisible()
    const sent = page.waitForRequest('**/withdraw')
    await page.getByRole('button', { name: 'Withdraw KSh 999.60' }).click()
    expect(Object.keys((await sent).postDataJSON() ?? {})).toEqual(['token'])
    await expect(stateOf(page)).toContainText('The money is on your phone', { timeout: 20_000 })
    await expect(page.getByRole('button', { name: /cancel|reverse|back to wallet/i })).toHaveCount(0)
    const id = new URL(page.url()).searchParams.get('payment') ?? ''
    const { status, amount, tax, net, receipt } = await payment(request, funded, id)
    expect([status, amount, tax, net]).toEqual(['done', '999.60', '47.60', '952.00'])
    await expect(page.getByText(receipt ?? 'no receipt')).toBeVisible()
    await page.reload()
    await expect(stateOf(page)).toContainText('The money is on your phone')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL('/')
  },
)

test(
  'a withdrawal above the balance is refused with a message, and no money leaves',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    await page.goto('/withdraw')
    await page.getByLabel('Amount in shillings').fill('5000')
    await page.getByRole('button', { name: 'Withdraw KSh 4,999.05' }).click()
    await expect(page.getByLabel('Amount in shillings')).toBeFocused()
    await expect(page.getByLabel('Amount in shillings')).toHaveAccessibleDescription(
      'Your balance is too low: you can withdraw up to KSh 1,000. No money was moved',
    )
    expect((await ask(request, ledger.transactions, { kind: 'withdrawal' }, funded.token)).meta.total).toBe(0)
  },
)

test(
  'the statement lists every transaction with totals, filters by kind, links to bet and payment, and downloads as CSV',
  { tag: '@desktop-long' },
  async ({ page, request, funded }) => {
    const match = await newMatch(request)
    const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
    const { bet } = await placeBet(request, funded, '70.00', [pick])
    await enterAs(page, funded)
    await sendPrompt(page, '100')
    await approvePrompt(page, request, funded)

    await page.goto('/profile')
    await page.getByRole('link', { name: 'Statement' }).click()
    const rows = page.getByRole('main').getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(4)
    await expect(rows.nth(1)).toContainText(/Deposit.*\+95.*1,025/s)
    await expect(rows.nth(2)).toContainText(new RegExp(`Stake.*Sports · .*#${bet.bet_id}.*-70.*930`, 's'))
    await expectNoSidewaysScroll(page)
    const total = (label: string) =>
      page
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${label}$`) })
        .locator('..')
    await expect(total('Money in')).toContainText('KSh 1,095')
    await expect(total('Money out')).toContainText('-KSh 70')
    await expect(total('Change')).toContainText('KSh 1,025')

    await page.getByLabel('Type').selectOption({ label: 'Stake' })
    await expect(page).toHaveURL(/kind=stake/)
    await expect(rows).toHaveCount(2)
    await expect(total('Money in')).toContainText('KSh 0.00')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const saved = await file
    expect(saved.suggestedFilename()).toBe('statement.csv')
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`bet/${bet.bet_id}`)

    await rows.nth(1).getByRole('link', { name: 'Stake' }).click()
    await expect(page.getByRole('heading', { name: `Bet #${bet.bet_id}` })).toBeVisible()
    await page.goBack()
    await page.getByLabel('Type').selectOption({ label: 'Deposit' })
    await rows.nth(1).getByRole('link', { name: 'Deposit' }).click()
    await expect(stateOf(page)).toContainText('The money is in your wallet')
  },
)
