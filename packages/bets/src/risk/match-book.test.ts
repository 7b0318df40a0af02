import { money, price } from '@nare/money/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BoostRules } from '../ticket/boost.ts'
import { openMatchBook, returnsByLeg, type MatchNow } from './match-book.ts'
import { marketsOfSport, selection, type Market } from '../markets/markets.ts'
import { outcome } from '../grading/outcome.ts'
import type { DecidedState, LegState, Result, Score, Side } from '../result.ts'
import { settleBet, type Bet, type BetLeg } from '../ticket/settle.ts'

const leg = (at: bigint, state: LegState = 'open'): BetLeg => ({ price: price(at), state })
const single = (cents: bigint, at: bigint): Bet => ({ type: 'single', stake: money(cents), legs: [leg(at)] })

type Ticket = {
  readonly bet: Bet
  readonly at: number
  readonly marketId: string
  readonly oddKey: string
  readonly scoreAtBet?: Score
}

function bookOf(tickets: readonly Ticket[]) {
  const book = openMatchBook('soccer')
  for (const { bet, at, ...pick } of tickets) book.add({ ...pick, stake: bet.stake, returns: returnsByLeg(bet, at) })
  return book
}

const onHome: Ticket = { bet: single(10_000n, 2100n), at: 0, marketId: '1', oddKey: 'home_team' }
const onOver: Ticket = { bet: single(5_000n, 1900n), at: 0, marketId: '18', oddKey: 'over 2.5' }
const level: MatchNow = { fullTime: { home: 0, away: 0 }, finished: false, isFirstHalf: true }

test('a book says what the house loses at worst and what it keeps by final score', () => {
  const book = bookOf([onHome, onOver])
  expect(book.worst(level)).toBe(15_500n)
  const keeps = new Map(book.keepsByScore(level).map((end) => [`${end.home}:${end.away}`, end.keeps]))
  expect([keeps.get('0:0'), keeps.get('1:0'), keeps.get('1:2'), keeps.get('2:1')]).toEqual([
    15_000n,
    -6_000n,
    5_500n,
    -15_500n,
  ])
  expect(book.lines()).toEqual([
    { marketId: '1', oddKey: 'home_team', bets: 1, staked: 10_000n, pays: 21_000n },
    { marketId: '18', oddKey: 'over 2.5', bets: 1, staked: 5_000n, pays: 9_500n },
  ])
})

test('what can no longer happen no longer counts', () => {
  const book = bookOf([{ ...onHome, marketId: '45', oddKey: '0:0' }, onOver])
  expect(book.worst(level)).toBe(6_000n)
  expect(book.worst({ ...level, fullTime: { home: 1, away: 0 } })).toBe(-5_500n)
  expect(book.worst({ fullTime: { home: 2, away: 2 }, halfTime: { home: 0, away: 0 }, finished: true })).toBe(-5_500n)
})

test('a ticket that is taken back leaves nothing', () => {
  const book = bookOf([onHome, onOver])
  for (const { bet, at, ...pick } of [onHome, onOver])
    book.remove({ ...pick, stake: bet.stake, returns: returnsByLeg(bet, at) })
  expect([book.bets(), book.staked(), book.worst(level), book.lines()]).toEqual([0, 0n, 0n, []])
})

test('a multi counts with its whole stake and its other open legs won', () => {
  const bet: Bet = { type: 'multi', stake: money(1_000n), legs: [leg(2000n), leg(3000n), leg(1500n, 'half_won')] }
  expect(returnsByLeg(bet, 0)).toEqual({ won: 7_500n, half_won: 5_625n, void: 3_750n, half_lost: 1_875n, lost: 0n })
  expect(bookOf([{ ...onHome, bet }]).worst(level)).toBe(6_500n)
})

test('in sports that count points the scores around the lines decide, and what the score has decided stays', () => {
  const book = openMatchBook('basketball')
  const bets = [
    { marketId: '225', oddKey: 'over 150.5', at: 1900n },
    { marketId: '225', oddKey: 'under 170.5', at: 1800n },
  ]
  for (const { at, ...pick } of bets)
    book.add({ ...pick, stake: 10_000n, returns: returnsByLeg(single(10_000n, at), 0) })
  const now = { fullTime: { home: 60, away: 58 }, finished: false }
  expect(book.worst(now)).toBe(17_000n)
  expect(book.worst({ ...now, fullTime: { home: 99, away: 80 } })).toBe(-1_000n)
})

/** Up to four lines of each market, below and above what is usual. */
const linesOf = (market: Market): string[] => {
  const all: Readonly<Record<Market['line'], string[]>> = {
    none: [''],
    total: ['0.5', '2.25', '2.5', '3', '6.5'],
    asian: ['-1.75', '-1', '0', '0.5'],
    start: ['0:1', '2:0'],
    goal: ['1', '2', '4'],
    combination: ['m1 home_team and m18 over 2.5', 'm1 draw and m29 yes'],
  }
  return all[market.line].filter((line) => market.outcomes(line).length > 0)
}
const picks = marketsOfSport('soccer').flatMap((market) =>
  linesOf(market).flatMap((line) => market.keys(line).map((oddKey) => ({ marketId: market.id, oddKey }))),
)

const boost: BoostRules = {
  table: [
    { legs: 2, percent: 5 },
    { legs: 4, percent: 12.5 },
  ],
  minLeg: price(1200n),
  cap: money(50_000n),
}

const anyState = fc.constantFrom<LegState>('open', 'open', 'won', 'void', 'half_won', 'half_lost', 'lost')
const anyPrice = fc.bigInt({ min: 1010n, max: 30_000n })
const anyTicket = fc
  .record({
    pick: fc.constantFrom(...picks),
    others: fc.array(fc.tuple(anyPrice, anyState), { maxLength: 4 }),
    own: anyPrice,
    stake: fc.bigInt({ min: 1n, max: 1_000_000n }),
    cap: fc.option(fc.bigInt({ min: 1_000n, max: 2_000_000n }), { nil: undefined }),
    isSystem: fc.boolean(),
    scoreAtBet: fc.option(fc.record({ home: fc.nat(2), away: fc.nat(2) }), { nil: undefined }),
  })
  .map(({ pick, others, own, stake, cap, isSystem, scoreAtBet }): Ticket => {
    const legs = [leg(own), ...others.map(([at, state]) => leg(at, state))]
    const type = legs.length === 1 ? 'single' : isSystem && legs.length > 2 ? 'system' : 'multi'
    return {
      ...{ ...pick, at: 0, ...(scoreAtBet && { scoreAtBet }) },
      bet: {
        ...{ type, stake: money(stake), legs },
        ...(type === 'system' && { system: [2, legs.length] }),
        ...(type === 'multi' && { boost }),
        ...(cap !== undefined && { cap: money(cap) }),
      },
    }
  })

/** A score so far with its half-time, if the first half has ended. */
const anyNow = fc
  .record({ half: fc.tuple(fc.nat(2), fc.nat(2)), more: fc.tuple(fc.nat(2), fc.nat(2)), isFirstHalf: fc.boolean() })
  .map(({ half: [h, a], more: [mh, ma], isFirstHalf }): MatchNow => {
    const halfTime = { home: h, away: a }
    if (isFirstHalf) return { fullTime: halfTime, finished: false, isFirstHalf }
    return { halfTime, fullTime: { home: h + mh, away: a + ma }, finished: false }
  })

/** Settles each ticket by a result, with its other open legs won. */
function paidBy(tickets: readonly Ticket[], result: Result): bigint {
  return tickets.reduce((sum, { bet, at, marketId, oddKey, scoreAtBet }) => {
    const state = outcome(marketId, oddKey, result, scoreAtBet ? { scoreAtBet } : {}) as DecidedState
    const legs = bet.legs.map((one, n) =>
      n === at ? { ...one, state } : one.state === 'open' ? { ...one, state: 'won' as const } : one,
    )
    return sum + settleBet({ ...bet, legs }).returned
  }, 0n)
}

const max = (all: readonly bigint[]): bigint => all.reduce((most, one) => (one > most ? one : most), 0n)
const upTo = (most: number): number[] => Array.from({ length: most + 1 }, (_, n) => n)

/** The same by trying every end: half-times and scores together, numbered goals one by one, corners and cards up to forty. */
function slowWorst(tickets: readonly Ticket[], now: MatchNow): bigint {
  const needs = (ticket: Ticket) => selection(ticket.marketId, ticket.oddKey)?.market.needs
  const score = now.fullTime ?? { home: 0, away: 0 }
  const scored = tickets.filter((ticket) => ['score', 'halves'].includes(needs(ticket) ?? ''))
  const scores = upTo(11).flatMap((home) => upTo(11).map((away) => ({ home, away })))
  const isHalf = ({ home, away }: Score): boolean =>
    now.halfTime ? home === now.halfTime.home && away === now.halfTime.away : home >= score.home && away >= score.away
  const ends = scores.flatMap((fullTime) =>
    scores
      .filter((half) => half.home <= fullTime.home && half.away <= fullTime.away && isHalf(half))
      .filter(() => fullTime.home >= score.home && fullTime.away >= score.away)
      .map((halfTime) => paidBy(scored, { halfTime, fullTime, finished: true })),
  )
  const goalLines = Map.groupBy(
    tickets.filter((ticket) => needs(ticket) === 'goals'),
    ({ marketId, oddKey }) => `${marketId} ${selection(marketId, oddKey)?.line}`,
  )
  const ofGoals = [...goalLines.values()].map((own) => {
    const n = Number(selection(own[0]?.marketId ?? '', own[0]?.oddKey ?? '')?.line)
    const orders: Side[][] = [
      [],
      ...(['home', 'away'] as const).map((side) => [...upTo(n - 2), side].map((): Side => side)),
    ]
    return max(
      orders.map((goals) => {
        const home = goals.filter((side) => side === 'home').length
        return paidBy(own, { goals, fullTime: { home, away: goals.length - home }, finished: true })
      }),
    )
  })
  const ofCounts = (['corners', 'cards'] as const).map((count) =>
    max(
      upTo(40).map((home) =>
        paidBy(
          tickets.filter((ticket) => needs(ticket) === count),
          { [count]: { home, away: 0 }, finished: true },
        ),
      ),
    ),
  )
  const staked = tickets.reduce((sum, { bet }) => sum + bet.stake, 0n)
  return max(ends) + [...ofGoals, ...ofCounts].reduce((sum, one) => sum + one, 0n) - staked
}

test('the worst case is that of trying every end, for singles, multis and systems with caps, whatever the other legs did', () => {
  fc.assert(
    fc.property(fc.array(anyTicket, { minLength: 1, maxLength: 6 }), anyNow, (tickets, now) => {
      expect(bookOf(tickets).worst(now)).toBe(slowWorst(tickets, now))
    }),
    { numRuns: 25 },
  )
})
