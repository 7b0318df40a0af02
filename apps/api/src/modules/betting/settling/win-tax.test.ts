import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleBettors } from '@nare/contract/console-bettors'
import { consoleReports } from '@nare/contract/console-reports'
import { consoleTaxes } from '@nare/contract/console-taxes'
import { ledger } from '@nare/contract/ledger'
import type { TaxRule } from '#country/country'
import { ke } from '#country/ke'
import { lockTickets, settleTickets } from '#modules/tickets/tickets'
import { money } from '@nare/money/money'
import { queryRow, transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { bonusesOn } from '#testing/bonus'
import { cashOutsOn, type CashOuts } from '#testing/cash-outs'
import { operatorsOf, operatorToken } from '#testing/operators'

const taxes: readonly TaxRule[] = [
  ...ke.taxes,
  { from: '2025-07-02', kind: 'withholding', base: 'win', percent: '15' },
  { from: '2025-07-02', kind: 'withholding', base: 'win', percent: '10', product: 'games' },
]

let nare: TestApp
let bets: Bets
let outs: CashOuts

beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ farida: 'finance' }) }, { country: { taxes } })
  bets = betsOn(nare)
  outs = cashOutsOn(nare)
})
afterAll(async () => {
  await bets.verifyBooks(taxes)
  await nare.close()
})

async function owedBy(bettor: bigint): Promise<bigint> {
  const row = await queryRow<{ owed: bigint }>(nare.base.db)`
    select -balance as owed from ledger.account where owner = ${bettor}::bigint and kind = 'debt'`
  return row?.owed ?? 0n
}

const withheld = () => nare.app.ledger.houseBalance('tax:winnings')

describe('the tax on winnings', () => {
  test('is withheld from a win above its stake, once, and shown with the bet and in the statement', async () => {
    const [match, { token }] = [await nare.match(), await nare.bettor()]
    const before = await withheld()
    const { bet_id } = await bets.mustPlace(token, [pick(match)])
    await bets.result(match, { full_time: '1:0' })
    const tax = { percent: '15', amount: '16.50', paid: '193.50' }
    expect(await bets.bet(token, bet_id)).toMatchObject({ state: 'won', returned: '210.00', tax })
    expect(await bets.balance(token)).toBe('193.50')
    expect((await withheld()) - before).toBe(1650n)
    const { data } = (await nare.call(ledger.transactions, { kind: 'win' }, token)).body
    expect(data).toMatchObject([
      { amount: '193.50', tax: '16.50', details: { gross: '210.00', tax: '16.50', net: '193.50' } },
    ])
    await bets.result(match, { full_time: '1:0', certainty: 2 })
    expect((await withheld()) - before).toBe(1650n)
  })

  test('goes back with the reversal of a win, and comes with the next one', async () => {
    const [match, { token }] = [await nare.match(), await nare.bettor(200)]
    const before = await withheld()
    const home = await bets.mustPlace(token, [pick(match)])
    const away = await bets.mustPlace(token, [pick(match, '1', 'away_team', '3.60')])
    await bets.result(match, { full_time: '1:0' })
    await bets.result(match, { full_time: '1:2' })
    expect(await bets.bet(token, home.bet_id)).not.toHaveProperty('tax')
    expect((await bets.bet(token, away.bet_id)).tax).toEqual({ percent: '15', amount: '39.00', paid: '321.00' })
    expect(await bets.balance(token)).toBe('321.00')
    expect((await withheld()) - before).toBe(3900n)
    await bets.result(match, { rollback: true })
    expect([await bets.balance(token), (await withheld()) - before]).toEqual(['0.00', 0n])
    await bets.result(match, { cancelled: true, reason: 'rain' })
    expect([await bets.balance(token), (await withheld()) - before]).toEqual(['200.00', 0n])
    expect(await bets.bet(token, away.bet_id)).not.toHaveProperty('tax')
  })

  test('of a win that repays a debt leaves the debt that the tax would have covered', async () => {
    const [match, later, { token, id }] = [await nare.match(), await nare.match(), await nare.bettor()]
    await bets.mustPlace(token, [pick(match)])
    await bets.result(match, { full_time: '1:0' })
    await bets.mustPlace(token, [pick(later)], { stake: '193' })
    await bets.result(match, { full_time: '0:1' })
    expect(await owedBy(id)).toBe(19_300n)
    // 405.30 less 15 % of 212.30
    await bets.result(later, { full_time: '1:0' })
    expect([await owedBy(id), await bets.balance(token)]).toEqual([0n, '180.46'])
  })

  test('is not deducted for a stake of bonus money, and is withheld from the bonus money that it returns', async () => {
    const [match, bettor] = [await nare.match(), await nare.bettor(60)]
    const bonuses = bonusesOn(nare)
    await bonuses.grant(bettor, 40, { wagerTimes: 30 })
    const before = await withheld()
    const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
    await bets.result(match, { full_time: '1:0' })
    // Of 210 the own 60 are no win. What is left after 22.50 is divided as the stake was.
    const tax = { percent: '15', amount: '22.50', paid: '187.50' }
    expect(await bets.bet(bettor.token, bet_id)).toMatchObject({ tax, bonus_returned: '75.00' })
    expect(await bonuses.has(bettor)).toEqual({ cash: 11_250n, bonus: 7500n })
    expect((await withheld()) - before).toBe(2250n)
    await bets.result(match, { full_time: '0:0' })
    expect(await bonuses.has(bettor)).toEqual({ cash: 0n, bonus: 0n })
    expect((await withheld()) - before).toBe(0n)
    await bets.result(match, { cancelled: true, reason: 'rain' })
    expect(await bonuses.has(bettor)).toEqual({ cash: 6000n, bonus: 4000n })
  })

  test('of a bet wholly in bonus money comes from the house, and goes back to it', async () => {
    const [match, spent, bettor] = [await nare.match(), await nare.match(), await nare.bettor(20)]
    const bonuses = bonusesOn(nare)
    await bets.mustPlace(bettor.token, [pick(spent)], { stake: '20' })
    await bonuses.grant(bettor, 100, { wagerTimes: 30 })
    const before = await withheld()
    const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
    await bets.result(match, { full_time: '1:0' })
    const tax = { percent: '15', amount: '31.50', paid: '178.50' }
    expect(await bets.bet(bettor.token, bet_id)).toMatchObject({ returned: '210.00', tax, bonus_returned: '178.50' })
    expect(await bonuses.has(bettor)).toEqual({ cash: 0n, bonus: 17_850n })
    expect((await withheld()) - before).toBe(3150n)
    await bets.result(match, { full_time: '0:0' })
    expect([await bonuses.has(bettor), (await withheld()) - before]).toEqual([{ cash: 0n, bonus: 0n }, 0n])
  })

  test('of a cash-out is on what it pays above the part of the stake that it closes', async () => {
    const [match, { token }] = [await nare.match(), await nare.bettor()]
    const { bet_id } = await bets.mustPlace(token, [pick(match)])
    await bets.price(match, { '1': { home_team: '1.20', draw: '7.00', away_team: '15.00' } })
    const { quote_id, amount } = await outs.mustQuote(token, bet_id)
    const out = await outs.take(token, bet_id, quote_id, { part: '0.50' })
    const paid = Math.floor(Number(amount) * 50 + 1e-6)
    expect(paid).toBeGreaterThan(5000)
    const first = Math.floor(((paid - 5000) * 15) / 100)
    expect(out.body.bet.tax).toMatchObject({ amount: (first / 100).toFixed(2) })
    expect(await bets.balance(token)).toBe(((paid - first) / 100).toFixed(2))
    await bets.result(match, { full_time: '1:0' })
    // The other half returns 105 for a stake of 50.
    const tax = { amount: ((first + 825) / 100).toFixed(2) }
    expect(await bets.bet(token, bet_id)).toMatchObject({ state: 'won', tax })
    await bets.result(match, { full_time: '0:1' })
    expect((await bets.bet(token, bet_id)).tax).toMatchObject({ amount: (first / 100).toFixed(2) })
    expect(await bets.balance(token)).toBe(((paid - first) / 100).toFixed(2))
  })

  test('is due when a bet is edited: the new bet is staked with what is left', async () => {
    const [match, other, { token }] = [await nare.match(), await nare.match(), await nare.bettor()]
    const { bet_id } = await bets.mustPlace(token, [pick(match)])
    await bets.price(match, { '1': { home_team: '1.20', draw: '7.00', away_team: '15.00' } })
    const { quote_id, amount } = await outs.mustQuote(token, bet_id)
    const edited = await outs.edit(token, { bet: bet_id, quote: quote_id, picks: [pick(other)] })
    const cents = Math.round(Number(amount) * 100)
    const tax = Math.floor(((cents - 10_000) * 15) / 100)
    expect(edited.body.bet.stake).toBe(((cents - tax) / 100).toFixed(2))
    expect(edited.body.balance).toBe('0.00')
    expect(await bets.bet(token, bet_id)).toMatchObject({
      state: 'cashed_out',
      tax: { amount: (tax / 100).toFixed(2) },
    })
  })

  test('of a cash-out of a stake with bonus money is on more than its part of the own money returns', async () => {
    const [match, bettor] = [await nare.match(), await nare.bettor(60)]
    const bonuses = bonusesOn(nare)
    await bonuses.grant(bettor, 40, { wagerTimes: 30 })
    const before = await withheld()
    const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
    await bets.price(match, { '1': { home_team: '1.20', draw: '7.00', away_team: '15.00' } })
    const { quote_id, amount } = await outs.mustQuote(bettor.token, bet_id)
    const { body } = await outs.take(bettor.token, bet_id, quote_id)
    const won = Math.round(Number(amount) * 100)
    const due = Math.floor(((won - 6000) * 15) / 100)
    const tax = { percent: '15', amount: (due / 100).toFixed(2), paid: ((won - due) / 100).toFixed(2) }
    const inBonus = Math.floor(((won - due) * 40) / 100)
    expect(body.bet).toMatchObject({ state: 'cashed_out', tax, bonus_returned: (inBonus / 100).toFixed(2) })
    expect((await withheld()) - before).toBe(BigInt(due))
    expect(await bonuses.has(bettor)).toEqual({ cash: BigInt(won - due - inBonus), bonus: BigInt(inBonus) })
  })

  test('is not in what the house sees that it keeps of a bettor', async () => {
    const [match, { token, id }] = [await nare.match(), await nare.bettor()]
    await bets.mustPlace(token, [pick(match)])
    await bets.result(match, { full_time: '1:0' })
    expect(await bets.balance(token)).toBe('193.50')
    const { body } = await nare.call(consoleBettors.bettor, { id: String(id) }, operatorToken('farida'))
    expect([body.net, body.net_total]).toMatchObject([[{ product: 'sports', returned: '210.00' }], '-110.00'])
  })

  test('is withheld once by a hundred equal settlements at once', async () => {
    const [match, bettor] = [await nare.match(), await nare.bettor()]
    const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
    const before = await withheld()
    const settle = () =>
      transact(nare.app.db, async (tx) => {
        const [ticket] = await lockTickets(tx, [BigInt(bet_id)])
        if (ticket?.state !== 'open') return 0
        await settleTickets({ ledger: nare.app.ledger }, tx, [{ ticket, state: 'won', returned: money(21_000n) }])
        return 1
      })
    const settled = await Promise.all(Array.from({ length: 100 }, settle))
    expect(settled.filter((one) => one === 1)).toHaveLength(1)
    expect([(await withheld()) - before, await bets.balance(bettor.token)]).toEqual([1650n, '193.50'])
    // The match brings the leg in line with its bet.
    await bets.result(match, { full_time: '1:0' })
    expect([(await withheld()) - before, await bets.balance(bettor.token)]).toEqual([1650n, '193.50'])
  })

  test('is due day by day under a name of its own', async () => {
    await nare.app.ledger.sumHouseFlow()
    while ((await nare.app.rollUps.follow()) !== 'end');
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: ke.timeZone }).format(nare.app.clock.date())
    const asked = { from: day, to: day, tax: 'winnings' as const }
    const { body } = await nare.call(consoleReports.taxReport, asked, operatorToken('farida'))
    expect(body.data).toMatchObject([{ tax: 'winnings', due: (Number(await withheld()) / 100).toFixed(2) }])
    const { body: lines } = await nare.call(consoleTaxes.taxLines, asked, operatorToken('farida'))
    expect(lines.data.map(({ kind }) => kind)).toEqual(['cash_out', 'correction', 'win'])
    expect(lines.total).toBe(body.data[0]?.due)
  })
})
