import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
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
  /** The tax on winnings of a payment without a ticket. */
  readonly tax: bigint
  readonly hash: Buffer | null
  readonly rolledBack: boolean
  readonly at: Date
}

/** A provider's round of one bettor. */
export type RoundRow = {
  readonly roundId: string
  readonly gameId: string
  readonly betId: bigint | null
  /** `bets` counts debits that are not rolled back, `refunded` rolled back ones, `results` credits. */
  readonly bets: number
  readonly refunded: number
  readonly results: number
  readonly closedAt: Date | null
  readonly closedBy: string | null
}

const txColumns = sql`
  t.id, t.provider, t.tx_id as "txId", t.kind, t.bettor_id as bettor, t.round_id as "roundId", t.game_id as "gameId", t.ref_tx as "refTx",
  t.amount, t.tax, t.hash, t.rolled_back as "rolledBack", t.at`

const roundColumns = sql`
  r.provider, r.bettor_id as bettor, r.round_id as "roundId", r.game_id as "gameId", r.bet_id as "betId", r.bets, r.refunded, r.results,
  r.closed_at as "closedAt", r.closed_by as "closedBy"`

/** The provider and the bettor of a call. */
export type Named = { readonly provider: GameProvider; readonly bettor: bigint }

/** The ids that a call names: transactions, rounds, and the transactions that it rolls back, whose rounds it needs. */
export type Names = {
  readonly txIds: readonly string[]
  readonly roundIds: readonly string[]
  readonly backIds: readonly string[]
}
export type Naming = { readonly call: Named; readonly names: Names }

/** The providers that an operator has switched off. */
export async function stoppedProviders(tx: Tx): Promise<ReadonlySet<GameProvider>> {
  const rows = await queryRows<{ provider: GameProvider }>(tx)`
    select provider from casino.provider_stop where stopped`
  return new Set(rows.map(({ provider }) => provider))
}

/** A stored transaction. `onTicket`: a credit to roll back was paid on its round's ticket, because a stake came before it. */
export type FoundTx = TxRow & { readonly provider: GameProvider; readonly onTicket: boolean }

/** The transactions that these calls name, of any bettor. */
export function transactionsOf(tx: Tx, calls: readonly Naming[]): Promise<FoundTx[]> {
  const named = calls.flatMap(({ call: { provider }, names: { txIds, backIds } }) =>
    txIds.map((txId) => ({ provider, txId, back: backIds.includes(txId) })),
  )
  // The lateral join looks each transaction up by its key, for any number of calls.
  return queryRows<FoundTx>(tx)`
    select t.*, n.back and t.kind = 'credit' and exists (
        select from casino.provider_tx d where d.provider = t.provider and d.round_id = t."roundId" and d.bettor_id = t.bettor
          and d.kind = 'debit' and d.amount > 0 and d.id < t.id) as "onTicket"
    from unnest(${named.map((n) => n.provider)}::text[], ${named.map((n) => n.txId)}::text[], ${named.map((n) => n.back)}::boolean[])
        as n (provider, tx_id, back)
      cross join lateral (
        select ${txColumns} from casino.provider_tx t where t.provider = n.provider and t.tx_id = n.tx_id offset 0) t`
}

/** The rounds that these calls name, and the rounds of the transactions that they roll back. */
export function roundsOf(on: Db | Tx, calls: readonly Naming[]): Promise<(RoundRow & Named)[]> {
  const keys = (which: 'roundIds' | 'backIds') =>
    calls.flatMap(({ call: { provider, bettor }, names }) => names[which].map((id) => ({ provider, bettor, id })))
  const [named, back] = [keys('roundIds'), keys('backIds')]
  // The lateral join looks each round up by its key. A condition with "or" would read all rounds of the provider.
  return queryRows<RoundRow & Named>(on)`
    select r.* from (
        select * from unnest(${named.map((n) => n.provider)}::text[], ${named.map((n) => n.bettor)}::bigint[],
          ${named.map((n) => n.id)}::text[]) as n (provider, bettor_id, round_id)
        union
        select b.provider, b.bettor_id, t.round_id
        from unnest(${back.map((n) => n.provider)}::text[], ${back.map((n) => n.bettor)}::bigint[], ${back.map((n) => n.id)}::text[])
            as b (provider, bettor_id, tx_id)
          cross join lateral (
            select t.round_id from casino.provider_tx t where t.provider = b.provider and t.tx_id = b.tx_id offset 0) t) named
      cross join lateral (
        select ${roundColumns} from casino.round r
        where r.provider = named.provider and r.round_id = named.round_id and r.bettor_id = named.bettor_id offset 0) r`
}

/** The tickets of the rounds of a call. A round's ticket never changes. */
export async function betIdsOf(db: Db, naming: Naming): Promise<bigint[]> {
  return (await roundsOf(db, [naming])).flatMap(({ betId }) => (betId === null ? [] : [betId]))
}

export type NewTx = Omit<TxRow, 'id' | 'at' | 'rolledBack'>

/** The changes of a call: rounds, new transactions, and the ids of rolled back transactions. */
export type Changes = {
  readonly call: Named
  readonly rounds: readonly RoundRow[]
  readonly transactions: readonly NewTx[]
  readonly rolledBack: ReadonlySet<string>
}

export type WrittenTx = {
  readonly provider: GameProvider
  readonly txId: string
  readonly id: bigint
  readonly at: Date
}

/** Writes the changes of calls. Returns the ids and times of their new transactions. */
export async function writeCalls(tx: Tx, changes: readonly Changes[]): Promise<WrittenTx[]> {
  const undone = changes.flatMap(({ call: { provider }, rolledBack }) =>
    [...rolledBack].map((txId) => ({ provider, txId })),
  )
  const [written] = await Promise.all([
    writeRoundsAndMoves(tx, changes),
    // Sent after the insertion, so that a transaction that the same call adds and rolls back is marked too.
    undone.length > 0 ? markRolledBack(tx, undone) : undefined,
  ])
  return written
}

async function markRolledBack(tx: Tx, undone: readonly { provider: GameProvider; txId: string }[]): Promise<void> {
  await sql`
    update casino.provider_tx t set rolled_back = true
    from unnest(${undone.map((u) => u.provider)}::text[], ${undone.map((u) => u.txId)}::text[]) as u (provider, tx_id)
    where t.provider = u.provider and t.tx_id = u.tx_id`.execute(tx)
}

function writeRoundsAndMoves(tx: Tx, changes: readonly Changes[]): Promise<WrittenTx[]> {
  const r = changes.flatMap(({ call, rounds }) => rounds.map((round) => ({ ...round, ...call })))
  const t = changes.flatMap(({ call: { provider }, transactions }) => transactions.map((one) => ({ ...one, provider })))
  return queryRows<WrittenTx>(tx)`
    with at as materialized (select platform.now() as now),
    changed as (
      insert into casino.round (provider, round_id, bettor_id, game_id, bet_id, bets, refunded, results, opened_at, changed_at, closed_at, closed_by)
      select r.provider, r.round_id, r.bettor_id, r.game_id, r.bet_id, r.bets, r.refunded, r.results, at.now, at.now,
        case when r.closed then at.now end, r.closed_by
      from at, unnest(${r.map((one) => one.provider)}::text[], ${r.map((one) => one.roundId)}::text[], ${r.map((one) => one.bettor)}::bigint[],
        ${r.map((one) => one.gameId)}::text[], ${r.map((one) => one.betId)}::bigint[], ${r.map((one) => one.bets)}::int[],
        ${r.map((one) => one.refunded)}::int[], ${r.map((one) => one.results)}::int[],
        ${r.map((one) => one.closedAt !== null)}::boolean[], ${r.map((one) => one.closedBy)}::text[])
        as r (provider, round_id, bettor_id, game_id, bet_id, bets, refunded, results, closed, closed_by)
      on conflict (provider, round_id, bettor_id) do update set bet_id = excluded.bet_id, bets = excluded.bets, refunded = excluded.refunded,
        results = excluded.results, changed_at = excluded.changed_at, closed_by = excluded.closed_by,
        closed_at = case when excluded.closed_at is null then null else coalesce(casino.round.closed_at, excluded.closed_at) end)
    insert into casino.provider_tx (provider, tx_id, kind, bettor_id, round_id, game_id, ref_tx, amount, tax, hash, at)
    select t.provider, t.tx_id, t.kind, t.bettor_id, t.round_id, t.game_id, t.ref_tx, t.amount, t.tax, decode(t.hash, 'hex'), at.now
    from at, unnest(${t.map((one) => one.provider)}::text[], ${t.map((one) => one.txId)}::text[], ${t.map((one) => one.kind)}::text[],
      ${t.map((one) => one.bettor)}::bigint[], ${t.map((one) => one.roundId)}::text[], ${t.map((one) => one.gameId)}::text[],
      ${t.map((one) => one.refTx)}::text[], ${t.map((one) => one.amount)}::bigint[],
      ${t.map((one) => one.tax)}::bigint[], ${t.map((one) => one.hash?.toString('hex') ?? null)}::text[])
      as t (provider, tx_id, kind, bettor_id, round_id, game_id, ref_tx, amount, tax, hash)
    returning provider, tx_id as "txId", id, at`
}
