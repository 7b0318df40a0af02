import { sql } from 'kysely'
import { queryRow, queryRows, type Db } from '#platform/db'
import { readPage, type OrderKey, type Page, type Paged } from '#platform/paging'
import { gameProviders, type GameProvider } from './commands.ts'
import type { TxRow } from './store.ts'

/** A round as operators see it. */
export type HouseRound = {
  readonly id: bigint
  readonly provider: GameProvider
  readonly roundId: string
  readonly bettor: bigint
  readonly gameId: string
  readonly betId: bigint | null
  readonly bets: number
  readonly refunded: number
  readonly results: number
  readonly openedAt: Date
  readonly changedAt: Date
  readonly closedAt: Date | null
  readonly closedBy: string | null
}

const columns = sql`
  r.id, r.provider, r.round_id as "roundId", r.bettor_id as bettor, r.game_id as "gameId", r.bet_id as "betId", r.bets, r.refunded, r.results,
  r.opened_at as "openedAt", r.changed_at as "changedAt", r.closed_at as "closedAt", r.closed_by as "closedBy"`

export type RoundFilter = {
  readonly provider: GameProvider | undefined
  readonly bettor: bigint | undefined
  readonly round: string | undefined
  readonly open: boolean | undefined
}

/** Rounds that match a filter, least recently changed first. */
export function roundsLike(db: Db, filter: RoundFilter, page: Page): Promise<Paged<HouseRound>> {
  const { provider = null, bettor = null, round = null, open = null } = filter
  const from = sql`casino.round r
    where (${provider}::text is null or r.provider = ${provider}::text) and (${bettor}::bigint is null or r.bettor_id = ${bettor}::bigint)
      and (${round}::text is null or r.round_id = ${round}::text) and (${open}::boolean is null or (r.closed_at is null) = ${open}::boolean)`
  const order: OrderKey[] = [
    { by: sql`r.changed_at`, type: 'time' },
    { by: sql`r.id`, type: 'number' },
  ]
  return readPage(db, { columns, from, order }, page)
}

export function roundById(db: Db, id: bigint): Promise<HouseRound | undefined> {
  return queryRow<HouseRound>(db)`select ${columns} from casino.round r where r.id = ${id}::bigint`
}

/** The rounds with this id of ours or of a provider: a provider's round may have several bettors. */
export function roundsWithId(db: Db, id: string, most: number): Promise<HouseRound[]> {
  return queryRows<HouseRound>(db)`
    select ${columns} from casino.round r where r.id = ${/^\d{1,18}$/.test(id) ? id : null}::bigint
    union select ${columns} from casino.round r where r.provider = any(${gameProviders}::text[]) and r.round_id = ${id}
    order by id limit ${most}::int`
}

export type RoundTx = Pick<TxRow, 'id' | 'txId' | 'kind' | 'refTx' | 'amount' | 'rolledBack' | 'at'>

/** The first `limit` transactions of a round, in order. */
export function transactionsOfRound(
  db: Db,
  { provider, roundId, bettor }: Pick<HouseRound, 'provider' | 'roundId' | 'bettor'>,
  limit: number,
): Promise<RoundTx[]> {
  return queryRows<RoundTx>(db)`
    select id, tx_id as "txId", kind, ref_tx as "refTx", amount, rolled_back as "rolledBack", at from casino.provider_tx
    where provider = ${provider} and round_id = ${roundId} and bettor_id = ${bettor}::bigint order by id limit ${limit}::int`
}

/** The debits of a round that are not rolled back, after a cursor, in order. */
export function openDebits(
  db: Db,
  { provider, roundId, bettor }: Pick<HouseRound, 'provider' | 'roundId' | 'bettor'>,
  { after, most }: { after: bigint; most: number },
): Promise<Pick<RoundTx, 'id' | 'txId'>[]> {
  return queryRows<Pick<RoundTx, 'id' | 'txId'>>(db)`
    select id, tx_id as "txId" from casino.provider_tx
    where provider = ${provider} and round_id = ${roundId} and bettor_id = ${bettor}::bigint and kind = 'debit' and not rolled_back
      and id > ${after}::bigint order by id limit ${most}::int`
}

/** Open rounds that have not changed for `hours`, after a cursor; with results, or without. */
export function staleRounds(
  db: Db,
  { hours, results, after, most }: { hours: number; results: boolean; after: bigint; most: number },
): Promise<HouseRound[]> {
  return queryRows<HouseRound>(db)`
    select ${columns} from casino.round r
    where r.closed_at is null and r.changed_at < platform.now() - make_interval(hours => ${hours}::int)
      and (r.results > 0) = ${results}::boolean and r.id > ${after}::bigint order by r.id limit ${most}::int`
}

/** The number of open rounds that have not changed for `hours`. */
export async function countStaleRounds(db: Db, hours: number): Promise<number> {
  const rows = await queryRows<{ count: number }>(db)`
    select count(*)::int as count from casino.round
    where closed_at is null and changed_at < platform.now() - make_interval(hours => ${hours}::int)`
  return rows[0]?.count ?? 0
}

export type ProviderStop = {
  readonly provider: GameProvider
  readonly stopped: boolean
  readonly operator: string
  readonly changedAt: Date
}

export async function writeStop(db: Db, stop: Omit<ProviderStop, 'changedAt'>): Promise<void> {
  await sql`
    insert into casino.provider_stop as s (provider, stopped, operator, changed_at)
    values (${stop.provider}, ${stop.stopped}::boolean, ${stop.operator}, platform.now())
    on conflict (provider) do update set stopped = excluded.stopped, operator = excluded.operator, changed_at = excluded.changed_at`.execute(
    db,
  )
}

export function stopsOf(db: Db): Promise<ProviderStop[]> {
  return queryRows<ProviderStop>(db)`
    select provider, stopped, operator, changed_at as "changedAt" from casino.provider_stop`
}
