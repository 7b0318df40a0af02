import { sql } from 'kysely'
import type { Product } from '@nare/contract/products'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { readRows, type OrderKey, type Page, type Rows } from '#platform/paging'
import { unsummedTickets } from './bettor-sums.ts'
import type { TicketType } from './store.ts'
import { taxPercentOf } from './win-tax.ts'

/** A bet of any product, without its legs. */
export type BetRow = {
  bet_id: bigint
  client_id: string
  product: Product
  type: TicketType
  system: number[] | null
  stake: bigint
  bonus_stake: bigint
  total_odds: bigint | null
  possible_win: bigint | null
  boost_percent: string
  boost_amount: bigint
  rules_version: string
  state: 'open' | 'won' | 'lost' | 'void' | 'cashed_out'
  returned: bigint
  /** The tax on winnings that was withheld from `returned`, and its latest rate; null without one. */
  tax: bigint
  tax_percent: string | null
  paid_boost: bigint
  paid_percent: string
  placed_at: Date
  settled_at: Date | null
  cashed: bigint
  left_stake: bigint | null
  left_win: bigint | null
  /** The amount of the active cash-out rule of an open bet; null if it has none. */
  rule: bigint | null
  /** The bet that took its place, and the one whose place it took; null if it was not edited. */
  replaced_by: bigint | null
  replaces: bigint | null
}

/** The columns of a `BetRow`, of a ticket `b`. */
export const columns = sql`
  b.bet_id, b.client_id::text as client_id, b.product, b.type, b.system, b.stake, b.bonus_stake, b.total_odds, b.possible_win, b.boost_percent,
  b.boost_amount, b.rules_version, b.state, b.returned, b.tax, b.paid_boost, b.paid_percent, b.placed_at, b.settled_at, b.cashed,
  b.left_stake, b.left_win, case when b.state = 'open' then (
    select r.amount from betting.cash_out_rule r where r.bet_id = b.bet_id and r.active) end as rule,
  case when b.state = 'cashed_out' and b.product = 'sports' then (select e.new_bet_id from betting.edit e where e.bet_id = b.bet_id) end as replaced_by,
  ${taxPercentOf} as tax_percent,
  case when b.product = 'sports' then (select e.bet_id from betting.edit e where e.new_bet_id = b.bet_id) end as replaces`

/** One bet of a bettor, by our id or by the id of the command that placed it. */
export async function betOf(db: Db, { bettor, id }: { bettor: bigint; id: string }): Promise<BetRow | undefined> {
  const rows = /^\d{1,18}$/.test(id)
    ? await sql<BetRow>`select ${columns} from betting.bet b where b.bet_id = ${id}::bigint and b.bettor_id = ${bettor}::bigint`.execute(
        db,
      )
    : await sql<BetRow>`select ${columns} from betting.bet b where b.client_id = ${id}::uuid and b.bettor_id = ${bettor}::bigint`.execute(
        db,
      )
  return rows.rows[0]
}

/** The bets with these ids. */
export function betsById(db: Db, betIds: readonly bigint[]): Promise<BetRow[]> {
  return queryRows<BetRow>(db)`
    select ${columns} from betting.bet b where b.bet_id = any(${betIds}::bigint[])`
}

/** The state, stake and return of a ticket of any product, and what it paid of that after the tax on winnings. */
export type TicketResult = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly stake: bigint
  readonly returned: bigint
  readonly paid: bigint
  readonly state: string
}

const result = sql`bet_id as "betId", bettor_id as bettor, stake, returned, returned - tax as paid, state`

/** The current results of these tickets. */
export function ticketResults(db: Db, betIds: readonly bigint[]): Promise<TicketResult[]> {
  return queryRows<TicketResult>(db)`
    select ${result} from betting.bet
    where bet_id = any(${betIds}::bigint[])`
}

/** A ticket as a search of the console shows it. */
export type FoundTicket = TicketResult & { readonly product: Product; readonly placedAt: Date }

/** The ticket with this id, of any product and bettor. */
export function ticketOfId(db: Db, betId: bigint): Promise<FoundTicket | undefined> {
  return queryRow<FoundTicket>(db)`
    select ${result}, product, placed_at as "placedAt" from betting.bet
    where bet_id = ${betId}::bigint`
}

/** The placed stake of these tickets, and what cash-outs have left of it. Tickets neither open nor reserved are left out. */
export async function openStakes(
  on: Db | Tx,
  betIds: readonly bigint[],
): Promise<Map<bigint, { stake: bigint; left: bigint }>> {
  const rows = await queryRows<{ betId: bigint; stake: bigint; left: bigint }>(on)`
    select bet_id as "betId", stake, coalesce(left_stake, stake) as left from betting.bet
    where bet_id = any(${betIds}::bigint[]) and state = 'open'
    union all
    select bet_id, stake, stake from betting.reservation where bet_id = any(${betIds}::bigint[])`
  return new Map(rows.map(({ betId, stake, left }) => [betId, { stake, left }]))
}

/** The products of these tickets. */
export function productsOf(db: Db, betIds: readonly bigint[]): Promise<Pick<BetRow, 'bet_id' | 'product'>[]> {
  return queryRows<Pick<BetRow, 'bet_id' | 'product'>>(db)`
    select bet_id, product from betting.bet where bet_id = any(${betIds}::bigint[])`
}

export type BetFilter = {
  bettor: bigint
  state: 'open' | 'settled' | undefined
  product: string | undefined
  kind?: 'tickets' | 'rounds' | undefined
  from: string | undefined
  to: string | undefined
  /** True lists the bets that were settled before today, false all others, undefined both. */
  old?: boolean | undefined
  timeZone: string
}

/** Whether a ticket `b` is a round of an own game or of the casino. */
export const isRound = sql`(b.product in ('games', 'casino'))`

const startOfToday = (timeZone: string) =>
  sql`(select date_trunc('day', platform.now() at time zone ${timeZone}::text) at time zone ${timeZone}::text)`

const isOpenOf = (bettor: bigint) =>
  sql`b.bet_id = any(array(select u.bet_id from (${unsummedTickets(bettor)}) u where u.state = 'open'))`

const matching = (filter: BetFilter) => sql`
  b.bettor_id = ${filter.bettor}::bigint and ${filter.state === 'open' ? isOpenOf(filter.bettor) : sql`true`}
  and (${filter.state ?? null}::text is null or (b.state = 'open') = (${filter.state ?? null}::text = 'open'))
  and (${filter.product ?? null}::text is null or b.product = ${filter.product ?? null}::text)
  and (${filter.kind ?? null}::text is null or ${isRound} = (${filter.kind ?? null}::text = 'rounds'))
  and (${filter.from ?? null}::date is null or b.placed_at >= ${filter.from ?? null}::date::timestamp at time zone ${filter.timeZone}::text)
  and (${filter.old ?? null}::boolean is null or coalesce(b.settled_at < ${startOfToday(filter.timeZone)}, false) = ${filter.old ?? null}::boolean)
  and (${filter.to ?? null}::date is null or b.placed_at < (${filter.to ?? null}::date + 1)::timestamp at time zone ${filter.timeZone}::text)`

const placed: OrderKey[] = [
  { by: sql`b.placed_at`, type: 'time', desc: true },
  { by: sql`b.bet_id`, type: 'number', desc: true },
]
/** Open bets first. */
const settledAt: OrderKey = { by: sql`coalesce(b.settled_at, timestamptz '4000-01-01')`, type: 'time', desc: true }
const orders = { placed, settled: [settledAt, ...placed] }

/**
 * A page of a bettor's bets, the latest placed first or the latest settled. No index has the time of settlement: it would make each
 * settlement slower, and the totals of the list read all of the bettor's bets anyway.
 */
export function betsOf(
  db: Db,
  filter: BetFilter,
  { order = 'placed', ...page }: Page & { order?: keyof typeof orders | undefined },
): Promise<Rows<BetRow>> {
  return readRows(db, { columns, from: sql`betting.bet b where ${matching(filter)}`, order: orders[order] }, page)
}

/**
 * A chunk of bets, the latest placed first: the first chunk, or the one placed before the bet `after`. Bets that are placed while
 * a long list is read do not shift it.
 */
export function betsAfter(
  db: Db,
  filter: BetFilter,
  { after, most }: { after: bigint | undefined; most: number },
): Promise<BetRow[]> {
  const earlier =
    after === undefined
      ? sql``
      : sql`and (b.placed_at, b.bet_id) < (select c.placed_at, c.bet_id from betting.bet c where c.bet_id = ${after}::bigint)`
  return queryRows<BetRow>(db)`
    select ${columns} from betting.bet b where ${matching(filter)} ${earlier}
    order by b.placed_at desc, b.bet_id desc limit ${most}::int`
}

export type BetTotals = {
  readonly total: number
  readonly staked: bigint
  readonly paid: bigint
  readonly tax: bigint
  readonly netSettled: bigint
}

/** Totals over all pages: the number of bets, their stakes, what they paid after the tax on winnings, and the net of what is not open any more. */
export async function totalsOf(db: Db, filter: BetFilter): Promise<BetTotals> {
  const rows = await sql<Omit<BetTotals, 'total'> & { total: bigint }>`
    select count(*) as total, coalesce(sum(b.stake), 0)::bigint as staked, coalesce(sum(b.returned - b.tax), 0)::bigint as paid,
      coalesce(sum(b.tax), 0)::bigint as tax,
      coalesce(sum(b.returned - b.tax - b.stake + case when b.state = 'open' then coalesce(b.left_stake, b.stake) else 0 end), 0)::bigint
        as "netSettled"
    from betting.bet b where ${matching(filter)}`.execute(db)
  const row = rows.rows[0]
  return {
    total: Number(row?.total ?? 0n),
    staked: row?.staked ?? 0n,
    paid: row?.paid ?? 0n,
    tax: row?.tax ?? 0n,
    netSettled: row?.netSettled ?? 0n,
  }
}

/**
 * The stakes of a bettor's bets that were placed since each of these times and are open, without what was cashed out; the sums have the order
 * of `since`. Reserved stakes are in all of them.
 */
export async function openStakesSince(tx: Tx, bettor: bigint, since: readonly Date[]): Promise<bigint[]> {
  const rows = await queryRows<{ open: bigint }>(tx)`
    with open as materialized (
      select b.placed_at, coalesce(b.left_stake, b.stake) as stake from betting.bet b
      where b.bettor_id = ${bettor}::bigint and b.state = 'open' and b.placed_at >= (select min(at) from unnest(${since}::timestamptz[]) at)
      union all
      select 'infinity', stake from betting.reservation where bettor_id = ${bettor}::bigint)
    select coalesce(sum(o.stake), 0)::bigint as open
    from unnest(${since}::timestamptz[]) with ordinality s (at, nth) left join open o on o.placed_at >= s.at
    group by s.nth order by s.nth`
  return rows.map(({ open }) => open)
}

/** The number of a bettor's open bets, including live bets in their delay, whose stakes are reserved. */
export async function countOpen(tx: Tx, bettor: bigint): Promise<number> {
  const row = await queryRow<{ count: number }>(tx)`
    select (select count(*) from betting.bet where bettor_id = ${bettor}::bigint and state = 'open')::int
      + (select count(*) from betting.reservation where bettor_id = ${bettor}::bigint)::int as count`
  return row?.count ?? 0
}

/** A bettor's bets whose id begins with these digits, the latest placed first. */
export function betsLike(
  db: Db,
  { bettor, digits, most }: { bettor: bigint; digits: string; most: number },
): Promise<{ bet_id: bigint; state: string }[]> {
  return queryRows<{ bet_id: bigint; state: string }>(db)`
    select bet_id, state from betting.bet where bettor_id = ${bettor}::bigint and bet_id::text like ${`${digits}%`}
    order by placed_at desc, bet_id desc limit ${most}::int`
}
