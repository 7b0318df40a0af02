import {
  bookStates,
  endsOf,
  isOfHalf,
  isOfScore,
  unscoredEnds,
  type BookPick,
  type Ends,
  type MatchNow,
} from './book-ends.ts'
import { selection, type Sport } from '../markets/markets.ts'
import type { DecidedState, Result, Score } from '../result.ts'
import { settleBet, type Bet } from '../ticket/settle.ts'

export type { MatchNow } from './book-ends.ts'

/** What a ticket returns for each state of one of its legs, in cents. */
export type LegReturns = Readonly<Record<DecidedState, bigint>>

/** A leg of an open ticket: its selection, the ticket's stake that still plays, in cents, and what the ticket returns. */
export type BookLeg = BookPick & { readonly stake: bigint; readonly returns: LegReturns }

/** A selection with its tickets: their number, their stakes and what they pay if it wins, in cents. */
export type BookLine = {
  readonly marketId: string
  readonly oddKey: string
  readonly bets: number
  readonly staked: bigint
  readonly pays: bigint
}

/** What the house keeps if the match ends with this score, in cents: stakes less payouts; below zero it loses. */
export type ScoreKeeps = Score & { readonly keeps: bigint }

/** What a bet returns for each state of its leg `n`, with its other open legs won: no other result of them returns more. */
export function returnsByLeg(bet: Bet, n: number): LegReturns {
  const returned = (state: DecidedState): bigint =>
    settleBet({
      ...bet,
      legs: bet.legs.map((leg, at) => ({
        ...leg,
        state: at === n ? state : leg.state === 'open' ? 'won' : leg.state,
      })),
    }).returned
  return {
    ...{ won: returned('won'), half_won: returned('half_won'), void: returned('void') },
    ...{ half_lost: returned('half_lost'), lost: returned('lost') },
  }
}

/** The tickets of one selection together, in cents. `returns` are in the order of `bookStates`. */
type Line = BookPick & { bets: number; staked: number; readonly returns: Float64Array }

/**
 * The open tickets on one match, and what the house can lose by them. They are kept summed by selection: `worst` and `ends` cost the number
 * of selections times the number of scores, whatever the number of tickets. Amounts are exact below 2^53 cents.
 */
export function openMatchBook(sport: Sport) {
  const lines = new Map<string, Line>()

  function change({ stake, returns, ...pick }: BookLeg, by: 1 | -1): void {
    const of = selection(pick.marketId, pick.oddKey)
    if (!of) return
    const scoreAtBet = of.market.since === 'bet' ? pick.scoreAtBet : undefined
    const name = `${pick.marketId} ${pick.oddKey} ${scoreAtBet ? `${scoreAtBet.home}:${scoreAtBet.away}` : ''}`
    const line = lines.get(name) ?? {
      ...{ ...pick, scoreAtBet, bets: 0, staked: 0 },
      returns: new Float64Array(bookStates.length),
    }
    line.bets += by
    line.staked += by * Number(stake)
    for (const [n, state] of bookStates.entries())
      line.returns[n] = (line.returns[n] ?? 0) + by * Number(returns[state])
    if (line.bets === 0) lines.delete(name)
    else lines.set(name, line)
  }

  const all = (): Line[] => [...lines.values()]
  const sum = (of: (line: Line) => number): number => all().reduce((total, line) => total + of(line), 0)

  /** What the selections that the score decides pay for each way the match can end. */
  function paidByEnd(now: MatchNow): { results: readonly Result[]; paid: Float64Array } {
    const ofScore = all().filter(({ marketId, oddKey }) => isOfScore(marketId, oddKey))
    const ends = endsOf(sport, ofScore, now)
    return { results: ends.results, paid: paidIn(ends, ofScore) }
  }

  /** The most that the markets that the score does not decide pay. */
  const paidByOthers = (now: MatchNow): number =>
    unscoredEnds(all(), now).reduce((most, { picks, ends }) => most + mostOf(paidIn(ends, picks)), 0)

  return {
    add: (leg: BookLeg): void => change(leg, 1),
    /** Takes back what `add` was given. */
    remove: (leg: BookLeg): void => change(leg, -1),
    bets: (): number => sum(({ bets }) => bets),
    staked: (): bigint => BigInt(sum(({ staked }) => staked)),
    lines: (): BookLine[] =>
      all().map(({ marketId, oddKey, bets, staked, returns }) => ({
        ...{ marketId, oddKey, bets, staked: BigInt(staked), pays: BigInt(returns[0] ?? 0) },
      })),

    /**
     * The most that the house can lose from now on, in cents: payouts less stakes over the half-time and final scores that are possible,
     * with each market that the score does not decide at its worst. Below zero it keeps something however the match ends.
     */
    worst: (now: MatchNow): bigint =>
      BigInt(mostOf(paidByEnd(now).paid) + paidByOthers(now) - sum(({ staked }) => staked)),

    /** What the house keeps for each possible final score, at the worst half-time score for it. */
    keepsByScore(now: MatchNow): ScoreKeeps[] {
      const byScore = new Map<string, Score & { paid: number }>()
      const { results, paid } = paidByEnd(now)
      for (const [at, { fullTime }] of results.entries()) {
        const { home, away } = fullTime ?? { home: 0, away: 0 }
        const name = `${home}:${away}`
        byScore.set(name, { home, away, paid: Math.max(paid[at] ?? 0, byScore.get(name)?.paid ?? 0) })
      }
      const rest = sum(({ staked }) => staked) - paidByOthers(now)
      return [...byScore.values()].map(({ home, away, paid }) => ({ home, away, keeps: BigInt(rest - paid) }))
    },
  }
}
export type MatchBook = ReturnType<typeof openMatchBook>

/** The largest of these amounts, at least zero. */
function mostOf(amounts: Float64Array): number {
  let most = 0
  for (const amount of amounts) if (amount > most) most = amount
  return most
}

/** What these lines pay together for each of the ends. */
function paidIn({ results, statesOf, finals }: Ends, lines: readonly Line[]): Float64Array {
  const paid = new Float64Array(results.length)
  if (finals) {
    const whole = paidIn(
      finals.ends,
      lines.filter((line) => !isOfHalf(line)),
    )
    for (let at = 0; at < paid.length; at++) paid[at] = whole[finals.places[at] ?? 0] ?? 0
  }
  for (const line of finals ? lines.filter(isOfHalf) : lines) {
    const states = statesOf(line)
    for (let at = 0; at < paid.length; at++) paid[at] = (paid[at] ?? 0) + (line.returns[states[at] ?? 0] ?? 0)
  }
  return paid
}
