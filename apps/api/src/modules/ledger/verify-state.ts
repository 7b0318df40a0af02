import { sql } from 'kysely'
import { queryRows, type Db } from '#platform/db'
import { inChunks, runCheck, type Check, type Counts } from './checks.ts'
import { returnedOf, stakedOf } from './flows.ts'
import { houseFlowReader } from './house-flow.ts'
import { returnedKinds, stakedKinds } from './kinds.ts'

const accountsInChunk = 10_000
const bettorsInChunk = 2_000

/**
 * Checks everything that the ledger stores in addition to its entries, against the state at a run's checkpoint plus the later entries: stored
 * balances and floors, the checkpoints of the operator's accounts, and the play summed by days.
 */
export async function checkState(db: Db, run: bigint): Promise<Check[]> {
  return [
    ...(await inChunks((after) => accounts(db, run, after))),
    await runCheck(db, 'each checkpoint equals the entries up to it', checkpoints(run)),
    ...(await inChunks((after) => play(db, run, after))),
    await runCheck(db, 'what the operator receives and pays by hours equals its entries', houseHours(run)),
    await runCheck(db, 'what the operator receives and pays by minutes equals its hours', houseMinutes),
  ]
}

const checkpoint = (run: bigint) =>
  sql`at as materialized (select transfer_no as no from ledger.verification where run = ${run}::bigint)`

/** Reads later entries only for accounts that have changed since the checkpoint: an account's version is the number of its entries. */
async function accounts(db: Db, run: bigint, after: bigint) {
  const rows = await queryRows<{ last: bigint | null; scanned: number; wrong: number; low: number }>(db)`
    with ${checkpoint(run)},
    chunk as materialized (
      select id, bounded, balance, floor, version from ledger.account
      where id > ${after}::bigint order by id limit ${accountsInChunk}::int)
    select max(c.id) as last, count(*) filter (where c.bounded)::int as scanned,
      count(*) filter (where c.bounded and c.balance <> coalesce(v.balance, 0) + coalesce(later.total, 0))::int as wrong,
      count(*) filter (where c.bounded and c.balance < c.floor)::int as low
    from chunk c cross join at left join ledger.verified_account v on v.run = ${run}::bigint and v.account_id = c.id
      left join lateral (
        select sum(e.amount)::bigint as total from ledger.entry e
        where c.bounded and (c.version, c.balance) is distinct from (coalesce(v.entries, 0), coalesce(v.balance, 0))
          and e.account_id = c.id and e.transfer_no > at.no offset 0) later on true`
  const { last = null, scanned = 0, wrong = 0, low = 0 } = rows[0] ?? {}
  const checks = [
    { name: 'each stored balance equals its entries', scanned, broken: wrong },
    { name: 'no bounded account is below its floor', scanned, broken: low },
  ]
  return { checks, last }
}

const checkpoints = (run: bigint) => sql<Counts>`
  with ${checkpoint(run)}
  select count(*) as scanned, count(*) filter (where c.balance <> coalesce(v.balance, 0) + between_both.total) as broken
  from ledger.checkpoint c cross join at left join ledger.verified_account v on v.run = ${run}::bigint and v.account_id = c.account_id
    cross join lateral (
      select coalesce(sum(e.amount), 0) * sign(c.transfer_no::numeric - at.no) as total from ledger.entry e
      where e.account_id = c.account_id and e.transfer_no > least(at.no, c.transfer_no)
        and e.transfer_no <= greatest(at.no, c.transfer_no)) between_both`

/** Compares whole accounts: what their sums say up to the reader's cursor, in total and of stakes and returns, with their entries. */
const houseHours = (run: bigint) => sql<Counts>`
  with ${checkpoint(run)},
  read as materialized (select coalesce(max(transfer_no), 0) as no from ledger.consumer where name = ${houseFlowReader}),
  summed as (
    select account_id, sum(amount) as balance, coalesce(-sum(amount) filter (where kind = any(${stakedKinds}::text[])), 0) as staked,
      coalesce(sum(amount) filter (where kind = any(${returnedKinds}::text[])), 0) as returned
    from ledger.house_hour group by account_id)
  select count(*) as scanned, count(*) filter (where
    (coalesce(s.balance, 0), coalesce(s.staked, 0), coalesce(s.returned, 0)) is distinct from
    (coalesce(v.balance, 0) + later.balance, coalesce(v.staked, 0) + later.staked, coalesce(v.returned, 0) + later.returned)) as broken
  from ledger.account a cross join at cross join read
    left join summed s on s.account_id = a.id left join ledger.verified_account v on v.run = ${run}::bigint and v.account_id = a.id
    cross join (select case when read.no > at.no then 1 else -1 end as sign from read, at) way
    cross join lateral (
      select coalesce(way.sign * sum(e.amount), 0) as balance, coalesce(way.sign * sum(${stakedOf}), 0) as staked,
        coalesce(way.sign * sum(${returnedOf}), 0) as returned
      from ledger.entry e join ledger.transfer t on t.no = e.transfer_no
      where e.account_id = a.id and e.transfer_no > least(at.no, read.no) and e.transfer_no <= greatest(at.no, read.no)) later
  where not a.bounded`

/** Compares the minutes that are kept with their hours, but for the oldest hour, of which a part may have been dropped. */
const houseMinutes = sql<Counts>`
  with kept as (select date_trunc('hour', min(begins), 'UTC') as since from ledger.house_flow),
  minute as (
    select date_trunc('hour', begins, 'UTC') as begins, account_id, kind, sum(amount) as amount, sum(transfers) as transfers
    from ledger.house_flow group by 1, 2, 3)
  select count(*) as scanned, count(*) filter (where (h.amount, h.transfers) is distinct from (m.amount, m.transfers)) as broken
  from (select h.* from ledger.house_hour h, kept where h.begins > kept.since) h
    full join (select m.* from minute m, kept where m.begins > kept.since) m using (begins, account_id, kind)`

async function play(db: Db, run: bigint, after: bigint) {
  const rows = await queryRows<{ last: bigint | null; scanned: number; wrong: number; unlisted: number }>(db)`
    with ${checkpoint(run)},
    chunk as materialized (
      select owner, transfer_no from ledger.played_upto where owner > ${after}::bigint order by owner limit ${bettorsInChunk}::int)
    select max(u.owner) as last, count(*)::int as scanned,
      count(*) filter (where (summed.staked, summed.returned) is distinct from (moved.staked, moved.returned))::int as wrong,
      count(*) filter (where listed.amount is distinct from moved.others)::int as unlisted
    from chunk u cross join at
      cross join lateral (
        select coalesce(sum(staked), 0)::bigint as staked, coalesce(sum(returned), 0)::bigint as returned
        from ledger.played_day where owner = u.owner) summed
      cross join lateral (
        select coalesce(sum(e.amount), 0)::bigint as amount from ledger.played_move m
          join ledger.account c on c.owner = m.owner and c.kind = 'cash'
          join ledger.entry e on e.account_id = c.id and e.transfer_no = m.transfer_no
        where m.owner = u.owner) listed
      cross join lateral (
        select coalesce(sum(coalesce(v.balance, 0) + coalesce(v.staked, 0) + s.sign * (r.total + r.staked)) filter (where a.kind = 'cash'), 0)::bigint as others,
          coalesce(sum(coalesce(v.staked, 0) + s.sign * r.staked), 0)::bigint as staked,
          coalesce(sum(coalesce(v.returned, 0) + s.sign * r.returned), 0)::bigint as returned
        from ledger.account a left join ledger.verified_account v on v.run = ${run}::bigint and v.account_id = a.id
          cross join (select case when u.transfer_no > at.no then 1 else -1 end as sign) s
          cross join lateral (
            select coalesce(sum(e.amount), 0) as total, coalesce(sum(${stakedOf}), 0) as staked, coalesce(sum(${returnedOf}), 0) as returned
            from ledger.entry e join ledger.transfer t on t.no = e.transfer_no
            where e.account_id = a.id and e.transfer_no > least(at.no, u.transfer_no)
              and e.transfer_no <= greatest(at.no, u.transfer_no)) r
        where a.owner = u.owner and a.kind in ('cash', 'debt', 'bonus')) moved`
  const { last = null, scanned = 0, wrong = 0, unlisted = 0 } = rows[0] ?? {}
  const checks = [
    { name: 'play summed by days equals its entries', scanned, broken: wrong },
    { name: 'transfers listed by kind add up with their entries', scanned, broken: unlisted },
  ]
  return { checks, last }
}
