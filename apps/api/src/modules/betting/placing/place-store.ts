import { sql } from 'kysely'
import { insertionOf, type NewTicket } from '#modules/tickets/tickets'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

/** A new bet on matches, with its legs. */
export type NewBet = NewTicket & { possibleWin: bigint; legs: readonly NewLeg[] }

export type NewLeg = {
  matchId: number
  marketId: string
  oddKey: string
  price: bigint
  homeAtBet: number | null
  awayAtBet: number | null
  startTime: Date
}

export type Exposure = {
  matchId: number
  marketId: string
  oddKey: string
  bets: number
  stake: bigint
  liability: bigint
}

/** The liability of an outcome in cents. */
export type OutcomeRisk = Pick<Exposure, 'matchId' | 'marketId' | 'oddKey' | 'liability'>

/** Inserts bets and their legs in one statement. */
export async function insertBets(tx: Tx, bets: readonly NewBet[]): Promise<void> {
  const legs = bets.flatMap((bet) => bet.legs.map((leg, n) => ({ ...leg, betId: bet.betId, bettor: bet.bettor, n })))
  await sql`
    with made as (${insertionOf(bets)})
    insert into betting.leg (bet_id, bettor_id, n, match_id, market_id, odd_key, price, home_at_bet, away_at_bet, start_time)
    select * from unnest(
      ${legs.map((l) => l.betId)}::bigint[], ${legs.map((l) => l.bettor)}::bigint[], ${legs.map((l) => l.n)}::smallint[], ${legs.map((l) => l.matchId)}::int[],
      ${legs.map((l) => l.marketId)}::text[], ${legs.map((l) => l.oddKey)}::text[], ${legs.map((l) => l.price)}::bigint[],
      ${legs.map((l) => l.homeAtBet)}::smallint[], ${legs.map((l) => l.awayAtBet)}::smallint[], ${legs.map((l) => l.startTime)}::timestamptz[])`.execute(
    tx,
  )
}

/**
 * Adds to the exposure of these outcomes, in key order. Returns the outcomes whose liability is now above `above`.
 * The last write of a batch, because these rows are the most contended.
 */
export async function addExposure(tx: Tx, rows: readonly Exposure[], above: bigint): Promise<OutcomeRisk[]> {
  const sorted = [...rows].sort(byKey)
  const over = await queryRows<{ match_id: number; market_id: string; odd_key: string; liability: bigint }>(tx)`
    with added as (
      insert into betting.exposure as e (match_id, market_id, odd_key, bets, stake, liability)
      select * from unnest(
        ${sorted.map((r) => r.matchId)}::int[], ${sorted.map((r) => r.marketId)}::text[], ${sorted.map((r) => r.oddKey)}::text[],
        ${sorted.map((r) => r.bets)}::bigint[], ${sorted.map((r) => r.stake)}::bigint[], ${sorted.map((r) => r.liability)}::bigint[])
      on conflict (match_id, market_id, odd_key) do update
        set bets = e.bets + excluded.bets, stake = e.stake + excluded.stake, liability = e.liability + excluded.liability
      returning e.match_id, e.market_id, e.odd_key, e.liability
    )
    select match_id, market_id, odd_key, liability from added where liability > ${above}::bigint`
  return over.map(riskOf)
}

/** The liabilities of these outcomes; outcomes without bets are left out. */
export async function liabilitiesOf(
  tx: Tx | Db,
  outcomes: readonly { matchId: number; marketId: string; oddKey: string }[],
): Promise<OutcomeRisk[]> {
  const rows = await queryRows<{ match_id: number; market_id: string; odd_key: string; liability: bigint }>(tx)`
    select e.match_id, e.market_id, e.odd_key, e.liability
    from unnest(${outcomes.map((o) => o.matchId)}::int[], ${outcomes.map((o) => o.marketId)}::text[],
      ${outcomes.map((o) => o.oddKey)}::text[]) as o (match_id, market_id, odd_key)
    join betting.exposure e using (match_id, market_id, odd_key)`
  return rows.map(riskOf)
}

const riskOf = (row: { match_id: number; market_id: string; odd_key: string; liability: bigint }): OutcomeRisk => ({
  matchId: row.match_id,
  marketId: row.market_id,
  oddKey: row.odd_key,
  liability: row.liability,
})

/** The open stakes on each of these matches, in cents; matches without bets are left out. */
export async function stakedOn(db: Db, matches: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
  const rows = await queryRows<{ id: number; staked: bigint }>(db)`
    select match_id as id, sum(stake)::bigint as staked from betting.exposure where match_id = any(${matches}::int[])
    group by 1`
  return new Map(rows.map(({ id, staked }) => [id, staked]))
}

/** Deletes the exposure of matches whose bets are all settled. */
export async function clearExposure(tx: Tx, matchIds: readonly number[]): Promise<void> {
  await sql`delete from betting.exposure where match_id = any(${matchIds}::int[])`.execute(tx)
}

function byKey(a: Exposure, b: Exposure): number {
  if (a.matchId !== b.matchId) return a.matchId - b.matchId
  if (a.marketId !== b.marketId) return a.marketId < b.marketId ? -1 : 1
  return a.oddKey < b.oddKey ? -1 : a.oddKey > b.oddKey ? 1 : 0
}

/** Stores rules under their version. */
export async function insertRules(
  db: Db | Tx,
  { version, content }: { version: string; content: string },
): Promise<void> {
  await sql`insert into betting.rules (version, content) values (${version}, ${content}::jsonb) on conflict do nothing`.execute(
    db,
  )
}

/** The stored rules of a version. */
export async function rulesOf(db: Db | Tx, version: string): Promise<unknown> {
  const row = await queryRow<{ content: unknown }>(db)`select content from betting.rules where version = ${version}`
  return row?.content
}
