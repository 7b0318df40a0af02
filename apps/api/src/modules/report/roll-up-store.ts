import { sql } from 'kysely'
import type { Tx } from '#platform/db'

/** What to add to a row of figures. Amounts are those of the account of the house: positive if it receives. */
export type PlaySum = Key & {
  readonly placeId: number
  readonly amount: bigint
  readonly transfers: bigint
  readonly bets: bigint
}
export type MoneySum = Key & { readonly account: string; readonly amount: bigint; readonly transfers: bigint }
type Key = { readonly day: string; readonly kind: string }

/** A bettor who did something on a day. */
export type Active = { readonly day: string; readonly bettor: bigint }

/** A stake of a bet that is not placed yet, or a part of it that was given back. */
export type Unplaced = Key & {
  readonly no: bigint
  readonly betId: bigint
  readonly bettor: bigint | null
  readonly product: string
  readonly amount: bigint
  readonly bets: bigint
}

/** Adds to the sums of play. Rows are written in the order of their keys, so that two transactions do not deadlock; one without transfers goes. */
export async function addPlay(tx: Tx, sums: readonly PlaySum[]): Promise<void> {
  if (sums.length === 0) return
  await sql`
    insert into report.play_day as d (day, place_id, kind, amount, transfers, bets)
    select * from unnest(${sums.map(({ day }) => day)}::date[], ${sums.map(({ placeId }) => placeId)}::int[],
      ${sums.map(({ kind }) => kind)}::text[], ${sums.map(({ amount }) => amount)}::bigint[],
      ${sums.map(({ transfers }) => transfers)}::bigint[], ${sums.map(({ bets }) => bets)}::bigint[])
      g (day, place_id, kind, amount, transfers, bets) order by 1, 2, 3
    on conflict (day, place_id, kind) do update set amount = d.amount + excluded.amount,
      transfers = d.transfers + excluded.transfers, bets = d.bets + excluded.bets`.execute(tx)
  if (sums.some(({ transfers }) => transfers <= 0n))
    await sql`
      delete from report.play_day d
      using unnest(${sums.map(({ day }) => day)}::date[], ${sums.map(({ placeId }) => placeId)}::int[],
        ${sums.map(({ kind }) => kind)}::text[]) g (day, place_id, kind)
      where (d.day, d.place_id, d.kind) = (g.day, g.place_id, g.kind) and d.transfers = 0 and d.amount = 0 and d.bets = 0`.execute(
      tx,
    )
}

/** Adds to the sums of all accounts. */
export async function addMoney(tx: Tx, sums: readonly MoneySum[]): Promise<void> {
  if (sums.length === 0) return
  await sql`
    insert into report.money_day as d (day, account, kind, amount, transfers)
    select * from unnest(${sums.map(({ day }) => day)}::date[], ${sums.map(({ account }) => account)}::text[],
      ${sums.map(({ kind }) => kind)}::text[], ${sums.map(({ amount }) => amount)}::bigint[],
      ${sums.map(({ transfers }) => transfers)}::bigint[]) g (day, account, kind, amount, transfers) order by 1, 2, 3
    on conflict (day, account, kind) do update set amount = d.amount + excluded.amount,
      transfers = d.transfers + excluded.transfers`.execute(tx)
}

const bitOf = sql`1 << (extract(day from g.day)::int - 1)`

/** Marks the days on which bettors placed a bet of a place. */
export async function addBettors(tx: Tx, active: readonly (Active & { readonly placeId: number })[]): Promise<void> {
  if (active.length === 0) return
  await sql`
    insert into report.bettor_month as m (month, place_id, bettor_id, days)
    select date_trunc('month', g.day)::date, g.place_id, g.bettor_id, bit_or(${bitOf})
    from unnest(${active.map(({ day }) => day)}::date[], ${active.map(({ placeId }) => placeId)}::int[],
      ${active.map(({ bettor }) => bettor)}::bigint[]) g (day, place_id, bettor_id) group by 1, 2, 3 order by 1, 2, 3
    on conflict (month, place_id, bettor_id) do update set days = m.days | excluded.days
      where m.days | excluded.days <> m.days`.execute(tx)
}

/** Marks the days on which bettors deposited. */
export async function addDepositors(tx: Tx, active: readonly Active[]): Promise<void> {
  if (active.length === 0) return
  await sql`
    insert into report.depositor_month as m (month, bettor_id, days)
    select date_trunc('month', g.day)::date, g.bettor_id, bit_or(${bitOf})
    from unnest(${active.map(({ day }) => day)}::date[], ${active.map(({ bettor }) => bettor)}::bigint[]) g (day, bettor_id)
    group by 1, 2 order by 1, 2
    on conflict (month, bettor_id) do update set days = m.days | excluded.days where m.days | excluded.days <> m.days`.execute(
    tx,
  )
}

/** Keeps stakes whose bets are not placed yet. */
export async function keepUnplaced(tx: Tx, stakes: readonly Unplaced[]): Promise<void> {
  if (stakes.length === 0) return
  await sql`
    insert into report.unplaced (transfer_no, bet_id, bettor_id, day, product, kind, amount, bets)
    select * from unnest(${stakes.map(({ no }) => no)}::bigint[], ${stakes.map(({ betId }) => betId)}::bigint[],
      ${stakes.map(({ bettor }) => bettor)}::bigint[], ${stakes.map(({ day }) => day)}::date[],
      ${stakes.map(({ product }) => product)}::text[], ${stakes.map(({ kind }) => kind)}::text[],
      ${stakes.map(({ amount }) => amount)}::bigint[], ${stakes.map(({ bets }) => bets)}::bigint[])`.execute(tx)
}

/** Removes the stakes of bets that were given back whole: these bets are never placed. */
export async function forgetReleased(tx: Tx): Promise<void> {
  await sql`
    delete from report.unplaced where bet_id in (
      select bet_id from report.unplaced group by bet_id having sum(amount) = 0)`.execute(tx)
}

const unplacedMax = 1_000

/** The bets that were not placed when their stakes were read, those longest so first. */
export async function unplacedBets(tx: Tx): Promise<bigint[]> {
  const { rows } = await sql<{ betId: bigint }>`
    select bet_id as "betId" from report.unplaced order by transfer_no limit ${unplacedMax}::int`.execute(tx)
  return [...new Set(rows.map(({ betId }) => betId))]
}

/** Removes the kept stakes of these bets and returns them. Of two processes that do this only one gets a stake. */
export async function takeUnplaced(tx: Tx, betIds: readonly bigint[]): Promise<Unplaced[]> {
  if (betIds.length === 0) return []
  const { rows } = await sql<Unplaced>`
    delete from report.unplaced where bet_id = any(${betIds}::bigint[])
    returning transfer_no as no, bet_id as "betId", bettor_id as bettor, day::text as day, product, kind, amount, bets`.execute(
    tx,
  )
  return rows
}

/** Removes all sums, for a consumer that begins again. */
export async function removeSums(tx: Tx): Promise<void> {
  for (const table of ['play_day', 'money_day', 'bettor_month', 'depositor_month', 'unplaced', 'place'])
    await sql`delete from report.${sql.ref(table)}`.execute(tx)
}
