import { divide } from '@nare/money/divide'
import type { Price } from '@nare/money/money'
import { combinedAtRisk } from './at-risk.ts'
import { matchAtRisk } from './match-risk.ts'
import type { Score } from './result.ts'
import type { BetType } from './settle.ts'

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

/** A match with its singles, or one multi or system, from its first acceptance until its last settlement. `weight`: its largest stake. */
type RiskEvent = {
  readonly bets: readonly RiskBet[]
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
 * that cover two matches one counts.
 */
export function countedRisks(bets: readonly RiskBet[]): ReadonlyMap<bigint, BetRisk | undefined> {
  const risks = new Map<bigint, BetRisk | undefined>(
    bets.map(({ betId, state, settledAt }) => [betId, state === 'open' ? undefined : { ...none, at: settledAt }]),
  )
  const events = eventsOf(bets.filter(({ state }) => state !== 'gone'))
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
  return [...Map.groupBy(bets, nameOf).values()].map((own) => ({
    bets: own,
    weight: own.reduce((most, { stake }) => (stake > most ? stake : most), 0n),
    from: Math.min(...own.map(({ placedAt }) => placedAt)),
    until: Math.max(...own.map(({ state, settledAt }) => (state === 'open' ? Infinity : settledAt))),
  }))
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
function partsOf({ bets, weight }: RiskEvent, { hasRivals }: { hasRivals: boolean }): Omit<BetRisk, 'at'>[] {
  const stakes = bets.map(({ stake }) => stake)
  const eventStakes = stakes.reduce((sum, stake) => sum + stake, 0n)
  if (eventStakes === 0n) return []
  const risk = eventRisk(bets)
  const returned = bets.reduce((sum, bet) => sum + bet.returned, 0n)
  const risks = divide(hasRivals && risk > weight ? weight : risk, stakes)
  const profits = divide(returned > eventStakes ? returned - eventStakes : 0n, stakes)
  return bets.map((_, n) => ({ atRisk: risks[n] ?? 0n, profit: profits[n] ?? 0n, eventStakes }))
}

function eventRisk(bets: readonly RiskBet[]): bigint {
  const [first] = bets
  if (first && first.type !== 'single')
    return combinedAtRisk({ stake: first.stake, prices: first.legs.map(({ price }) => price), system: first.system })
  return matchAtRisk(bets.flatMap(({ stake, legs }) => legs.slice(0, 1).map((leg) => ({ ...leg, stake }))))
}
