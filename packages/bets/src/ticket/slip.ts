import type { Money, Price } from '@nare/money/money'
import type { BetType } from './settle.ts'

export type MatchState = 'not_started' | 'live' | 'interrupted' | 'ended' | 'abandoned' | 'postponed' | 'cancelled'
export type MarketState = 'open' | 'suspended' | 'closed'
export type AcceptMode = 'none' | 'higher' | 'any'

/**
 * A pick with the price that the bettor saw (`expected`) and its current offer. `present` is the current price; undefined if there is none.
 */
export type PricedLeg = {
  readonly matchId: string
  readonly marketId: string
  readonly oddKey: string
  readonly expected: Price
  readonly present: Price | undefined
  readonly marketState: MarketState
  readonly matchState: MatchState
  readonly startsAtMs: number
  /** The sport and both sides of the match, in either order; undefined if they are not compared. */
  readonly pair?: string | undefined
}

/**
 * A slip as the bettor sent it. Without `type` one pick is a single and several are a multi. `system` lists the sizes of a system's lines.
 */
export type Slip = {
  readonly legs: readonly PricedLeg[]
  readonly stake: Money
  readonly type?: BetType | undefined
  readonly system?: readonly number[] | undefined
  readonly accept: AcceptMode
}

export type PickState = 'open' | 'suspended' | 'closed' | 'started'

/** The type of a slip: its `type`, or by default single for one pick and multi for several. */
export function typeOf({ type, legs }: Pick<Slip, 'type' | 'legs'>): BetType {
  return type ?? (legs.length > 1 ? 'multi' : 'single')
}

/**
 * Whether a pick can be bet on now. 'started': its kick-off has passed and it is not open for live betting, or the
 * match is over; 'closed': the match will not be played as planned, or the outcome has no price.
 */
export function pickState(leg: PricedLeg, nowMs: number): PickState {
  const { matchState, marketState } = leg
  if (matchState === 'ended' || (matchState === 'not_started' && nowMs >= leg.startsAtMs)) return 'started'
  if (matchState === 'interrupted') return 'suspended'
  if (matchState !== 'not_started' && matchState !== 'live') return 'closed'
  if (marketState === 'suspended') return 'suspended'
  return marketState === 'closed' || leg.present === undefined ? 'closed' : 'open'
}

export function legIsOpen(leg: PricedLeg, nowMs: number): boolean {
  return pickState(leg, nowMs) === 'open'
}

/**
 * Whether the bettor accepts the current price of this leg: with 'none' only the same price, with 'higher' the same or a higher one, with
 * 'any' every price.
 */
export function acceptsPrice(accept: AcceptMode, { expected, present }: PricedLeg): boolean {
  if (present === undefined) return false
  if (accept === 'any') return true
  return accept === 'higher' ? present >= expected : present === expected
}

/** The faults of a slip's shape, one sentence per field; undefined if there are none. `system` is ignored unless the slip is a system. */
export function slipFaults(slip: Omit<Slip, 'stake' | 'accept'>): Readonly<Record<string, string>> | undefined {
  const { legs, system } = slip
  const type = typeOf(slip)
  if (legs.length === 0) return { slip: 'The slip has no pick.' }
  if (type === 'single' && legs.length !== 1) return { slip: 'A single has exactly one pick.' }
  if (type !== 'single' && legs.length < 2) return { slip: `A ${type} needs at least two picks.` }
  if (type !== 'system' || isSystem(system, legs.length)) return undefined
  return { system: 'Name different sizes, each from one to the number of picks.' }
}

function isSystem(system: readonly number[] | undefined, legs: number): boolean {
  if (!system || system.length === 0 || new Set(system).size !== system.length) return false
  return system.every((k) => Number.isInteger(k) && k >= 1 && k <= legs)
}
