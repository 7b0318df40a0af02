import { sql, type RawBuilder } from 'kysely'
import type { ResultMasks, Spread } from '@nare/jackpot/score'
import type { Masks } from '@nare/jackpot/ticket'
import { queryRows, type Db, type Tx } from '#platform/db'

export type NewPicks = {
  readonly betId: bigint
  readonly pool: number
  readonly masks: Masks
  readonly lines: number
  /** The number of lines with each outcome, three numbers per match. */
  readonly crowd: readonly number[]
}

/**
 * Writes the picks of new tickets, and a tally row per pool with their totals. A new row locks nothing, so tickets do not wait for each
 * other.
 */
export async function insertPicks(tx: Tx, tickets: readonly NewPicks[]): Promise<void> {
  const writes = [
    sql`
      insert into jackpot.ticket (bet_id, pool, home, draw, away, lines)
      select * from unnest(${tickets.map((t) => t.betId)}::bigint[], ${tickets.map((t) => t.pool)}::int[],
        ${tickets.map((t) => t.masks.home)}::bigint[], ${tickets.map((t) => t.masks.draw)}::bigint[],
        ${tickets.map((t) => t.masks.away)}::bigint[], ${tickets.map((t) => t.lines)}::int[])`.execute(tx),
  ]
  for (const [pool, own] of Map.groupBy(tickets, (ticket) => ticket.pool)) {
    const crowd = own.reduce<number[]>((sum, { crowd: one }) => one.map((count, at) => count + (sum[at] ?? 0)), [])
    writes.push(
      sql`
        insert into jackpot.tally (pool, tickets, lines, crowd)
        values (${pool}::int, ${own.length}::int, ${own.reduce((sum, { lines }) => sum + lines, 0)}::bigint, ${crowd}::bigint[])`.execute(
        tx,
      ),
    )
  }
  await Promise.all(writes)
}

export type TicketRow = { readonly betId: bigint; readonly pool: number; readonly lines: number } & Masks

/** The picks of these tickets. */
export function ticketsById(on: Db | Tx, betIds: readonly bigint[]): Promise<TicketRow[]> {
  return queryRows<TicketRow>(on)`
    select bet_id as "betId", pool, lines, home, draw, away from jackpot.ticket where bet_id = any(${betIds}::bigint[])`
}

/** The spread of each ticket `t` of a pool: `spreadOf` of packages/jackpot in SQL. */
function spreads(result: ResultMasks) {
  const right = sql`((t.home & ${result.home}::bigint) | (t.draw & ${result.draw}::bigint) | (t.away & ${result.away}::bigint))`
  const triple = sql`(t.home & t.draw & t.away)`
  const double = sql`(((t.home & t.draw) | (t.home & t.away) | (t.draw & t.away)) & ~(t.home & t.draw & t.away))`
  const count = (mask: ReturnType<typeof sql>) => sql`bit_count((${mask})::bit(64))::int`
  return sql`
    ${count(sql`(${right} & ~${double} & ~${triple}) | ${result.all}::bigint`)} as "right",
    ${count(sql`${right} & ${double}`)} as doubles, ${count(sql`${right} & ${triple}`)} as triples,
    ${count(sql`${double} & ~${right}`)} as wrong_doubles, ${count(sql`${triple} & ~${right}`)} as wrong_triples`
}

export type SpreadCount = { readonly spread: Spread; readonly tickets: number }
export type PoolTotals = { readonly tickets: bigint; readonly lines: bigint }

type SpreadRow = {
  right: number
  doubles: number
  triples: number
  wrong_doubles: number
  wrong_triples: number
  tickets: number
}

/** The number of tickets of a pool with each spread: a few hundred rows for any number of tickets. */
export async function spreadsOf(tx: Tx, pool: number, result: ResultMasks): Promise<SpreadCount[]> {
  const rows = await queryRows<SpreadRow>(tx)`
    select "right", doubles, triples, wrong_doubles, wrong_triples, count(*)::int as tickets
    from (select ${spreads(result)} from jackpot.ticket t where t.pool = ${pool}::int) s group by 1, 2, 3, 4, 5`
  return rows.map(({ tickets, wrong_doubles: wrongDoubles, wrong_triples: wrongTriples, right, doubles, triples }) => ({
    spread: { right, doubles, triples, wrongDoubles, wrongTriples },
    tickets,
  }))
}

export async function totalsOf(tx: Tx, pool: number): Promise<PoolTotals> {
  const rows = await queryRows<PoolTotals>(tx)`
    select count(*) as tickets, coalesce(sum(lines), 0)::bigint as lines from jackpot.ticket where pool = ${pool}::int`
  return rows[0] ?? { tickets: 0n, lines: 0n }
}

/** The last of the next `most` tickets of a pool after the ticket `after`; undefined if there are none. */
export async function chunkEnd(
  tx: Tx,
  { pool, after, most }: { pool: number; after: bigint; most: number },
): Promise<bigint | undefined> {
  const rows = await queryRows<{ last: bigint | null }>(tx)`
    select max(bet_id) as last from (
      select bet_id from jackpot.ticket where pool = ${pool}::int and bet_id > ${after}::bigint order by bet_id limit ${most}::int) t`
  return rows[0]?.last ?? undefined
}

export type Chunk = { readonly pool: number; readonly after: bigint; readonly last: bigint }
const within = ({ pool, after, last }: Chunk) =>
  sql`t.pool = ${pool}::int and t.bet_id > ${after}::bigint and t.bet_id <= ${last}::bigint`

/** All tickets of a pool as one chunk. */
export const allTickets = (pool: number): Chunk => ({ pool, after: 0n, last: 2n ** 63n - 1n })

/** The amount that a ticket with this spread returns. Spreads that return nothing may be omitted. */
export type SpreadReturn = { readonly spread: Spread; readonly returned: bigint }

/** A query of tickets as rows (bet_id, state, returned), as `settleTicketSet` settles them. */
export type TicketRows = RawBuilder<unknown>

/** The query for `settleTicketSet`: the tickets of a chunk as rows (bet_id, state, returned), by the return of their spread. */
export function returnsOf(chunk: Chunk, result: ResultMasks, paying: readonly SpreadReturn[]): TicketRows {
  return sql`
    select s.bet_id, case when r.returned is null then 'lost' else 'won' end as state, coalesce(r.returned, 0) as returned
    from (select t.bet_id, ${spreads(result)} from jackpot.ticket t where ${within(chunk)}) s
      left join (select * from unnest(${paying.map((p) => p.spread.right)}::int[], ${paying.map((p) => p.spread.doubles)}::int[],
        ${paying.map((p) => p.spread.triples)}::int[], ${paying.map((p) => p.spread.wrongDoubles)}::int[],
        ${paying.map((p) => p.spread.wrongTriples)}::int[], ${paying.map((p) => p.returned)}::bigint[])
        as r ("right", doubles, triples, wrong_doubles, wrong_triples, returned)) r
      using ("right", doubles, triples, wrong_doubles, wrong_triples)`
}

/** The same query if all stakes are refunded. `stake` is the price of a line. */
export function refundsOf(chunk: Chunk, stake: bigint): TicketRows {
  return sql`
    select t.bet_id, 'void' as state, t.lines * ${stake}::bigint as returned from jackpot.ticket t where ${within(chunk)}`
}

/** The tickets of the jackpots with a match, as rows (bet_id). */
export const jackpotTicketsOnMatch = (matchId: number) => sql`
  select t.bet_id from jackpot.match m join jackpot.ticket t on t.pool = m.pool where m.match_id = ${matchId}::int`
