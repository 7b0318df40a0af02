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
  /** Debits that stand, those rolled back, and credits. */
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

/** The transactions with these ids, whoever's they are. */
export async function transactionsOf(on: Tx, provider: GameProvider, txIds: readonly string[]): Promise<TxRow[]> {
  const { rows } = await sql<TxRow>`
    select ${txColumns} from casino.provider_tx t
    where t.provider = ${provider} and t.tx_id = any(${txIds}::text[])`.execute(on)
  return rows
}

/** The bettor's rounds with these ids, and those of the transactions `txIds`. */
export async function roundsOf(
  on: Db | Tx,
  { provider, bettor }: Named,
  { roundIds, txIds }: { roundIds: readonly string[]; txIds: readonly string[] },
): Promise<RoundRow[]> {
  const { rows } = await sql<RoundRow>`
    select ${roundColumns} from casino.round r
    where r.provider = ${provider} and r.bettor_id = ${bettor}::bigint and (r.round_id = any(${roundIds}::text[])
      or r.round_id in (select t.round_id from casino.provider_tx t where t.provider = ${provider} and t.tx_id = any(${txIds}::text[])))`.execute(
    on,
  )
  return rows
}

/** The tickets of the rounds that a call is about; a round's ticket never changes. */
export async function betIdsOf(db: Db, named: Named, about: Parameters<typeof roundsOf>[2]): Promise<bigint[]> {
  return (await roundsOf(db, named, about)).flatMap(({ betId }) => (betId === null ? [] : [betId]))
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

/** Whether an operator has switched a provider off, read under the lock that the switch takes. */
export async function isStopped(tx: Tx, provider: GameProvider): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`
    select stopped from casino.provider_stop where provider = ${provider}`.execute(tx)
  return rows[0]?.stopped ?? false
}
