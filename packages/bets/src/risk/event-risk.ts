import { divide } from '@nare/money/divide'
import type { Price } from '@nare/money/money'
import { combinedAtRisk } from './at-risk.ts'
import { matchAtRisk } from './match-risk.ts'
import type { Score } from '../result.ts'
import type { BetType } from '../ticket/settle.ts'

export type RiskLeg = {
  readonly match: number
  readonly marketId: string
  readonly oddKey: string
  readonly price: Price
  readonly scoreAtBet?: Score | undefined
}

/**
 * A bettor's bet. `stake` is the part that results decide, in cents, and `returned` what they returned for it, without a boost. 'gone' is a
 * bet that nothing was decided on: void or cashed out.
 */
export type RiskBet = {
  readonly betId: bigint
  readonly type: BetType
  readonly system?: readonly number[] | undefined
  readonly stake: bigint
  readonly returned: bigint
  /** The part of the stake that cash-outs closed, and what they paid for it, in cents. */
  readonly cashed?: { readonly stake: bigint; readonly paid: bigint } | undefined
  readonly state: 'open' | 'decided' | 'gone'
  /** In epoch milliseconds; `settledAt` is infinite while the bet is open. */
  readonly placedAt: number
  readonly settledAt: number
  readonly legs: readonly RiskLeg[]
}

/**
 * What counts of a bet: its part of what was at risk on its event, and its part of the event's profit, which is never below zero, with the
 * stakes of the whole event. `at`: when the last bet that decides it was settled. Undefined until then.
 */
export type BetRisk = {
  readonly atRisk: bigint
  readonly profit: bigint
  readonly eventStakes: bigint
  readonly at: number
}

const none = { atRisk: 0n, profit: 0n, eventStakes: 0n }

/**
 * A match with its singles, or one multi or system, from its first acceptance until its last settlement. `weight`: its largest stake.
 * `hedges`: the singles with parts that were cashed out while one of the others was open.
 */
type RiskEvent = {
  readonly bets: readonly RiskBet[]
  readonly hedges: readonly RiskBet[]
  readonly weight: bigint
  readonly from: number
  readonly until: number
}

/** Of more events of one bettor on a match, those with the smallest stakes count nothing. */
const eventsMax = 500

/**
 * What counts of each bet among a bettor's bets in the order of their acceptance, which are all that share a match with it. The singles on
 * a match are one event, and each multi or system is one of its own. Of events that share a match, differ there and were open at the same
 * time, only the one with the largest stake counts, singles then at most with this stake; among equal ones the first. So of nine multis
 * that cover two matches one counts. What was cashed out counts nothing, but hedges the singles that were open with it: a lost side that is
 * sold for a cent does not make the other side a risk.
 */
export function countedRisks(bets: readonly RiskBet[]): ReadonlyMap<bigint, BetRisk | undefined> {
  const risks = new Map<bigint, BetRisk | undefined>(
    bets.map(({ betId, state, settledAt }) => [betId, state === 'open' ? undefined : { ...none, at: settledAt }]),
  )
  const events = eventsOf(bets)
  const { rivals, ignored } = rivalsOf(events)
  for (const event of events) {
    const against = rivals.get(event) ?? []
    const at = Math.max(...[event, ...against].map(({ until }) => until))
    if (at === Infinity) {
      for (const { betId } of event.bets) risks.set(betId, undefined)
      continue
    }
    const counts = !ignored.has(event) && against.every((rival) => isLarger(event, rival))
    const parts = counts ? partsOf(event, { hasRivals: against.length > 0 }) : []
    for (const [n, { betId }] of event.bets.entries()) risks.set(betId, { ...(parts[n] ?? none), at })
  }
  return risks
}

function eventsOf(bets: readonly RiskBet[]): RiskEvent[] {
  const nameOf = (bet: RiskBet) => (bet.type === 'single' ? `match ${bet.legs[0]?.match}` : `bet ${bet.betId}`)
  return [...Map.groupBy(bets, nameOf).values()].flatMap((all): RiskEvent[] => {
    const own = all.filter(({ state }) => state !== 'gone')
    const isHedge = (bet: RiskBet) =>
      bet.type === 'single' &&
      (bet.cashed?.stake ?? 0n) > 0n &&
      own.some((other) => other.placedAt < bet.settledAt && bet.placedAt < other.settledAt)
    const event = {
      bets: own,
      hedges: all.filter(isHedge),
      weight: own.reduce((most, { stake }) => (stake > most ? stake : most), 0n),
      from: Math.min(...own.map(({ placedAt }) => placedAt)),
      until: Math.max(...own.map(({ state, settledAt }) => (state === 'open' ? Infinity : settledAt))),
    }
    return own.length === 0 ? [] : [event]
  })
}

const firstOf = ({ bets }: RiskEvent): bigint => bets[0]?.betId ?? 0n
const isLarger = (one: RiskEvent, other: RiskEvent): boolean =>
  one.weight === other.weight ? firstOf(one) < firstOf(other) : one.weight > other.weight

type OnMatch = { readonly event: RiskEvent; readonly picks: ReadonlySet<string> }

const areRivals = (a: OnMatch, b: OnMatch): boolean =>
  a.event !== b.event &&
  new Set([...a.picks, ...b.picks]).size > 1 &&
  a.event.from < b.event.until &&
  b.event.from < a.event.until

/** The events that share a match with an event and differ there; and those that are too many on one match. */
function rivalsOf(events: readonly RiskEvent[]) {
  const byMatch = new Map<number, OnMatch[]>()
  for (const event of events) {
    const legs = event.bets.flatMap((bet) => bet.legs)
    for (const [match, own] of Map.groupBy(legs, (leg) => leg.match)) {
      const picks = new Set(own.map(({ marketId, oddKey }) => `${marketId} ${oddKey}`))
      byMatch.set(match, [...(byMatch.get(match) ?? []), { event, picks }])
    }
  }
  const rivals = new Map<RiskEvent, Set<RiskEvent>>(events.map((event) => [event, new Set()]))
  const ignored = new Set<RiskEvent>()
  for (const on of byMatch.values()) {
    const largest = on.length > eventsMax ? on.toSorted((a, b) => (isLarger(a.event, b.event) ? -1 : 1)) : on
    for (const { event } of largest.slice(eventsMax)) ignored.add(event)
    const near = largest.slice(0, eventsMax)
    for (const one of near) for (const other of near) if (areRivals(one, other)) rivals.get(one.event)?.add(other.event)
  }
  return { rivals: new Map([...rivals].map(([event, others]) => [event, [...others]])), ignored }
}

/** Each bet's part of what its event has at risk and of its profit, by stake. */
function partsOf(event: RiskEvent, { hasRivals }: { hasRivals: boolean }): Omit<BetRisk, 'at'>[] {
  const { bets, hedges, weight } = event
  const stakes = bets.map(({ stake }) => stake)
  const own = sumOf(stakes)
  if (own === 0n) return []
  const sold = hedges.flatMap(({ cashed }) => cashed ?? [])
  const eventStakes = own + sumOf(sold.map(({ stake }) => stake))
  const lost = sumOf(sold.map(({ stake, paid }) => (stake > paid ? stake - paid : 0n)))
  const profit = sumOf(bets.map(({ returned }) => returned)) - own - lost
  const risk = hedgedRisk(event, eventStakes)
  const risks = divide(hasRivals && risk > weight ? weight : risk, stakes)
  const profits = divide(profit > 0n ? profit : 0n, stakes)
  return bets.map((_, n) => ({ atRisk: risks[n] ?? 0n, profit: profits[n] ?? 0n, eventStakes }))
}

const sumOf = (all: readonly bigint[]): bigint => all.reduce((sum, one) => sum + one, 0n)

/** What the bets had at risk; with hedges, their part of what all had together, if it is less. */
function hedgedRisk({ bets, hedges }: RiskEvent, eventStakes: bigint): bigint {
  const alone = eventRisk(bets)
  if (hedges.length === 0) return alone
  const sold = hedges.map((bet) => ({ ...bet, stake: bet.cashed?.stake ?? 0n }))
  const together = eventRisk([...bets, ...sold].toSorted((a, b) => a.placedAt - b.placedAt))
  const part = (together * sumOf(bets.map(({ stake }) => stake))) / eventStakes
  return part < alone ? part : alone
}

function eventRisk(bets: readonly RiskBet[]): bigint {
  const [first] = bets
  if (first && first.type !== 'single')
    return combinedAtRisk({ stake: first.stake, prices: first.legs.map(({ price }) => price), system: first.system })
  return matchAtRisk(bets.flatMap(({ stake, legs }) => legs.slice(0, 1).map((leg) => ({ ...leg, stake }))))
}
