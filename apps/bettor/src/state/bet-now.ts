import type { BetView } from '@nare/contract/betting'
import type { BetState } from '@nare/contract/live'

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
/** A leg's match in progress or ended: its minute while it is live, its score as "2:1". */
export type LegProgress = {
  readonly phase: 'live' | 'half_time' | 'ended'
  readonly minute: number | null
  readonly added?: number | undefined
  /** When the minute was measured, from where the screen counts on; null while the clock stands. */
  readonly clock_at?: string | null | undefined
  readonly suspended?: string | undefined
  readonly score: string
}

/**
 * A bet with what the topic `bets` published of it. Without a connection the published state may be older than the listed one,
 * so then it only replaces that of an open bet. The answer to a cash-out may be newer than the topic: a bet that was cashed out stays
 * so, and what an open bet has returned only grows.
 */
export function betNow(bet: BetView, live: BetState | undefined, { connected }: { connected: boolean }): BetView {
  if (!live || (!connected && bet.state !== 'open')) return bet
  const stateOf = new Map(live.legs.map(({ n, state }) => [n, state]))
  const legs = bet.legs.map((leg, n) => ({ ...leg, state: stateOf.get(n) ?? leg.state }))
  const isBehind = bet.state === 'open' && live.state === 'open' && cents(live.returned) < cents(bet.returned)
  if (bet.state === 'cashed_out' || isBehind) return { ...bet, legs }
  return { ...bet, state: live.state, returned: live.returned, legs }
}

/** What a leg's row shows of its match; undefined before kick-off and when no score is known. */
export function legProgress(leg: Pick<Leg, 'result'>, match: Match | undefined): LegProgress | undefined {
  // A result may name the score at half-time too: "2:1 (1:0)".
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

/** The match of an undecided leg while it is live, from the topic `bets`. */
export function ownProgress(leg: BetState['legs'][number] | undefined): LegProgress | undefined {
  if (leg?.state !== 'open' || leg.score === undefined) return undefined
  return { phase: 'live', minute: leg.minute ?? null, score: leg.score }
}

export type Left = NonNullable<BetView['left']>

/** What is left of a bet: all of it before the first cash-out. Undefined if it has no possible win. */
export function leftOf({ left, stake, possible_win }: BetView): Left | undefined {
  return left ?? (possible_win === null ? undefined : { stake, possible_win })
}

/** How many legs are won, fully or by half, of how many. */
export function legsWon({ legs }: { legs: readonly Pick<Leg, 'state'>[] }): { won: number; of: number } {
  return { won: legs.filter(({ state }) => state === 'won' || state === 'half_won').length, of: legs.length }
}

type Won = { readonly bets: readonly string[]; readonly returned: string }

/**
 * The bets of `open`, ids that were seen open, that now returned more than their stake, and what they returned together. A bet on
 * matches that was cashed out is none.
 */
export function newWins(open: ReadonlySet<string>, now: ReadonlyMap<string, BetState>): Won | undefined {
  return sumOf([...now].filter(([id, bet]) => open.has(id) && !isSold(bet) && isAboveStake(bet)))
}

/** The bets on matches of `open` that have been cashed out since, and what they returned together. */
export function newCashOuts(open: ReadonlySet<string>, now: ReadonlyMap<string, BetState>): Won | undefined {
  return sumOf([...now].filter(([id, bet]) => open.has(id) && isSold(bet)))
}

const isSold = ({ state, legs }: BetState): boolean => state === 'cashed_out' && legs.length > 0
const isAboveStake = ({ state, stake, returned }: BetState): boolean =>
  state !== 'open' && cents(returned) > cents(stake)

function sumOf(won: readonly (readonly [string, BetState])[]): Won | undefined {
  if (won.length === 0) return undefined
  const total = won.reduce((sum, [, { returned }]) => sum + cents(returned), 0n)
  return { bets: won.map(([id]) => id), returned: `${total / 100n}.${String(total % 100n).padStart(2, '0')}` }
}

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))
