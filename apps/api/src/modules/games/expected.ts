import { sql } from 'kysely'
import { crashExpectation } from '@nare/games/crash'
import { expectationOf, type Expectation } from '@nare/games/expectation'
import type { GameName } from '@nare/games/games'
import { money } from '@nare/money/money'
import type { Db, Tx } from '#platform/db'

type OwnRow = {
  readonly betId: bigint
  readonly game: GameName
  readonly options: unknown
  readonly result: unknown
  readonly stake: bigint
  readonly staked: bigint
  readonly moves: readonly unknown[]
}
/** `reached` is where a bet was cashed out, or the first multiplier that its flight did not reach; null for a flight that nobody knows. */
type CrashRow = { readonly betId: bigint; readonly stake: bigint; readonly reached: number | null }

type Expected = { readonly game: string; readonly expectation?: Expectation }

/** The game of each of these decided tickets, and mean and variance of what its round pays by the rules. */
export async function roundsExpected(on: Db | Tx, betIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Expected>> {
  const [own, crash] = await Promise.all([ownRows(on, betIds), crashRows(on, betIds)])
  return new Map<bigint, Expected>([
    ...own.map((row) => {
      const round = { ...row, stake: money(row.stake), staked: money(row.staked) }
      return [row.betId, { game: row.game, expectation: expectationOf(round) }] as const
    }),
    ...crash.map(
      ({ betId, stake, reached }) =>
        [betId, { game: 'crash', ...(reached !== null && { expectation: crashExpectation(stake, reached) }) }] as const,
    ),
  ])
}

async function ownRows(on: Db | Tx, betIds: readonly bigint[]): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select r.bet_id as "betId", r.game, r.options, r.result, r.stake, r.staked, coalesce(m.moves, '[]') as moves
    from games.round r left join lateral (
      select json_agg(m.move order by m.n) as moves from games.move m where m.bet_id = r.bet_id and r.game = 'hi-lo') m on true
    where r.bet_id = any(${betIds}::bigint[]) and r.state = 'done'`.execute(on)
  return rows
}

async function crashRows(on: Db | Tx, betIds: readonly bigint[]): Promise<CrashRow[]> {
  const { rows } = await sql<CrashRow>`
    select b.bet_id as "betId", b.stake, case b.state when 'won' then b.cashed_out_at
      when 'lost' then least(greatest(101, r.crash_point + 1), coalesce(b.target, b.cap)) end::int as reached
    from games.crash_bet b join games.crash_round r on r.round = b.round where b.bet_id = any(${betIds}::bigint[])`.execute(
    on,
  )
  return rows
}
