import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TaxRule } from '#country/country'
import { ke } from '#country/ke'
import { brokenAfter } from '#testing/altered-books'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { verifyTaxes } from './verify-taxes.ts'

const taxes: readonly TaxRule[] = [...ke.taxes, { from: '2025-07-02', kind: 'withholding', base: 'win', percent: '15' }]
let nare: TestApp
const ids: Record<string, string> = {}

beforeAll(async () => {
  nare = await testApp({}, { country: { taxes } })
  const [bets, outs, { token }] = [betsOn(nare), cashOutsOn(nare), await nare.bettor(1000)]
  const [match, later] = [await nare.match(), await nare.match()]
  ids['won'] = (await bets.mustPlace(token, [pick(match)])).bet_id
  ids['lost'] = (await bets.mustPlace(token, [pick(match, '1', 'away_team', '3.60')])).bet_id
  const part = await bets.mustPlace(token, [pick(later)])
  await bets.price(later, { '1': { home_team: '1.20', draw: '7.00', away_team: '15.00' } })
  const { quote_id } = await outs.mustQuote(token, part.bet_id)
  await outs.take(token, part.bet_id, quote_id, { part: '0.50' })
  ids['part'] = part.bet_id
  await bets.result(match, { full_time: '1:2' })
  await bets.result(match, { full_time: '1:0' })
})
afterAll(() => nare.close())

const brokenBy = (statement: string, rates: readonly TaxRule[] = taxes) =>
  brokenAfter({
    ...{ connection: nare.base.connection, statement, ids },
    verify: (tx) => verifyTaxes(tx, { rates, zone: ke.timeZone }),
  })

const sums = 'every ticket has the tax on winnings that its payments withheld'
const moved = 'every tax on winnings was moved once'
const rated = 'the tax of every settled ticket is that of the day'
const cashed = 'the tax of every cash-out is that of its rate'

test('tickets, payments and ledger agree about the tax', async () => {
  expect(await brokenBy('select 1')).toEqual([])
})

test('the verifier finds wins that another rate has taxed, or none', async () => {
  const other = taxes.map((rule) =>
    rule.percent === '15' && rule.base === 'win' ? { ...rule, percent: '14.9' } : rule,
  )
  expect(await brokenBy('select 1', other)).toEqual([rated, cashed])
  expect(await brokenBy('select 1', ke.taxes)).toEqual([rated, cashed])
})

test.each([
  ['a ticket with more tax', 'update betting.bet set tax = tax + 1 where bet_id = $won', [sums, rated]],
  ['a lost ticket with tax', 'update betting.bet set tax = 5 where bet_id = $lost', [sums, rated]],
  ['a forgotten tax', 'update betting.bet set tax = 0 where bet_id = $won', [sums, rated]],
  ['a forgotten payment', "delete from betting.win_tax where bet_id = $lost and step = 'reverse'", [sums, moved]],
  ['an altered payment', 'update betting.win_tax set amount = amount + 1 where bet_id = $part', [sums, moved, cashed]],
  [
    'a tax that was not moved',
    "update ledger.entry set amount = amount - 1 where account_id = (select id from ledger.account where name = 'tax:winnings')",
    [moved],
  ],
  [
    'a second transfer of a tax',
    `insert into ledger.entry (account_id, transfer_no, amount) select a.id, t.no, 5 from ledger.account a, ledger.transfer t
      where a.name = 'tax:winnings' and t.id = 'bet/$lost/stake'`,
    [moved],
  ],
])('the verifier finds %s', async (_name, statement, names) => {
  expect(await brokenBy(statement)).toEqual(names)
})
