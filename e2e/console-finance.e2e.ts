import { readFile } from 'node:fs/promises'
import { sandbox } from '@nare/contract/sandbox'
import { thousands } from '@nare/ui/format'
import type { APIRequestContext, Page } from '@playwright/test'
import { ask, finishMatch, fund, placeBet, type Bettor } from './support/api.ts'
import { nextDay } from './support/clock.ts'
import { expectNothingSerious } from './support/console.ts'
import { clippedIn } from './support/console-looks.ts'
import { test } from './support/house.ts'
import { payment, withdraw } from './support/money.ts'
import { decideProposal, fill, outcomeAs, personAt, task } from './support/tasks.ts'
import { expect } from './support/test.ts'

const waits = /Waits for a second person. Proposal PR-/
const equals = /equals the ledger · up to transfer \d+/

type Day = {
  readonly day: string
  readonly receipt: string
  readonly out: { receipt: string; net: string; tax: string }
}

/**
 * A day of money: 1,000 paid in, 500 paid out, a bet of 100 at odds of 170 that wins, and one of 20,000 that loses. The clock is at ten in the
 * morning of the day after.
 */
async function aDay(request: APIRequestContext, bettor: Bettor): Promise<Day> {
  const day = await nextDay(request)
  const account = `0${bettor.msisdn.slice(3)}`
  const { receipt } = await ask(request, sandbox.payBill, { msisdn: bettor.msisdn, account, amount: '1000' })
  await ask(request, sandbox.quiet, {})
  const id = await withdraw(request, bettor, '500')
  await ask(request, sandbox.quiet, {})
  await expect.poll(async () => (await payment(request, bettor, id)).receipt).toBeTruthy()
  const paid = await payment(request, bettor, id)
  await fund(request, bettor.msisdn, '30000.00')
  for (const [competition_name, home_odd, stake, fullTime] of [
    ['Long Odds Cup', '170.00', '100', '1:0'],
    ['Model League', '2.10', '20000', '0:1'],
  ] as const) {
    const { match_id } = await ask(request, sandbox.createMatch, {
      ...{ sport_id: '79', competition_name, home_team: 'Ripoti', away_team: 'Kodi', home_odd },
      ...{ start_time: `${day}T20:00:00Z`, neutral_odd: '3.20', away_odd: '1.05' },
    })
    await placeBet(request, bettor, stake, [{ match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: home_odd }])
    await finishMatch(request, match_id, { halfTime: '0:0', fullTime })
  }
  await nextDay(request)
  return { day, receipt, out: { receipt: paid.receipt ?? '', net: paid.net, tax: paid.tax } }
}

/** The lines of the file behind a link of a page. */
async function fileOf(page: Page, name: string, at = 0): Promise<string[]> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name, exact: true }).nth(at).click()
  return (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n')
}

const gridOf = (page: Page, name: string) => page.getByRole('grid', { name })

test(
  'finance’s day: figures down to a ticket, payments, funds, taxes remitted by two people, the files of the day and the month, and the provider’s file',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, bettor }) => {
    test.setTimeout(300_000)
    const { day, receipt, out } = await aDay(request, bettor)
    const month = day.slice(0, 7)
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const farida = await at('farida', '/')
    await farida.setViewportSize({ width: 1440, height: 900 })

    await task(farida, 'gross result of a day by competition, down to a ticket', async () => {
      await farida.keyboard.press('g')
      await farida.keyboard.press('6')
      await expect(farida.getByRole('heading', { level: 1, name: 'Gross result' })).toBeVisible()
      await expect(farida.getByRole('img', { name: /Gross result by day/ })).toBeVisible()
      await farida.goto(`/console/reports/gross?from=${day}&to=${day}&by=competition`)
      await expect(farida.getByText(equals)).toBeVisible()
      await expect(farida.getByText(/of KSh\s20,100 staked in 2 bets of 1 bettor\b/)).toBeVisible()
      const rows = gridOf(farida, 'Gross result by competition')
      await expect(rows.getByRole('row', { name: /Long Odds Cup/ })).toContainText('−16,900.0%')
      await expect(rows.getByRole('row', { name: /Model League/ })).toContainText('+20,000')
      expect(await clippedIn(farida)).toEqual([])
      await rows.getByRole('row', { name: /Long Odds Cup/ }).click()
      await farida.keyboard.press('Enter')
      await expect(farida).toHaveURL(new RegExp(`/bets\\?.*from=${day}`))
      const tickets = gridOf(farida, 'Tickets')
      await expect(tickets.getByRole('row', { name: /17,000/ }).first()).toBeVisible()
      await tickets
        .getByRole('row', { name: /17,000/ })
        .first()
        .click()
      await farida.keyboard.press('Enter')
      await expect(farida).toHaveURL(/\/bets\/\d+$/)
      await expect(farida.getByText('Ticket, kept as evidence')).toBeVisible()
      await expect(farida.getByText(/KSh\s100/).first()).toBeVisible()
    })
    await expectNothingSerious(farida)

    await task(farida, 'mobile money, funds and bettors of the day', async () => {
      await farida.goto(`/console/reports/payments?from=${day}&to=${day}`)
      await expect(farida.getByText(equals)).toBeVisible()
      const row = gridOf(farida, 'Mobile money by day').getByRole('row', { name: /M-Pesa/ })
      await expect(row.getByRole('gridcell').nth(3)).toHaveText('1,000')
      await expect(row.getByRole('gridcell').nth(5)).toHaveText(thousands(out.net))
      await farida.goto('/console/reports/funds')
      await expect(farida.getByText(equals)).toBeVisible()
      await expect(gridOf(farida, 'Funds').getByRole('row', { name: /Cash of bettors/ })).toBeVisible()
      await farida.goto(`/console/reports/bettors?from=${day}&to=${day}`)
      await expect(farida.getByText(equals)).toBeVisible()
      await expect(gridOf(farida, 'Bettors by day').getByRole('row').nth(1)).toContainText('20,100')
    })
    for (const path of ['payments', 'funds', 'bettors']) {
      await farida.goto(`/console/reports/${path}`)
      await expect(farida.getByText(equals)).toBeVisible()
      await expectNothingSerious(farida)
      expect(await clippedIn(farida)).toEqual([])
    }

    const excise = `/console/reports/tax?from=${day}&to=${day}&tax=excise`
    const tax = gridOf(farida, 'Taxes').getByRole('row', { name: /Excise/ })
    await expect(async () => {
      await farida.goto(excise)
      await expect(tax.getByRole('gridcell').nth(3)).toHaveText('50', { timeout: 1_000 })
    }).toPass()
    await expect(farida.getByText(equals)).toBeVisible()
    expect(await fileOf(farida, 'CSV')).toContain(`excise,${day},50.00,50.00,0.00,50.00,,`)
    await task(farida, 'propose the remittance of a day’s excise', async () => {
      await farida.keyboard.press('j')
      const panel = farida.getByRole('complementary', { name: 'Tax' })
      await expect(panel.getByRole('form')).toBeVisible()
      await expect(gridOf(farida, 'Transfers of the tax').getByRole('row')).toHaveCount(2)
      await fill(farida, { 'Reference of the payment (PRN)': `PRN ${day}` }, 'paid at the bank')
      await outcomeAs(farida, request, { name: 'farida', outcome: waits })
    })
    const asha = await at('asha', '/house/proposals')
    await task(asha, 'confirm a remittance', () =>
      decideProposal(asha, request, { name: 'asha', about: `PRN ${day}`, key: 'a', outcome: /Done\./ }),
    )
    await farida.goto(excise)
    for (const [cell, text] of [
      [2, '50'],
      [3, '50'],
      [4, '50'],
      [5, '0'],
    ] as const)
      await expect(tax.getByRole('gridcell').nth(cell)).toHaveText(text)
    expect(await fileOf(farida, 'CSV')).toContain(`excise,${day},50.00,50.00,50.00,0.00,,`)

    await farida.goto(`/console/reports/tax?from=${day}&to=${day}&tax=withholding`)
    await expect(gridOf(farida, 'Taxes').getByRole('row', { name: /Withholding/ })).toContainText(thousands(out.tax))
    await task(farida, 'the return of the month by product, and its file', async () => {
      const last = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)
      await farida.goto(`/console/reports/tax?from=${month}-01&to=${last}&tax=gross&id=gross-${last}`)
      await expect(farida.getByText(equals)).toBeVisible()
      const sports = gridOf(farida, 'Gross result by product').getByRole('row', { name: /Sports/ })
      await expect(sports).toContainText('+3,100')
      const lines = await fileOf(farida, 'CSV', 1)
      expect(lines).toContain('sports,2,20100.00,17000.00,3100.00,15')
    })
    await expectNothingSerious(farida)
    expect(await clippedIn(farida)).toEqual([])

    await task(farida, 'reconcile the day with the provider’s file', async () => {
      await farida.goto(`/console/payments/reconciliation?day=${day}`)
      const head =
        'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Other,A/C No.'
      const lines = [
        head,
        `${receipt},${day} 10:00:00,,x,Completed,1000.00,,,x,`,
        `${out.receipt},${day} 10:05:00,,x,Completed,,-${out.net},,x,`,
      ]
      const file = { name: 'mpesa.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
      await farida.getByLabel(/The provider’s file of/).setInputFiles(file)
      await expect(farida.getByText('2 matched · 0 open · farida')).toBeVisible()
      await expect(farida.getByText('The day adds up.')).toBeVisible()
    })
    await expectNothingSerious(farida)

    const { code, output } = await house.app.run('ledger-verify.ts', '--full')
    expect({ code, wrong: output.split('\n').filter((line) => line.startsWith('WRONG')) }).toEqual({
      code: 0,
      wrong: [],
    })
    for (const page of [farida, asha]) await page.context().close()
  },
)
