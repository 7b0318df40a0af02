import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { betting } from '@nare/contract/betting'
import type { TaxRule } from '#country/country'
import { ke } from '#country/ke'
import { queryRow } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bet, type Bets } from '#testing/bets'
import { cashOutsOn, type CashOuts } from '#testing/cash-outs'
import type { SeededBettor } from '#testing/seed'

/** The percentage of each day from the first of the test on, and what it is of. */
const days = [
  ['15', 'net'],
  ['10', 'net'],
  ['12.5', 'gross'],
  ['0', 'net'],
  ['7.125', 'net'],
] as const
const dayMs = 86_400_000
const dayOf = (atMs: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: ke.timeZone }).format(atMs)

let nare: TestApp
let bets: Bets
let outs: CashOuts
let rates: readonly TaxRule[]

vi.setConfig({ testTimeout: 240_000 })

beforeAll(async () => {
  const startMs = Date.now()
  rates = [
    ...ke.taxes,
    ...Array.from({ length: 100 }, (_, n): TaxRule => {
      const [percent, of] = days[n % days.length] ?? ['0', 'net']
      return { from: dayOf(startMs + n * dayMs), kind: 'withholding', base: 'win', percent, of }
    }),
  ]
  nare = await testApp({}, { country: { taxes: rates } })
  bets = betsOn(nare)
  outs = cashOutsOn(nare)
})
afterAll(() => nare.close())

const cents = (text: string): number => Math.round(Number(text) * 100)

/** The tax of today on a payment for a stake, as a person computes it: thousandths of percents of whole cents. */
function taxToday({ paid, stake }: { paid: number; stake: number }): number {
  const rule = rates.findLast(({ from, base }) => base === 'win' && from === dayOf(nare.app.clock.now()))
  if (!rule || paid <= stake) return 0
  const thousandths = Math.round(Number(rule.percent) * 1000)
  return Number((BigInt(rule.of === 'gross' ? paid : paid - stake) * BigInt(thousandths)) / 100_000n)
}

/** A bet as the slow twin keeps it: what its cash-outs and its settlement have paid, each with the tax of the day on which it was paid. */
type Kept = { bettor: SeededBettor; id: string; stake: number; left: number; cashed: number; cashedTax: number } & {
  settled: number
  settledTax: number
  state: string
}

type Step =
  | { kind: 'place'; bettor: number; legs: readonly [match: number, key: number][]; stake: number }
  | { kind: 'result'; match: number; score: string }
  | { kind: 'move'; match: number; home: string }
  | { kind: 'cash out'; bet: number; part: string }
  | { kind: 'edit'; bet: number; leg: readonly [match: number, key: number] }
  | { kind: 'next day' }

const keys = ['home_team', 'draw', 'away_team'] as const
const prices = ['2.10', '3.40', '3.60'] as const
const matches = 3
const aMatch = fc.nat({ max: matches - 1 })
const aStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('place' as const),
    bettor: fc.nat({ max: 1 }),
    legs: fc.uniqueArray(fc.tuple(aMatch, fc.nat({ max: 2 })), { minLength: 1, maxLength: 3, selector: ([at]) => at }),
    stake: fc.integer({ min: 2000, max: 30_000 }),
  }),
  fc.record({
    kind: fc.constant('result' as const),
    match: aMatch,
    score: fc.constantFrom('1:0', '1:0', '0:1', '2:2', 'rollback', 'cancelled'),
  }),
  fc.record({ kind: fc.constant('move' as const), match: aMatch, home: fc.constantFrom('1.20', '1.50', '4.00') }),
  fc.record({
    kind: fc.constant('cash out' as const),
    bet: fc.nat({ max: 9 }),
    part: fc.constantFrom('0.25', '0.50', '1'),
  }),
  fc.record({
    kind: fc.constant('edit' as const),
    bet: fc.nat({ max: 9 }),
    leg: fc.tuple(aMatch, fc.nat({ max: 2 })),
  }),
  fc.constant({ kind: 'next day' as const }),
)

async function run(steps: readonly Step[]): Promise<void> {
  const start = 2000
  const before = await nare.app.ledger.houseBalance('tax:winnings')
  const bettors = await nare.bettors(2, start)
  const ids = await Promise.all(
    Array.from({ length: matches }, () => nare.match({ start_time: '2040-01-01T12:00:00Z' })),
  )
  const kept: Kept[] = []

  /** Reads what the results have made of each bet, and taxes what is new. */
  async function readResults(): Promise<void> {
    for (const one of kept) {
      const view = await bets.bet(one.bettor.token, one.id)
      const settled = cents(view.returned) - one.cashed
      if (view.state !== one.state || settled !== one.settled)
        one.settledTax = taxToday({ paid: settled, stake: one.left })
      Object.assign(one, { state: view.state, settled })
    }
  }

  async function place({ bettor: at, legs, stake }: Extract<Step, { kind: 'place' }>): Promise<void> {
    const bettor = bettors[at]
    if (!bettor) throw new Error('no such bettor')
    const placed = await bets.place(bettor.token, legs.map(pickOf), { stake: (stake / 100).toFixed(2), accept: 'any' })
    if (placed.status !== 201) return
    keep(bettor, placed.body.bet.bet_id, stake)
  }

  const pickOf = ([match, key]: readonly [match: number, key: number]) =>
    pick(ids[match] ?? '', '1', keys[key] ?? '', prices[key] ?? '')
  function keep(bettor: SeededBettor, id: string, stake: number): void {
    const paid = { cashed: 0, cashedTax: 0, settled: 0, settledTax: 0 }
    kept.push({ bettor, id, stake, left: stake, ...paid, state: 'open' })
  }

  async function cashOut({ bet: at, part }: Extract<Step, { kind: 'cash out' }>): Promise<void> {
    const one = kept[at]
    const quote = one && (await outs.quote(one.bettor.token, one.id))
    if (!one || quote?.status !== 200) return
    const taken = await outs.take(one.bettor.token, one.id, quote.body.quote_id, { part })
    if (taken.status !== 200) return
    const [paid, left] = [cents(taken.body.amount), cents(taken.body.bet.left?.stake ?? '0')]
    one.cashedTax += taxToday({ paid, stake: one.left - left })
    Object.assign(one, { left, cashed: one.cashed + paid, state: taken.body.bet.state })
  }

  /** The whole bet is cashed out, and what the tax leaves is the stake of another one. */
  async function edit({ bet: at, leg }: Extract<Step, { kind: 'edit' }>): Promise<void> {
    const one = kept[at]
    const quote = one && (await outs.quote(one.bettor.token, one.id))
    if (!one || quote?.status !== 200) return
    const { quote_id, amount } = quote.body
    const picks = [pickOf(leg)]
    const edited = await outs.edit(one.bettor.token, { bet: one.id, quote: quote_id, picks, accept: 'any' })
    if (!edited.body || edited.status >= 300) return
    const paid = cents(amount)
    const tax = taxToday({ paid, stake: one.left })
    Object.assign(one, { left: 0, cashed: one.cashed + paid, cashedTax: one.cashedTax + tax, state: 'cashed_out' })
    keep(one.bettor, edited.body.bet.bet_id, paid - tax)
  }

  async function result({ match, score }: Extract<Step, { kind: 'result' }>): Promise<void> {
    const change =
      score === 'rollback'
        ? { rollback: true as const }
        : score === 'cancelled'
          ? { cancelled: true as const, reason: 'rain' }
          : { full_time: score }
    await bets.result(ids[match] ?? '', change)
    await readResults()
  }

  for (const step of steps) {
    if (step.kind === 'place') await place(step)
    else if (step.kind === 'cash out') await cashOut(step)
    else if (step.kind === 'edit') await edit(step)
    else if (step.kind === 'result') await result(step)
    else if (step.kind === 'next day') await nare.app.clock.advance(86_400)
    else await bets.price(ids[step.match] ?? '', { '1': { home_team: step.home, draw: '5.00', away_team: '6.00' } })
  }

  const sum = (of: readonly Kept[], amount: (one: Kept) => number): number =>
    of.reduce((total, one) => total + amount(one), 0)
  const tax = ({ cashedTax, settledTax }: Kept): number => cashedTax + settledTax
  for (const one of kept) expect(taxOf(await bets.bet(one.bettor.token, one.id))).toBe(tax(one))
  expect(Number((await nare.app.ledger.houseBalance('tax:winnings')) - before)).toBe(sum(kept, tax))
  for (const bettor of bettors) {
    const own = kept.filter((one) => one.bettor === bettor)
    const won = sum(own, (one) => one.cashed + one.settled - tax(one) - one.stake)
    const { balance } = await nare.app.ledger.balances(bettor.id)
    expect(Number(balance) - (await owedBy(bettor))).toBe(start * 100 + won)
    const paid = (one: Kept): number => one.cashed + one.settled - tax(one)
    const over = own.filter(({ state }) => state !== 'open')
    expect(await shownTo(bettor)).toEqual({
      all: { staked: sum(own, ({ stake }) => stake), returned: sum(own, paid), tax: sum(own, tax), net: won },
      days: { staked: sum(over, ({ stake }) => stake), returned: sum(over, paid), tax: sum(over, tax) },
      net: sum(own, (one) => paid(one) - one.stake + (one.state === 'open' ? one.left : 0)),
    })
  }
  await bets.verifyBooks(rates)
}

/** The totals of My bets and the sums of its days, in cents. The bets of the page add up to its totals. */
async function shownTo({ token }: SeededBettor) {
  const { data, totals } = (await nare.call(betting.bets, { limit: 100 }, token)).body
  const added = (amount: (bet: Bet) => string): number => data.reduce((total, bet) => total + cents(amount(bet)), 0)
  const [returned, tax] = [cents(totals.returned), cents(totals.tax ?? '0')]
  expect([returned, tax]).toEqual([
    added((bet) => bet.tax?.paid ?? bet.returned),
    added((bet) => bet.tax?.amount ?? '0'),
  ])
  const days = (await nare.call(betting.days, { days: 31 }, token)).body.data
  for (const day of days) expect(cents(day.net)).toBe(cents(day.returned) - cents(day.staked))
  const ofDays = (field: 'staked' | 'returned' | 'tax'): number =>
    days.reduce((total, day) => total + cents(day[field] ?? '0'), 0)
  return {
    all: { staked: cents(totals.staked), returned, tax, net: cents(totals.net) },
    days: { staked: ofDays('staked'), returned: ofDays('returned'), tax: ofDays('tax') },
    net: cents(totals.net_settled),
  }
}

const taxOf = ({ tax }: Bet): number => cents(tax?.amount ?? '0')

async function owedBy({ id }: SeededBettor): Promise<number> {
  const row = await queryRow<{ owed: bigint }>(nare.base.db)`
    select -balance as owed from ledger.account where owner = ${id}::bigint and kind = 'debt'`
  return Number(row?.owed ?? 0n)
}

test('tickets, My bets, books and a slow twin agree about the tax after any results, corrections, cash-outs, edits and days', async () => {
  await fc.assert(fc.asyncProperty(fc.array(aStep, { minLength: 12, maxLength: 30 }), run), { numRuns: 12 })
})
