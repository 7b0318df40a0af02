import { sql } from 'kysely'
import type { Product } from '@nare/contract/products'
import { queryRows, type Db } from '#platform/db'
import { taxPercentOf } from './win-tax.ts'

/** A bet as the topic `bets` shows it, without its legs. `version` grows with every change that the query can see. */
export type ProgressRow = {
  readonly bet_id: bigint
  readonly bettor: bigint
  readonly product: Product
  readonly state: 'open' | 'won' | 'lost' | 'void' | 'cashed_out'
  readonly stake: bigint
  readonly left: bigint | null
  readonly returned: bigint
  readonly tax: bigint
  readonly tax_percent: string | null
  readonly version: bigint
}

/**
 * A number that orders snapshots of the database: the next transaction id, and among snapshots with the same one the number of
 * transactions still running, which only falls. A leg can change without its bet's row, so a version column of the row is not enough.
 */
export const snapshotVersion = sql`
  (select pg_snapshot_xmax(s)::text::bigint * 4096 - (select count(*) from pg_snapshot_xip(s)) from pg_current_snapshot() s)`

const columns = sql`b.bet_id, b.bettor_id as bettor, b.product, b.state, b.stake, b.left_stake as left, b.returned, b.tax, ${taxPercentOf} as tax_percent,
  ${snapshotVersion} as version`

export function progressOf(db: Db, betIds: readonly bigint[]): Promise<ProgressRow[]> {
  return queryRows<ProgressRow>(db)`
    select ${columns} from betting.bet b where b.bet_id = any(${betIds}::bigint[])`
}

/** The last `most` bets of each of these bettors, without those that were settled more than a day ago. */
const recentBets = ({ bettors, most }: Recent) => sql`
  unnest(${bettors}::bigint[]) as o (bettor_id) cross join lateral (
    select * from betting.bet where bettor_id = o.bettor_id order by placed_at desc, bet_id desc limit ${most}::int) b
  where (b.state = 'open' or b.settled_at > platform.now() - interval '1 day')`

type Recent = { readonly bettors: readonly bigint[]; readonly most: number }

/** Of the last `most` bets of each of these bettors, those that are open or were settled in the last day. */
export function recentProgress(db: Db, recent: Recent): Promise<ProgressRow[]> {
  return queryRows<ProgressRow>(db)`select ${columns} from ${recentBets(recent)}`
}

/** The bets of `recentProgress` that have a leg on a match. */
export function betsOnMatch(
  db: Db,
  { matchId, ...recent }: Recent & { readonly matchId: number },
): Promise<{ betId: bigint; bettor: bigint }[]> {
  return queryRows<{ betId: bigint; bettor: bigint }>(db)`
    select b.bet_id as "betId", b.bettor_id as bettor from ${recentBets(recent)}
      and exists (select from betting.leg l where l.bet_id = b.bet_id and l.match_id = ${matchId}::int)`
}

/** The bets of `recentProgress` of one product. */
export function betsOfProduct(
  db: Db,
  { product, ...recent }: Recent & { readonly product: Product },
): Promise<{ betId: bigint; bettor: bigint }[]> {
  return queryRows<{ betId: bigint; bettor: bigint }>(db)`
    select b.bet_id as "betId", b.bettor_id as bettor from ${recentBets(recent)} and b.product = ${product}`
}
