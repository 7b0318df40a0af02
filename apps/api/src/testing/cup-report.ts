import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { combinationId } from '@nare/bets/markets/combination'
import { market, marketTitle } from '@nare/bets/markets/markets'
import type { BoostRules } from '@nare/bets/ticket/boost'
import { queryRow, queryRows, type Db } from '#platform/db'
import type { PlayedBet } from './cup-bettors.ts'
import { slowCombination } from './cup-combinations.ts'
import { voidOf } from './cup-trader.ts'
import { slowReturn } from './slow-bets.ts'
import { slowLiveFactor, type LiveFacts } from './slow-live.ts'

type Pair = readonly [number, number]
type Goal = { minute: number | string; owngoal?: boolean }
type Row = {
  date: string
  team1: string
  team2: string
  score: { ft?: Pair; ht?: Pair }
  goals1?: Goal[]
  goals2?: Goal[]
}

/** The facts of each match in regular time from files of football.json, by the feed's name of the match; read without the feed. */
export function factsOf(paths: readonly string[]): Map<string, LiveFacts> {
  const facts = new Map<string, LiveFacts>()
  for (const path of paths) {
    const { name, matches } = JSON.parse(readFileSync(path, 'utf8')) as { name: string; matches: Row[] }
    for (const row of matches) {
      const { ft = [0, 0], ht = [0, 0] } = row.score
      const goals = [...timed(row.goals1, 'home'), ...timed(row.goals2, 'away')]
        .filter(({ at }) => at < 91)
        .sort((a, b) => a.at - b.at)
      const scored = (list: typeof goals): Pair => [
        list.filter((goal) => goal.side === 'home').length,
        list.filter((goal) => goal.side === 'away').length,
      ]
      const total = scored(goals)
      const isComplete = total[0] === ft[0] && total[1] === ft[1]
      facts.set(`${name}:${row.date}:${row.team1}:${row.team2}`, {
        full: ft,
        half: isComplete ? scored(goals.filter(({ at }) => at < 46)) : ht,
        goals: isComplete ? goals.map(({ side }) => side) : undefined,
      })
    }
  }
  return facts
}

/** The goals of a side with their minute; stoppage time is the fraction. */
function timed(goals: Goal[] | undefined, side: 'home' | 'away') {
  return (goals ?? []).map((goal) => {
    const [minute = 0, added = 0] = `${goal.minute}`.split('+').map(Number)
    const offset = 'offset' in goal ? Number(goal.offset) : added
    return { side, at: minute + offset / 100 }
  })
}

export type Stored = { readonly id: string; readonly state: string; readonly returned: bigint }

/** How the matches ended, the boost of the country, and the markets that a trader declared void, by `voidOf`. */
type Course = {
  readonly facts: ReadonlyMap<string, LiveFacts>
  readonly boost: BoostRules
  readonly voids?: ReadonlySet<string> | undefined
}

/** The bets whose return differs from the reference implementation: the cash-outs paid, and the return of the stake left. */
export async function againstTwin(
  db: Db,
  { bets, ...course }: Course & { bets: readonly PlayedBet[] },
): Promise<{ stored: Stored[]; wrong: { stored: Stored; expected: bigint; bet: PlayedBet }[] }> {
  const rows = await queryRows<Stored>(db)`
    select bet_id::text as id, state, returned from betting.bet where product = 'sports'`
  const byId = new Map(rows.map((row) => [row.id, row]))
  const wrong = bets.flatMap((bet) => {
    const stored = byId.get(bet.betId) ?? { id: bet.betId, state: 'missing', returned: -1n }
    const expected = bet.paid + (bet.stake > 0n ? restOf(bet, course) : 0n)
    const isEnded = stored.state !== 'open' && (stored.state === 'cashed_out') === (bet.stake === 0n)
    return isEnded && stored.returned === expected ? [] : [{ stored, expected, bet }]
  })
  return { stored: rows, wrong }
}

function restOf(bet: PlayedBet, { facts, boost, voids }: Course): bigint {
  const legs = bet.legs.map(({ name, market: id, key, odds, at }) => {
    const match = facts.get(name)
    if (!match) throw new Error(`${name} is not in the files`)
    const isVoid = (one: string): boolean => voids?.has(voidOf(name, one)) === true
    if (id === '900') return { odds, factor: slowCombination({ key, odds }, match, isVoid) }
    // A void pick counts as odds of 1.00.
    if (isVoid(id)) return { odds, factor: [1n, 1n] as const }
    return { odds, factor: slowLiveFactor(id, key, odds, { ...match, at }) }
  })
  return slowReturn(bet.stake, legs, bet.sizes ? { sizes: bet.sizes } : { boost })
}

/** The share of the time in play in which betting was suspended, from the catalogue's history, and the reasons. */
export async function suspendedShare(db: Db): Promise<{ share: number; stops: { reason: string; count: number }[] }> {
  const spans = await queryRow<{ played: number; stopped: number }>(db)`
    with change as (
      select c.match_id, c.state, c.suspended, c.at, lead(c.at) over (partition by c.match_id order by c.no) as until
      from catalog.match_change c join catalog.match m on m.id = c.match_id where m.source = 'replay')
    select coalesce(sum(extract(epoch from until - at)), 0)::float8 as played,
      coalesce(sum(extract(epoch from until - at)) filter (where suspended), 0)::float8 as stopped
    from change where state = 'live' and until is not null`
  const stops = await sql<{ reason: string; count: number }>`
    select coalesce(c.reason, '') as reason, count(*)::int as count from catalog.match_change c
    join catalog.match m on m.id = c.match_id where m.source = 'replay' and c.kind = 'stop' group by 1 order by 2 desc`.execute(
    db,
  )
  const { played = 0, stopped = 0 } = spans ?? {}
  return { share: played > 0 ? stopped / played : 0, stops: stops.rows }
}

/** The house's result on singles without a cash-out, by market, compared with the margin in their prices. */
export function houseByMarket(bets: readonly PlayedBet[], stored: readonly Stored[]) {
  const returned = new Map(stored.map((bet) => [bet.id, Number(bet.returned)]))
  const singles = bets.filter((bet) => bet.legs.length === 1 && bet.paid === 0n)
  const groups = Map.groupBy(singles, ({ legs: [leg], isLive }) => `${leg?.market} ${isLive ? 'live' : 'before'}`)
  return [...groups]
    .map(([name, list]) => {
      const [id = '', when] = name.split(' ')
      const staked = list.reduce((sum, { staked: cents }) => sum + Number(cents), 0)
      const paid = list.reduce((sum, { betId }) => sum + (returned.get(betId) ?? 0), 0)
      const implied =
        list.reduce((sum, { implied: share }) => sum + share, 0) / list.length / (market(id)?.winners ?? 1)
      return {
        market: `${id} ${marketTitle(id, '')}`.trim(),
        when,
        bets: list.length,
        'house %': percent((staked - paid) / staked),
        // A combination is priced alone, so nothing sums to a book.
        'in the prices %': id === combinationId ? '–' : percent(1 - 1 / implied),
      }
    })
    .toSorted((a, b) => b.bets - a.bets)
}

export const percent = (share: number): string => (share * 100).toFixed(1)

/** The quantile of the numbers at this share. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
