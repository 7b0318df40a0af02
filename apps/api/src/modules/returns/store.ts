import { sql } from 'kysely'
import type { StatedProduct } from '@nare/contract/operator-returns'
import type { Db, Tx } from '#platform/db'

/** How a decision has changed a ticket: what it counted before, if it did, and what it counts now. */
export type Change = {
  readonly betId: bigint
  readonly product: StatedProduct
  readonly at: Date
  readonly stake: bigint
  readonly returned: bigint
  readonly system: readonly number[] | null
  readonly wasCounted: boolean
  readonly isCounted: boolean
  readonly wasStake: bigint
  readonly wasReturned: bigint
}

/** Sums of decided rounds, in cents and square cents: see returns.hour. Means and variances are decimals as text. */
export type Sums = {
  readonly rounds: bigint
  readonly stakes: bigint
  readonly returned: bigint
  readonly judged: bigint
  readonly mean: string
  readonly variance: string
  readonly stakeSquares: bigint
  readonly stakeReturns: bigint
  readonly returnSquares: bigint
}
export type HourSums = Sums & { readonly begins: Date; readonly product: StatedProduct; readonly game: string }

/** Takes the oldest changes that no other process is summing. They are gone with the transaction that adds them to the sums. */
export async function takeChanges(tx: Tx, most: number): Promise<Change[]> {
  const { rows } = await sql<Change>`
    delete from returns.change where no = any(array(
      select no from returns.change order by no limit ${most}::int for update skip locked))
    returning bet_id as "betId", product, at, stake, returned, system, was_counted as "wasCounted", is_counted as "isCounted",
      was_stake as "wasStake", was_returned as "wasReturned"`.execute(tx)
  return rows
}

/** Adds to the sums of hours. */
export async function addSums(tx: Tx, sums: readonly HourSums[]): Promise<void> {
  const column = <K extends keyof HourSums>(key: K): HourSums[K][] => sums.map((one) => one[key])
  await sql`
    insert into returns.hour as h (begins, product, game, rounds, stakes, returned, judged, mean, variance, stake_squares, stake_returns,
      return_squares)
    select * from unnest(${column('begins')}::timestamptz[], ${column('product')}::text[], ${column('game')}::text[],
      ${column('rounds')}::bigint[], ${column('stakes')}::bigint[], ${column('returned')}::bigint[], ${column('judged')}::bigint[],
      ${column('mean')}::numeric[], ${column('variance')}::numeric[], ${column('stakeSquares')}::numeric[],
      ${column('stakeReturns')}::numeric[], ${column('returnSquares')}::numeric[])
    on conflict (begins, product, game) do update set rounds = h.rounds + excluded.rounds, stakes = h.stakes + excluded.stakes,
      returned = h.returned + excluded.returned, judged = h.judged + excluded.judged, mean = h.mean + excluded.mean,
      variance = h.variance + excluded.variance, stake_squares = h.stake_squares + excluded.stake_squares,
      stake_returns = h.stake_returns + excluded.stake_returns, return_squares = h.return_squares + excluded.return_squares`.execute(
    tx,
  )
}

/** The sums of a game over a span, as numbers. */
export type GameSums = { readonly product: StatedProduct; readonly game: string } & Pick<
  Sums,
  'rounds' | 'stakes' | 'returned' | 'judged'
> &
  Readonly<Record<'mean' | 'variance' | 'stakeSquares' | 'stakeReturns' | 'returnSquares', number>>

/** The sums of each game of these products from an hour to before another. */
export async function sumsBetween(
  db: Db,
  { from, to, products }: { from: Date; to: Date; products: readonly StatedProduct[] },
): Promise<GameSums[]> {
  const { rows } = await sql<GameSums>`
    select product, game, sum(rounds)::bigint as rounds, sum(stakes)::bigint as stakes, sum(returned)::bigint as returned,
      sum(judged)::bigint as judged, sum(mean)::float8 as mean, sum(variance)::float8 as variance,
      sum(stake_squares)::float8 as "stakeSquares", sum(stake_returns)::float8 as "stakeReturns",
      sum(return_squares)::float8 as "returnSquares"
    from returns.hour
    where begins >= ${from}::timestamptz and begins < ${to}::timestamptz and product = any(${products}::text[])
    group by product, game`.execute(db)
  return rows
}

/**
 * The hours that a span covers: from the one in which its beginning lies to the end of the one in which it ends. A day is one of the time zone, and
 * included at the end; without a beginning it is 24 hours, without an end it lasts until now. Also the time up to which decisions are summed.
 */
export async function spanOf(
  db: Db,
  { from, to, zone }: { from: string | undefined; to: string | undefined; zone: string },
): Promise<{ from: Date; to: Date; now: Date; countedTo: Date }> {
  const moment = (text: string | undefined, days: number) =>
    text === undefined
      ? sql`null::timestamptz`
      : text.includes('T')
        ? sql`${text}::timestamptz`
        : sql`((${text}::date + ${days}::int)::timestamp at time zone ${zone}::text)`
  const { rows } = await sql<{ from: Date; to: Date; now: Date; countedTo: Date }>`
    with clock as materialized (select platform.now() as now),
    given as (select now, coalesce(${moment(to, 1)}, now) as ends, ${moment(from, 0)} as begins from clock)
    select date_trunc('hour', coalesce(begins, ends - interval '24 hours'), 'UTC') as "from",
      date_trunc('hour', ends + interval '1 hour' - interval '1 microsecond', 'UTC') as "to", now,
      coalesce((select min(at) from (select at from returns.change order by no limit 1) oldest), now) as "countedTo"
    from given`.execute(db)
  const [span] = rows
  if (!span) throw new Error('the database has no time')
  return span
}
