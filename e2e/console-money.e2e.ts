import { sandbox } from '@nare/contract/sandbox'
import type { Page } from '@playwright/test'
import { ask, newMsisdn, type Bettor } from './support/api.ts'
import { nextDay } from './support/clock.ts'
import { expectNothingSerious } from './support/console.ts'
import { test } from './support/house.ts'
import { withdraw } from './support/money.ts'
import { decideProposal, fill, outcomeAs, personAt, searchFor, task } from './support/tasks.ts'
import { expect } from './support/test.ts'

const waits = /Waits for a second person. Proposal PR-/

/** Opens the form of the chosen row where it does not stand there by itself. */
async function openForm(page: Page, panel: string): Promise<void> {
  const form = page.getByRole('complementary', { name: panel }).getByRole('form')
  await expect(page.getByRole('complementary', { name: panel })).toBeVisible()
  if ((await form.count()) === 0) await page.keyboard.press('a')
  await expect(form).toBeVisible()
}

/** The id of a bettor, as the console's search leads to it. */
async function idOf(page: Page, { msisdn, user }: Bettor): Promise<string> {
  await searchFor(page, `0${msisdn.slice(3)}`, 'Bettor')
  await expect(page.getByRole('heading', { level: 1, name: user.name })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

test(
  '"I paid and got nothing": the receipt leads to the payment, two people assign it, and the deposit is found by it',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, bettor }) => {
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const unknown = { msisdn: newMsisdn(), account: 'BARUA', amount: '26000', unasked: true }
    const { receipt } = await ask(request, sandbox.payBill, unknown)
    const chebet = await at('chebet', '/')
    await task(chebet, '"I paid and got nothing": find the receipt and propose its owner', async () => {
      const id = await idOf(chebet, bettor)
      await searchFor(chebet, receipt, 'Receipt')
      await expect(chebet).toHaveURL(/\/payments\/unmatched/)
      await expect(chebet.getByRole('complementary', { name: 'Unmatched' })).toContainText('BARUA')
      await openForm(chebet, 'Unmatched')
      await fill(chebet, { Bettor: id }, 'SMS of M-Pesa seen')
      await outcomeAs(chebet, request, { name: 'chebet', outcome: waits })
    })
    await expectNothingSerious(chebet)
    const asha = await at('asha', '/house/proposals')
    await task(asha, 'confirm the owner of a payment', async () => {
      await decideProposal(asha, request, { name: 'asha', about: receipt, key: 'a', outcome: /Done\./ })
    })
    await ask(request, sandbox.quiet, {})
    await task(chebet, '"I paid and got nothing": where the payment is now', async () => {
      await searchFor(chebet, receipt, 'Receipt')
      const panel = chebet.getByRole('complementary', { name: 'Deposits' })
      await expect(panel).toContainText(bettor.user.name)
      await expect(panel).toContainText('Succeeded')
    })
    for (const page of [chebet, asha]) await page.context().close()
  },
)

test(
  'a payout that the provider never ended is ended by two people with its receipt',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded }) => {
    const fault = (name: 'callback_lost' | 'status_refused', next: number) =>
      ask(request, sandbox.faults, { service: 'mpesa', fault: name, next })
    await fault('callback_lost', 1000)
    await fault('status_refused', 1000)
    const id = await withdraw(request, funded, '100')
    await ask(request, sandbox.quiet, {})
    await ask(request, sandbox.clock, { advance_s: 73 * 3600 })
    await ask(request, sandbox.quiet, {})

    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const chebet = await at('chebet', '/')
    await task(chebet, 'propose the end of an unresolved payout', async () => {
      await chebet.goto('/console/payments/unresolved')
      const row = chebet.getByRole('grid', { name: 'Unresolved' }).getByRole('row', { name: /No answer/ })
      await expect(row).toBeVisible()
      await chebet.keyboard.press('j')
      await openForm(chebet, 'Unresolved')
      await fill(chebet, { Receipt: 'SJD7PAYOUT1' }, 'statement of the portal')
      await outcomeAs(chebet, request, { name: 'chebet', outcome: waits })
    })
    await expectNothingSerious(chebet)
    const juma = await at('juma', '/house/proposals')
    await task(juma, 'confirm the end of an unresolved payout', async () => {
      await decideProposal(juma, request, { name: 'juma', about: `Withdrawal ${id}`, key: 'a', outcome: /Done\./ })
    })
    await task(chebet, 'see that the payout has ended', async () => {
      await chebet.keyboard.press('Escape')
      await searchFor(chebet, `W-${id}`, 'Withdrawal')
      const panel = chebet.getByRole('complementary', { name: 'Withdrawal' })
      await expect(panel).toContainText('Paid, approved by chebet and juma')
      await expect(panel).toContainText('SJD7PAYOUT1')
    })
    // A proposal makes the platform ask the provider again, which has to stay silent until here.
    for (const name of ['callback_lost', 'status_refused'] as const) await fault(name, 0)
    for (const page of [chebet, juma]) await page.context().close()
  },
)

test(
  'finance reconciles a day with the provider’s own file, and ends a difference with what explains it',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, bettor }) => {
    const day = await nextDay(request)
    const account = `0${bettor.msisdn.slice(3)}`
    const pay = async (amount: string) =>
      (await ask(request, sandbox.payBill, { msisdn: bettor.msisdn, account, amount })).receipt
    const [same, other] = [await pay('300'), await pay('200')]
    await ask(request, sandbox.quiet, {})
    const line = (receipt: string, amount: string) => `${receipt},${day} 10:00:00,,x,Completed,${amount},,,x,`
    const header =
      'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Other,A/C No.'
    const statement = [header, line(same, '300.00'), line(other, '250.00'), line('SJD9THEIRS', '70.00')].join('\n')

    const page = await personAt(
      { browser, request },
      { url: house.app.url, name: 'farida', path: `/payments/reconciliation?day=${day}` },
    )
    await expect(page.getByText('No file of this day yet.')).toBeVisible()
    await task(page, 'reconcile a day with the provider’s file, and end a difference', async () => {
      const file = { name: 'mpesa.csv', mimeType: 'text/csv', buffer: Buffer.from(statement) }
      await page.getByLabel(/The provider’s file of/).setInputFiles(file)
      await expect(page.getByText('1 matched · 2 open · farida')).toBeVisible()
      const rows = page.getByRole('grid', { name: 'Differences' })
      await expect(rows.getByRole('row', { name: /Another amount/ })).toContainText('250')
      await page.keyboard.press('j')
      await openForm(page, 'Difference')
      await fill(page, {}, 'wrong number, asked the provider')
      await expect(page.getByText('1 matched · 1 open · farida')).toBeVisible()
      await expect(rows.getByRole('row', { name: /Noted/ })).toHaveCount(1)
    })
    await expectNothingSerious(page)
    await page.reload()
    await expect(page.getByText('1 matched · 1 open · farida')).toBeVisible()
    await page.context().close()
  },
)
