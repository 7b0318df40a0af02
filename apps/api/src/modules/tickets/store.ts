import { sql, type RawBuilder } from 'kysely'
import type { Boost } from '@nare/bets/ticket/boost'
import type { Product } from '@nare/contract/products'
import type { TicketOrigin } from './origin.ts'
import type { WinTaxOfDay } from '#modules/ledger/ledger'
import { queryRow, queryRows, type Tx } from '#platform/db'
import { taxIn } from './win-tax.ts'

export type TicketType = 'single' | 'multi' | 'system' | 'jackpot'

/** A new ticket as it is inserted, open: the part of a bet that every product has. `possibleWin` is null for a share of a pool. */
export type NewTicket = {
  betId: bigint
  product: Product
  bettor: bigint
  clientId: string
  hash: string
  type: TicketType
  system: readonly number[] | undefined
  accept: 'none' | 'higher' | 'any'
  stake: bigint
  /** The part of the stake that is bonus money; set by `placeTickets`. */
  bonusStake?: bigint
  totalOdds: bigint | null
  possibleWin: bigint | null
  boostPercent: number
  boostAmount: bigint
  rulesVersion: string
  placedAt: Date
  attribution: string | undefined
  /** Set by `placeTickets`. */
  origin?: TicketOrigin | undefined
}

/** The number of the next block of 1,000 bet ids. */
export async function nextBlock(tx: Tx): Promise<bigint> {
  const row = await queryRow<{ block: bigint }>(tx)`select nextval('betting.bet_block') as block`
  return row?.block ?? 0n
}

type EarlierTicket = { readonly betId: bigint; readonly hash: string }

/** The tickets already placed with these command ids, by `bettor:id`. */
export async function earlierTickets(
  tx: Tx,
  commands: readonly { bettor: bigint; id: string }[],
): Promise<Map<string, EarlierTicket>> {
  const rows = await queryRows<{ bettor: bigint; id: string; bet_id: bigint; hash: string }>(tx)`
    select b.bettor_id as bettor, b.client_id::text as id, b.bet_id, encode(b.hash, 'hex') as hash
    from unnest(${commands.map((c) => c.bettor)}::bigint[], ${commands.map((c) => c.id)}::uuid[]) as c (bettor, id)
    join betting.bet b on b.bettor_id = c.bettor and b.client_id = c.id`
  return new Map(rows.map((row) => [`${row.bettor}:${row.id}`, { betId: row.bet_id, hash: row.hash }]))
}

/** The insertion of these tickets, to execute as it is or within a larger statement. */
export const insertionOf = (tickets: readonly NewTicket[]) => sql`
  insert into betting.bet (bet_id, product, bettor_id, client_id, hash, type, system, accept, stake, bonus_stake, total_odds, possible_win,
    boost_percent, boost_amount, rules_version, placed_at, attribution, session_mark, device_mark)
  select b.bet_id, b.product, b.bettor_id, b.client_id, decode(b.hash, 'hex'), b.type, string_to_array(b.system, ',')::smallint[],
    b.accept, b.stake, b.bonus_stake, b.total_odds, b.possible_win, b.boost_percent, b.boost_amount, b.rules_version, b.placed_at, b.attribution,
    decode(b.session_mark, 'hex'), decode(b.device_mark, 'hex')
  from unnest(
    ${tickets.map((b) => b.betId)}::bigint[], ${tickets.map((b) => b.product)}::text[], ${tickets.map((b) => b.bettor)}::bigint[],
    ${tickets.map((b) => b.clientId)}::uuid[], ${tickets.map((b) => b.hash)}::text[], ${tickets.map((b) => b.type)}::text[],
    ${tickets.map((b) => b.system?.join(',') ?? null)}::text[], ${tickets.map((b) => b.accept)}::text[],
    ${tickets.map((b) => b.stake)}::bigint[], ${tickets.map((b) => b.bonusStake ?? 0n)}::bigint[], ${tickets.map((b) => b.totalOdds)}::bigint[], ${tickets.map((b) => b.possibleWin)}::bigint[],
    ${tickets.map((b) => b.boostPercent)}::numeric[], ${tickets.map((b) => b.boostAmount)}::bigint[],
    ${tickets.map((b) => b.rulesVersion)}::text[], ${tickets.map((b) => b.placedAt)}::timestamptz[],
    ${tickets.map((b) => b.attribution ?? null)}::text[], ${tickets.map((b) => b.origin?.session ?? null)}::text[],
    ${tickets.map((b) => b.origin?.device ?? null)}::text[]
  ) as b (bet_id, product, bettor_id, client_id, hash, type, system, accept, stake, bonus_stake, total_odds, possible_win, boost_percent, boost_amount,
    rules_version, placed_at, attribution, session_mark, device_mark)`

/** Inserts these tickets. */
export async function insertTickets(tx: Tx, tickets: readonly NewTicket[]): Promise<void> {
  await insertionOf(tickets).execute(tx)
}

export type LockedTicket = {
  readonly betId: bigint
  readonly product: Product
  readonly bettor: bigint
  readonly stake: bigint
  readonly state: 'open' | 'won' | 'lost' | 'void' | 'cashed_out'
  readonly returned: bigint
  /** The tax on winnings that was withheld from `returned`. */
  readonly tax: bigint
  readonly timesSettled: number
  /** The number of stakes; `stake` is their sum. */
  readonly timesStaked: number
}

/**
 * Locks these tickets, in the order of their ids, for their settlement. With `skipLocked`, tickets that another transaction has locked
 * are left out; otherwise the call waits for them.
 */
export function lockTickets(
  tx: Tx,
  betIds: readonly bigint[],
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<LockedTicket[]> {
  return queryRows<LockedTicket>(tx)`
    select bet_id as "betId", product, bettor_id as bettor, stake, state, returned, tax, times_settled as "timesSettled",
      times_staked as "timesStaked"
    from betting.bet where bet_id = any(${betIds}::bigint[]) order by bet_id for update ${skipLocked ? sql`skip locked` : sql``}`
}

/** Writes stake and settlement of locked tickets that have neither boost nor bonus money. */
export async function updateTickets(tx: Tx, tickets: readonly LockedTicket[]): Promise<void> {
  await sql`
    update betting.bet b set stake = t.stake, times_staked = t.times_staked, state = t.state, returned = t.returned, tax = t.tax,
      times_settled = t.times_settled, settled_at = case when t.state <> 'open' then platform.now() end
    from unnest(${tickets.map((t) => t.betId)}::bigint[], ${tickets.map((t) => t.stake)}::bigint[], ${tickets.map((t) => t.timesStaked)}::int[],
      ${tickets.map((t) => t.state)}::text[], ${tickets.map((t) => t.returned)}::bigint[], ${tickets.map((t) => t.timesSettled)}::int[],
      ${tickets.map((t) => t.tax)}::bigint[])
      as t (bet_id, stake, times_staked, state, returned, times_settled, tax)
    where b.bet_id = t.bet_id`.execute(tx)
}

/** Adds a stake to a ticket, which is open afterwards. */
export async function addStake(tx: Tx, { betId, amount }: { betId: bigint; amount: bigint }): Promise<void> {
  await sql`
    update betting.bet set stake = stake + ${amount}::bigint, times_staked = times_staked + 1, state = 'open', settled_at = null
    where bet_id = ${betId}::bigint`.execute(tx)
}

export type WrittenSettlement = {
  betId: bigint
  state: 'open' | 'won' | 'lost' | 'void'
  returned: bigint
  tax: bigint
  paidBoost: Boost
}

/** Writes the settlements of bets; 'open' reverses an earlier settlement. */
export async function writeSettlements(tx: Tx, settled: readonly WrittenSettlement[]): Promise<void> {
  await sql`
    update betting.bet b set state = d.state, returned = d.returned, tax = d.tax, paid_boost = d.boost, paid_percent = d.percent, times_settled = times_settled + 1,
      settled_at = case when d.state <> 'open' then platform.now() end
    from unnest(${settled.map((d) => d.betId)}::bigint[], ${settled.map((d) => d.state)}::text[], ${settled.map((d) => d.returned)}::bigint[],
      ${settled.map((d) => d.paidBoost.amount)}::bigint[], ${settled.map((d) => d.paidBoost.percent)}::numeric[],
      ${settled.map((d) => d.tax)}::bigint[]) as d (bet_id, state, returned, boost, percent, tax)
    where b.bet_id = d.bet_id`.execute(tx)
}

type PaidRow = [
  ...[betId: string, bettor: string, stake: string, returned: string, tax: string],
  ...[state: 'won' | 'void', timesSettled: number],
]

/** Writes the settlements of the open tickets of a set; see `settleTicketSet`. */
export async function writeTicketSet(
  tx: Tx,
  {
    product,
    rows,
    after,
    last,
    rate,
  }: { product: Product; rows: RawBuilder<unknown>; after: bigint; last: bigint; rate: WinTaxOfDay },
): Promise<{ settled: number; paid: readonly PaidRow[] }> {
  const found = await queryRow<{ settled: number; paid: PaidRow[] | null }>(tx)`
    with at as materialized (select platform.now() as now),
    d as materialized (${rows}),
    changed as (
      update betting.bet b set state = d.state, returned = d.returned, tax = ${taxIn(rate, { paid: sql`d.returned`, stake: sql`b.stake`, bonus: sql`b.bonus_stake` })},
        settled_at = at.now, times_settled = b.times_settled + 1
      from d, at where b.bet_id = d.bet_id and b.bet_id > ${after}::bigint and b.bet_id <= ${last}::bigint and b.state = 'open' and b.product = ${product}
      returning b.bet_id, b.bettor_id, b.stake, b.returned, b.tax, b.state, b.times_settled)
    select count(*)::int as settled,
      json_agg(json_build_array(bet_id::text, bettor_id::text, stake::text, returned::text, tax::text, state, times_settled) order by bet_id)
        filter (where returned > 0) as paid
    from changed`
  const { settled = 0, paid = null } = found ?? {}
  return { settled, paid: paid ?? [] }
}
