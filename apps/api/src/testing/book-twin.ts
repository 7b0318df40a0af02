import type { MatchNow } from '@nare/bets/risk/match-book'
import { outcome } from '@nare/bets/grading/outcome'
import type { DecidedState, LegState, Result, Score } from '@nare/bets/result'
import { settleBet } from '@nare/bets/ticket/settle'
import { money, price } from '@nare/money/money'
import type { RulesBook } from '#modules/betting/betting'
import { queryRows, type Db } from '#platform/db'

type Leg = { match: number; market: string; key: string; price: string; state: LegState }
type Row = {
  readonly type: 'single' | 'multi' | 'system'
  readonly system: number[] | null
  readonly stake: bigint
  readonly left: bigint | null
  readonly rules: string
  readonly legs: Leg[]
}

/** The book of a soccer match, in cents: `pays` by outcome as "1 home_team", `keeps` by final score at the worst half-time score. */
export type TwinBook = {
  readonly bets: number
  readonly staked: bigint
  readonly pays: ReadonlyMap<string, bigint>
  readonly keeps: ReadonlyMap<string, bigint>
  readonly worst: bigint
}

type Deps = { readonly db: Db; readonly rules: Pick<RulesBook, 'of'> }

/**
 * The book of a soccer match by the slowest way: reads all open tickets on it from the database and settles each of them for every half-time and
 * final score of up to ten goals a side. Only for tickets on markets that the score decides.
 */
export async function twinBook({ db, rules }: Deps, matchId: number, now: MatchNow): Promise<TwinBook> {
  const rows = await queryRows<Row>(db)`
    select b.type, b.system, b.stake, b.left_stake as left, b.rules_version as rules,
      (select json_agg(json_build_object('match', match_id, 'market', market_id, 'key', odd_key, 'price', price::text, 'state', state) order by n)
        from betting.leg l where l.bet_id = b.bet_id) as legs
    from betting.bet b where b.state = 'open' and b.product = 'sports'
      and exists (select from betting.leg l where l.bet_id = b.bet_id and l.match_id = ${matchId}::int and l.state = 'open')`
  const tickets = []
  for (const row of rows) tickets.push(await ticketOf(row))

  async function ticketOf(row: Row) {
    const { boost, cap } = await rules.of(db, row.rules)
    const stake = row.left ?? row.stake
    const part = (limit: bigint) => money((limit * stake) / row.stake)
    const returns = (own: DecidedState): bigint =>
      settleBet({
        ...{ type: row.type, stake: money(stake), system: row.system ?? undefined, cap: part(cap) },
        boost: { ...boost, cap: part(boost.cap) },
        legs: row.legs.map((leg) => ({
          price: price(BigInt(leg.price)),
          state: leg.match === matchId ? own : leg.state === 'open' ? 'won' : leg.state,
        })),
      }).returned
    const byState = new Map<DecidedState, bigint>()
    const paid = (state: DecidedState): bigint => {
      const known = byState.get(state) ?? returns(state)
      byState.set(state, known)
      return known
    }
    const own = row.legs.find(({ match }) => match === matchId)
    return { own: { market: own?.market ?? '', key: own?.key ?? '' }, stake, paid }
  }

  const staked = tickets.reduce((sum, { stake }) => sum + stake, 0n)
  const keeps = new Map<string, bigint>()
  for (const result of endsOf(now)) {
    const kept = tickets.reduce(
      (left, { own, paid }) => left - paid(outcome(own.market, own.key, result) as DecidedState),
      staked,
    )
    const name = `${result.fullTime?.home ?? 0}:${result.fullTime?.away ?? 0}`
    const before = keeps.get(name)
    if (before === undefined || kept < before) keeps.set(name, kept)
  }
  const pays = new Map<string, bigint>()
  for (const { own, paid } of tickets) {
    const name = `${own.market} ${own.key}`
    pays.set(name, (pays.get(name) ?? 0n) + paid('won'))
  }
  const least = [...keeps.values()].reduce<bigint | undefined>(
    (lowest, one) => (lowest === undefined || one < lowest ? one : lowest),
    undefined,
  )
  return { bets: tickets.length, staked, pays, keeps, worst: -(least ?? 0n) }
}

const goalsMax = 10
const scores = Array.from({ length: (goalsMax + 1) ** 2 }, (_, n): Score => {
  return { home: Math.floor(n / (goalsMax + 1)), away: n % (goalsMax + 1) }
})
const isAtLeast = (one: Score, other: Score | undefined): boolean =>
  !other || (one.home >= other.home && one.away >= other.away)

function endsOf({ finished, fullTime: score, halfTime: half, isFirstHalf, ...now }: MatchNow): Result[] {
  if (finished) return [{ ...now, ...(score && { fullTime: score }), ...(half && { halfTime: half }), finished }]
  return scores.flatMap((fullTime) =>
    scores
      .filter((halfTime) => isAtLeast(fullTime, halfTime) && isAtLeast(fullTime, score))
      .filter((halfTime) => (half ? halfTime.home === half.home && halfTime.away === half.away : true))
      .filter((halfTime) => !isFirstHalf || isAtLeast(halfTime, score))
      .map((halfTime) => ({ halfTime, fullTime, finished: true })),
  )
}
