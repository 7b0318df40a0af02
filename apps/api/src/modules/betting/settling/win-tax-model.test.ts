import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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
    const picks = legs.map(([match, key]) => pick(ids[match] ?? '', '1', keys[key] ?? '', prices[key] ?? ''))
    const placed = await bets.place(bettor.token, picks, { stake: (stake / 100).toFixed(2), accept: 'any' })
    if (placed.status !== 201) return
    const paid = { left: stake, cashed: 0, cashedTax: 0, settled: 0, settledTax: 0 }
    kept.push({ bettor, id: placed.body.bet.bet_id, stake, ...paid, state: 'open' })
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
  }
  await bets.verifyBooks(rates)
}

const taxOf = ({ tax }: Bet): number => cents(tax?.amount ?? '0')

async function owedBy({ id }: SeededBettor): Promise<number> {
  const row = await queryRow<{ owed: bigint }>(nare.base.db)`
    select -balance as owed from ledger.account where owner = ${id}::bigint and kind = 'debt'`
  return Number(row?.owed ?? 0n)
}

test('tickets, books and a slow twin agree about the tax after any results, corrections, cash-outs and days', async () => {
  await fc.assert(fc.asyncProperty(fc.array(aStep, { minLength: 12, maxLength: 30 }), run), { numRuns: 12 })
})
