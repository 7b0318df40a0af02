import { sql } from 'kysely'
import type { Product } from '@nare/contract/products'
import { queryRows, type Db } from '#platform/db'
import { isBefore, microsOf, type Place, type Stretch } from '#platform/timeline'
import { summedLost, summedTickets, unsummedTickets } from './bettor-sums.ts'

/** A ticket of a bettor that was lost, at the time of its settlement. */
export type LostTicket = Place & { readonly stake: bigint }

/** A bettor's lost tickets, the latest settled first. They return nothing, so no transfer shows them. The `id` is the ticket's. */
export function lostTickets(
  db: Db,
  { bettor, before, most }: Stretch & { readonly bettor: bigint },
): Promise<LostTicket[]> {
  return queryRows<LostTicket>(db)`
    select l.id, ${microsOf(sql`l.settled_at`)} as at, coalesce(l.stake, b.stake) as stake from (
      (select bet_id as id, settled_at, null::bigint as stake from (${summedLost(bettor)}) s
        where ${isBefore(sql`settled_at`, sql`bet_id`, before)} order by settled_at desc, bet_id desc limit ${most}::int)
      union all
      (select bet_id, settled_at, stake from (${unsummedTickets(bettor)}) u
        where state = 'lost' and returned = 0 and ${isBefore(sql`settled_at`, sql`bet_id`, before)}
        order by settled_at desc, bet_id desc limit ${most}::int)
      order by settled_at desc, id desc limit ${most}::int) l
      left join betting.bet b on b.bet_id = l.id and l.stake is null
    order by l.settled_at desc, l.id desc`
}

/** The settled tickets of a bettor by product, in cents; the open ones apart. */
export type ProductNet = {
  readonly product: Product
  readonly bets: number
  readonly staked: bigint
  readonly returned: bigint
  readonly open: number
  readonly openStakes: bigint
}

/** What a bettor staked on each product and got back. */
export function netByProduct(db: Db, bettor: bigint): Promise<ProductNet[]> {
  return queryRows<ProductNet>(db)`
    select product, sum(bets)::int as bets, sum(staked)::bigint as staked, sum(returned)::bigint as returned, sum(open)::int as open,
      sum(open_stakes)::bigint as "openStakes"
    from (
      select product, bets, staked, returned, 0 as open, 0 as open_stakes from (${summedTickets(bettor)}) s
      union all
      select product, count(*) filter (where state <> 'open'), coalesce(sum(stake) filter (where state <> 'open'), 0),
        coalesce(sum(returned) filter (where state <> 'open'), 0), count(*) filter (where state = 'open'),
        coalesce(sum(stake) filter (where state = 'open'), 0)
      from (${unsummedTickets(bettor)}) u group by product) part
    group by product order by product`
}

const aroundIds = 5_000
const aroundS = 60

/**
 * The tickets placed within a minute of a ticket, this one among them, as rows (bet_id, placed_at): of the 5,000 tickets before it and the
 * 5,000 after it.
 */
export const placedAround = (betId: bigint) => sql`
  select near.bet_id, near.placed_at from betting.bet own
    join betting.bet near on near.bet_id between own.bet_id - ${aroundIds}::int and own.bet_id + ${aroundIds}::int
      and near.placed_at between own.placed_at - make_interval(secs => ${aroundS}::int) and own.placed_at + make_interval(secs => ${aroundS}::int)
  where own.bet_id = ${betId}::bigint`
