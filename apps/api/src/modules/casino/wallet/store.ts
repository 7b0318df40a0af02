import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'
import type { GameProvider } from './commands.ts'

/** A provider's transaction as it is stored. */
export type TxRow = {
  readonly id: bigint
  readonly txId: string
  readonly kind: 'debit' | 'credit' | 'rollback' | 'adjust' | 'tombstone'
  readonly bettor: bigint
  readonly roundId: string | null
  readonly gameId: string | null
  readonly refTx: string | null
  readonly amount: bigint
  readonly hash: Buffer | null
  readonly rolledBack: boolean
  readonly at: Date
}

/** A provider's round of one bettor. */
export type RoundRow = {
  readonly roundId: string
  readonly gameId: string
  readonly betId: bigint | null
  /** The counts of debits that were not rolled back, of those that were, and of credits. */
  readonly bets: number
  readonly refunded: number
  readonly results: number
  readonly closedAt: Date | null
  readonly closedBy: string | null
}

const txColumns = sql`
  t.id, t.tx_id as "txId", t.kind, t.bettor_id as bettor, t.round_id as "roundId", t.game_id as "gameId", t.ref_tx as "refTx",
  t.amount, t.hash, t.rolled_back as "rolledBack", t.at`

const roundColumns = sql`
  r.round_id as "roundId", r.game_id as "gameId", r.bet_id as "betId", r.bets, r.refunded, r.results, r.closed_at as "closedAt",
  r.closed_by as "closedBy"`

export type Named = { readonly provider: GameProvider; readonly bettor: bigint }

/** The transactions with these ids, of any bettor, and whether an operator has switched the provider off. */
export async function transactionsOf(
  tx: Tx,
  provider: GameProvider,
  txIds: readonly string[],
): Promise<{ stopped: boolean; transactions: TxRow[] }> {
  const { rows } = await sql<TxRow & { stopped: boolean | null; found: boolean }>`
    select s.stopped, t.tx_id is not null as found, ${txColumns}
    from (select ${provider}::text as provider) one left join casino.provider_stop s using (provider)
      left join casino.provider_tx t on t.provider = one.provider and t.tx_id = any(${txIds}::text[])`.execute(tx)
  return { stopped: rows[0]?.stopped ?? false, transactions: rows.filter(({ found }) => found) }
}

/** The bettor's rounds with these ids, and those of the transactions `txIds`. */
export async function roundsOf(
  on: Db | Tx,
  { provider, bettor }: Named,
  { roundIds, txIds }: { roundIds: readonly string[]; txIds: readonly string[] },
): Promise<RoundRow[]> {
  // Each round is found by its key: a condition with "or" would read all rounds of the provider.
  const { rows } = await sql<RoundRow>`
    select r.* from (
        select unnest(${roundIds}::text[]) as round_id
        union select t.round_id from casino.provider_tx t where t.provider = ${provider} and t.tx_id = any(${txIds}::text[])) named
      cross join lateral (
        select ${roundColumns} from casino.round r
        where r.provider = ${provider} and r.round_id = named.round_id and r.bettor_id = ${bettor}::bigint offset 0) r`.execute(
    on,
  )
  return rows
}

/** The tickets of the rounds that a call is about; a round's ticket never changes. */
export async function betIdsOf(db: Db, named: Named, about: Parameters<typeof roundsOf>[2]): Promise<bigint[]> {
  return (await roundsOf(db, named, about)).flatMap(({ betId }) => (betId === null ? [] : [betId]))
}

/** Whether a credit was paid on its round's ticket: a stake came before it. */
export async function isOnTicket(
  tx: Tx,
  provider: GameProvider,
  credit: Pick<TxRow, 'id' | 'roundId' | 'bettor'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from casino.provider_tx d where d.provider = ${provider} and d.round_id = ${credit.roundId} and d.bettor_id = ${credit.bettor}::bigint
      and d.kind = 'debit' and d.amount > 0 and d.id < ${credit.id}::bigint limit 1`.execute(tx)
  return rows.length > 0
}

export type NewTx = Omit<TxRow, 'id' | 'at' | 'rolledBack'>

/**
 * Writes the changed rounds of a call and its new transactions, and marks those taken back. Returns the ids and times of the new ones
 * in their order.
 */
export async function writeCall(
  tx: Tx,
  { provider, bettor }: Named,
  call: { rounds: readonly RoundRow[]; transactions: readonly NewTx[]; rolledBack: readonly string[] },
): Promise<{ txId: string; id: bigint; at: Date }[]> {
  const { rounds, transactions: t, rolledBack } = call
  const { rows } = await sql<{ txId: string; id: bigint; at: Date }>`
    with at as materialized (select platform.now() as now),
    changed as (
      insert into casino.round (provider, round_id, bettor_id, game_id, bet_id, bets, refunded, results, opened_at, changed_at, closed_at, closed_by)
      select ${provider}::text, r.round_id, ${bettor}::bigint, r.game_id, r.bet_id, r.bets, r.refunded, r.results, at.now, at.now,
        case when r.closed then at.now end, r.closed_by
      from at, unnest(${rounds.map((r) => r.roundId)}::text[], ${rounds.map((r) => r.gameId)}::text[], ${rounds.map((r) => r.betId)}::bigint[],
        ${rounds.map((r) => r.bets)}::int[], ${rounds.map((r) => r.refunded)}::int[], ${rounds.map((r) => r.results)}::int[],
        ${rounds.map((r) => r.closedAt !== null)}::boolean[], ${rounds.map((r) => r.closedBy)}::text[])
        as r (round_id, game_id, bet_id, bets, refunded, results, closed, closed_by)
      on conflict (provider, round_id, bettor_id) do update set bet_id = excluded.bet_id, bets = excluded.bets, refunded = excluded.refunded,
        results = excluded.results, changed_at = excluded.changed_at, closed_by = excluded.closed_by,
        closed_at = case when excluded.closed_at is null then null else coalesce(casino.round.closed_at, excluded.closed_at) end),
    undone as (
      update casino.provider_tx set rolled_back = true where provider = ${provider}::text and tx_id = any(${rolledBack}::text[]))
    insert into casino.provider_tx (provider, tx_id, kind, bettor_id, round_id, game_id, ref_tx, amount, hash, rolled_back, at)
    select ${provider}::text, t.tx_id, t.kind, ${bettor}::bigint, t.round_id, t.game_id, t.ref_tx, t.amount, decode(t.hash, 'hex'),
      t.tx_id = any(${rolledBack}::text[]), at.now
    from at, unnest(${t.map((one) => one.txId)}::text[], ${t.map((one) => one.kind)}::text[], ${t.map((one) => one.roundId)}::text[],
      ${t.map((one) => one.gameId)}::text[], ${t.map((one) => one.refTx)}::text[], ${t.map((one) => one.amount)}::bigint[],
      ${t.map((one) => one.hash?.toString('hex') ?? null)}::text[])
      as t (tx_id, kind, round_id, game_id, ref_tx, amount, hash)
    returning tx_id as "txId", id, at`.execute(tx)
  return rows
}
