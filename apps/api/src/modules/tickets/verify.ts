import { sql, type RawBuilder } from 'kysely'
import type { Product } from '@nare/contract/products'
import { inChunks, movedBy, movedByBettors, transfersAfter, type Check } from '#modules/ledger/ledger'
import { queryRows, type Db, type Tx } from '#platform/db'
import { verifySums } from './bettor-sums.ts'
import { verifyTaxes, type TaxRules } from './verify-taxes.ts'

/** The products whose tickets are slips of picks, each with its legs. */
const withLegs: readonly Product[] = ['sports', 'league']
const betsInChunk = 5_000
const transfersInChunk = 20_000

/**
 * A query of another area's bets with ids from `low` to `high`: bet_id, legs (their number) and lost (true if a leg is lost), one row
 * per bet.
 */
export type LegSummary = (low: RawBuilder<unknown>, high: RawBuilder<unknown>) => RawBuilder<unknown>

/** For the verifiers of other areas: the tickets with these ids, as rows (bet_id, product, stake, returned, state). */
export const ticketMoney = (betIds: RawBuilder<unknown>) => sql`
  select bet_id, product, stake, returned, state from betting.bet where bet_id in (${betIds})`

/** For the verifiers of other areas: the decided tickets of these products that are not void, as rows (product, rounds, stakes, returned), one a product. */
export const decidedTickets = (products: readonly Product[]) => sql`
  select product, count(*) as rounds, sum(stake) as stakes, sum(returned) as returned from betting.bet
  where product = any(${products}::text[]) and state not in ('open', 'void') group by product`

/** The tickets with bonus money, and the reserved stakes with some, as rows (bet_id, stake, bonus_stake, returned, cashed). What was paid is after tax. */
export const bonusTickets = sql`
  select bet_id, stake, bonus_stake, returned - tax as returned, cashed - cashed_tax as cashed from betting.bet where bonus_stake > 0
  union all select bet_id, stake, bonus_stake, 0, 0 from betting.reservation where bonus_stake > 0`

const ownLegs: LegSummary = (low, high) => sql`
  select l.bet_id, count(*) as legs, bool_or(l.state = 'lost') as lost
  from betting.leg l where l.bet_id >= ${low} and l.bet_id <= ${high} group by l.bet_id`

/**
 * Verifies the bets in chunks: their legs and states, and that bets and ledger agree about stakes and returns, in both directions.
 * `others` are the legs that other areas store, `rules` the rates of taxes, see `verifyTaxes`.
 */
export async function verifyTickets(
  db: Db | Tx,
  others: readonly LegSummary[] = [],
  rules?: TaxRules,
): Promise<Check[]> {
  const legs = [ownLegs, ...others].map((summary) =>
    summary(sql`(select low from bounds)`, sql`(select high from bounds)`),
  )
  return [
    ...(await inChunks((after) => betsAfter(db, after, sql.join(legs, sql` union all `)))),
    ...(await inChunks((after) => betTransfersAfter(db, after))),
    await verifySums(db),
    ...(await verifyTaxes(db, rules)),
  ]
}

/** Checks the next bets with their legs and with the transfers that a bet's stake and settlements have posted. */
async function betsAfter(db: Db | Tx, after: bigint, legs: RawBuilder<unknown>) {
  const rows = await queryRows<{
    last: bigint | null
    bets: number
    legless: number
    settled: number
    paid: number
    wrong: number
    cashed: number
    uncounted: number
    edited: number
    unequal: number
  }>(db)`
    with bet as materialized (
      select * from betting.bet where bet_id > ${after}::bigint order by bet_id limit ${betsInChunk}::int),
    bounds as materialized (select min(bet_id) as low, max(bet_id) as high from bet),
    leg as materialized (
      select bet_id, sum(legs) as legs, bool_or(lost) as lost from (${legs}) l group by bet_id),
    posting as (
      select 'bet/' || b.bet_id, b.bettor_id, 'bet/' || b.bet_id || '/stake' from bet b
      union all
      select 'bet/' || b.bet_id, b.bettor_id, 'bet/' || b.bet_id || '/stake/' || n
      from bet b cross join generate_series(2, b.times_staked) n
      union all
      select 'bet/' || b.bet_id, b.bettor_id, 'bet/' || b.bet_id || '/' || step || '/' || n
      from bet b cross join generate_series(1, b.times_settled) n cross join unnest(array['settle', 'reverse']) step
      union all
      select 'bet/' || b.bet_id, b.bettor_id, 'bet/' || b.bet_id || '/cash-out/' || n
      from bet b cross join generate_series(1, b.times_cashed) n
      union all
      select 'bet/' || b.bet_id, b.bettor_id, 'bet/' || b.bet_id || '/release/2' from bet b join betting.referral f using (bet_id)
      where b.stake < f.stake
      union all
      select 'bet/' || b.bet_id, b.bettor_id, 'bet/' || b.bet_id || '/bonus_stake' from bet b where b.bonus_stake > 0
      union all
      select 'bet/' || b.bet_id, b.bettor_id, 'bet/' || b.bet_id || '/bonus_' || step || '/' || n
      from bet b cross join generate_series(1, b.times_settled) n cross join unnest(array['settle', 'reverse']) step
      where b.bonus_stake > 0
      union all
      select 'bet/' || b.bet_id, b.bettor_id, 'bet/' || b.bet_id || '/bonus_cash-out/' || n
      from bet b cross join generate_series(1, b.times_cashed) n where b.bonus_stake > 0),
    taken as (
      select c.bet_id, count(*) as times, sum(c.amount) as amount, sum(c.stake) as stake
      from betting.cash_out c where c.bet_id between (select low from bounds) and (select high from bounds) group by c.bet_id)
    select max(b.bet_id) as last, count(*)::int as bets,
      count(*) filter (where case when b.product = any(${withLegs}::text[])
        then l.legs is null or (b.type = 'single') <> (l.legs = 1) else l.legs is not null end)::int as legless,
      count(*) filter (where b.state <> 'open')::int as settled,
      count(*) filter (where b.state not in ('open', 'cashed_out') and b.type <> 'system' and b.returned > b.cashed and l.lost
        and not exists (select from betting.hand_void v where v.bet_id = b.bet_id and v.lifted_at is null))::int as paid,
      count(*) filter (where m.staked is distinct from b.stake or m.returned is distinct from b.returned - b.tax
        or m.total is distinct from b.returned - b.tax - b.stake)::int as wrong,
      count(*) filter (where b.times_cashed > 0)::int as cashed,
      count(*) filter (where (b.times_cashed, b.cashed) is distinct from (coalesce(t.times, 0), coalesce(t.amount, 0))
        or b.stake - coalesce(b.left_stake, b.stake) <> coalesce(t.stake, 0)
        or (b.state = 'cashed_out') <> (b.left_stake is not distinct from 0))::int as uncounted,
      count(e.bet_id)::int as edited,
      count(e.bet_id) filter (where b.state <> 'cashed_out' or (e.bettor_id, c.amount, b.bettor_id)
        is distinct from (b.bettor_id, next.stake - next.bonus_stake + coalesce(w.amount, 0), next.bettor_id))::int as unequal
    from bet b left join leg l using (bet_id) left join taken t using (bet_id)
      left join betting.edit e using (bet_id) left join betting.bet next on next.bet_id = e.new_bet_id
      left join betting.cash_out c on c.bet_id = e.bet_id and c.n = b.times_cashed
      left join betting.win_tax w on w.bet_id = e.bet_id and w.step = 'cash-out' and w.n = b.times_cashed
      left join (${movedBy(sql`select * from posting`)}) m on m.about = 'bet/' || b.bet_id`
  const {
    last = null,
    bets = 0,
    legless = 0,
    settled = 0,
    paid = 0,
    wrong = 0,
    cashed = 0,
    uncounted = 0,
    edited = 0,
    unequal = 0,
  } = rows[0] ?? {}
  const checks = [
    { name: 'every bet has the legs of its product', scanned: bets, broken: legless },
    { name: 'no bet that a lost leg decides is paid', scanned: settled, broken: paid },
    { name: "every bet's stake was debited once and its return paid once", scanned: bets, broken: wrong },
    { name: 'every bet adds up with its cash-outs', scanned: cashed, broken: uncounted },
    {
      name: 'every edited bet was cashed out for the stake of the bet that replaced it',
      scanned: edited,
      broken: unequal,
    },
  ]
  return { checks, last }
}

/**
 * Checks that the next transfers about bets, or with ids of bets, are the stake or a settlement of an existing bet, or the stake of a bet
 * that was not placed and its return. A referred bet that was placed with a lower stake has the return of the difference too.
 */
async function betTransfersAfter(db: Db | Tx, after: bigint) {
  const rows = await queryRows<{ last: bigint | null; scanned: number; stray: number }>(db)`
    with chunk as materialized (${transfersAfter(after, { most: transfersInChunk, ids: ['bet'], abouts: ['bet'] })}),
    part as (
      select no, id, about, regexp_match(id, '^bet/([0-9]{1,18})/(?:((?:bonus_)?(?:stake|release/[12]))|(?:bonus_)?(?:settle|reverse)/([0-9]{1,9})|stake/([0-9]{1,9})|(?:bonus_)?cash-out/([0-9]{1,9}))$') as parts
      from chunk where id is not null or about is not null),
    lone as materialized (
      select distinct p.parts[1]::bigint as bet_id from part p
      where p.parts is not null and not exists (select from betting.bet b where b.bet_id = p.parts[1]::bigint)),
    unplaced as materialized (${unplacedOf(sql`select bet_id from lone`)})
    select (select max(no) from chunk) as last, count(p.no)::int as scanned,
      count(p.no) filter (where p.about is distinct from 'bet/' || p.parts[1] or case
        when b.bet_id is null then u.bet_id is null
        when p.parts[2] ~ 'release' then f.bet_id is null or p.parts[2] <> 'release/2' or b.stake >= f.stake
        else not coalesce(p.parts[2] is not null or p.parts[3]::int between 1 and b.times_settled
          or p.parts[4]::int between 2 and b.times_staked or p.parts[5]::int between 1 and b.times_cashed, false) end)::int as stray
    from part p left join betting.bet b on b.bet_id = p.parts[1]::bigint
      left join betting.referral f on f.bet_id = p.parts[1]::bigint
      left join unplaced u on u.bet_id = p.parts[1]::bigint`
  const { last = null, scanned = 0, stray = 0 } = rows[0] ?? {}
  return {
    checks: [{ name: 'every transfer about a bet is its stake or a settlement of it', scanned, broken: stray }],
    last,
  }
}

/** Of these bets that do not exist, rows (bet_id), those whose stake is reserved or was returned in full. */
const unplacedOf = (bets: RawBuilder<unknown>) => sql`
  select m.subject as bet_id
  from (${movedByBettors(sql`
    select bet_id, 'bet/' || bet_id || '/' || part
    from (${bets}) b cross join unnest(array['stake', 'bonus_stake', 'release/1', 'release/2', 'bonus_release/1']) part`)}) m
    left join betting.reservation r on r.bet_id = m.subject
  where m.went < 0 and m.total = -coalesce(r.stake, 0)`
