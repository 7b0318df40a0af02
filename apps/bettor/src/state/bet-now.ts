import type { BetView } from '@nare/contract/betting'
import type { BetState } from '@nare/contract/live'
import { paidOf } from '../tax/paid-of.ts'

type Match = {
  readonly state: string
  readonly minute: number | null
  /** Minutes of stoppage time: 2 in minute 45 is "45+2". */
  readonly added?: number
  readonly at_half_time?: true
  readonly clock_at?: string | null
  readonly suspended?: string
  readonly home_score: number | null
  readonly away_score: number | null
}
type Leg = BetView['legs'][number]
/** The progress of a leg's match: the minute while it is live, and the score as "2:1". */
export type LegProgress = {
  readonly phase: 'live' | 'half_time' | 'ended'
  readonly minute: number | null
  readonly added?: number | undefined
  /** The time when `minute` was measured, from which the screen continues the count. Null while the clock is stopped. */
  readonly clock_at?: string | null | undefined
  readonly suspended?: string | undefined
  readonly score: string
}

/**
 * Merges the state from the topic `bets` into a bet. Without a connection this state may be older than the listed bet, so it is
 * then merged into open bets only. The response to a cash-out may be newer than the topic: a cashed-out bet keeps its state, and
 * `returned` of an open bet never falls.
 */
export function betNow(bet: BetView, live: BetState | undefined, { connected }: { connected: boolean }): BetView {
  if (!live || (!connected && bet.state !== 'open')) return bet
  const stateOf = new Map(live.legs.map(({ n, state }) => [n, state]))
  const legs = bet.legs.map((leg, n) => ({ ...leg, state: stateOf.get(n) ?? leg.state }))
  const isLiveOlder = bet.state === 'open' && live.state === 'open' && cents(live.returned) < cents(bet.returned)
  if (bet.state === 'cashed_out' || isLiveOlder) return { ...bet, legs }
  return { ...bet, state: live.state, returned: live.returned, tax: live.tax, legs }
}

/** The progress of a leg's match; undefined before kick-off and without a score. */
export function legProgress(leg: Pick<Leg, 'result'>, match: Match | undefined): LegProgress | undefined {
  // A result may include the half-time score: "2:1 (1:0)".
  if (leg.result !== null) return { phase: 'ended', minute: null, score: leg.result.split(' ', 1)[0] ?? '' }
  if (!match || match.home_score === null || match.away_score === null) return undefined
  const score = `${match.home_score}:${match.away_score}`
  const isLive = match.state === 'live'
  if (isLive && match.at_half_time) return { phase: 'half_time', minute: match.minute, score }
  if (isLive || match.state === 'interrupted') {
    const { minute, added, suspended } = match
    return { phase: 'live', minute, added, suspended, score, clock_at: isLive ? match.clock_at : null }
  }
  return match.state === 'ended' ? { phase: 'ended', minute: null, score } : undefined
}

/** The progress of an undecided leg's live match, from the topic `bets`. */
export function progressFromBetTopic(leg: BetState['legs'][number] | undefined): LegProgress | undefined {
  if (leg?.state !== 'open' || leg.score === undefined) return undefined
  return { phase: 'live', minute: leg.minute ?? null, score: leg.score }
}

export type RemainingBet = NonNullable<BetView['left']>

/** The part of a bet that is not cashed out; the whole bet before the first cash-out. Undefined without a possible win. */
export function remainingOf({ left, stake, possible_win }: BetView): RemainingBet | undefined {
  return left ?? (possible_win === null ? undefined : { stake, possible_win })
}

/** Whether a bet may have a value for a cash-out, now or later: it is open, and no pick of it is lost, unless it is a system. */
export const mayHaveValue = ({ state, type, legs }: Pick<BetView, 'state' | 'type' | 'legs'>): boolean =>
  state === 'open' && (type === 'system' || !legs.some((leg) => leg.state === 'lost'))

/** The number of won legs, half-won ones included, and of all legs. */
export function legsWon({ legs }: { legs: readonly Pick<Leg, 'state'>[] }): { won: number; of: number } {
  return { won: legs.filter(({ state }) => state === 'won' || state === 'half_won').length, of: legs.length }
}

type BetsTotal = { readonly bets: readonly string[]; readonly returned: string }

/**
 * The bets with ids in `open` that have since returned more than their stake, with what they paid after tax. A cashed-out bet on matches
 * does not count.
 */
export function newWins(
  open: Pick<ReadonlySet<string>, 'has'>,
  now: ReadonlyMap<string, BetState>,
): BetsTotal | undefined {
  return sumOf([...now].filter(([id, bet]) => open.has(id) && !isCashedOutOnMatches(bet) && isAboveStake(bet)))
}

/**
 * The bets on matches with ids in `open` that have been cashed out since, with what this paid. `open` has the returns of the bets before:
 * the amounts of earlier cash-outs of a part.
 */
export function newCashOuts(
  open: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, BetState>,
): BetsTotal | undefined {
  return sumOf(
    [...now].filter(([id, bet]) => open.has(id) && isCashedOutOnMatches(bet)),
    open,
  )
}

const isCashedOutOnMatches = ({ state, legs }: BetState): boolean => state === 'cashed_out' && legs.length > 0
const isAboveStake = ({ state, stake, returned }: BetState): boolean =>
  state !== 'open' && cents(returned) > cents(stake)

function sumOf(
  bets: readonly (readonly [string, BetState])[],
  before: ReadonlyMap<string, string> = new Map(),
): BetsTotal | undefined {
  if (bets.length === 0) return undefined
  const total = bets.reduce((sum, [id, bet]) => sum + cents(paidOf(bet)) - cents(before.get(id) ?? '0'), 0n)
  return { bets: bets.map(([id]) => id), returned: `${total / 100n}.${String(total % 100n).padStart(2, '0')}` }
}

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))
