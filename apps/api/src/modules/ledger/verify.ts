import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'
import { returnedOf, stakedOf } from './flows.ts'

/** One thing that must hold, how many rows were scanned, and how many of them break it. */
export type Check = { readonly name: string; readonly scanned: number; readonly broken: number }

type Counts = { scanned: bigint; broken: bigint }

/** Runs one check: `query` counts the rows that were `scanned` and those that are `broken`. */
export async function runCheck(db: Db | Tx, name: string, query: ReturnType<typeof sql<Counts>>): Promise<Check> {
  const { rows } = await query.execute(db)
  return { name, scanned: Number(rows[0]?.scanned ?? 0n), broken: Number(rows[0]?.broken ?? 0n) }
}

/** Proves the books: read-only, over every row, at one moment. */
export async function verifyLedger(db: Db): Promise<Check[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const check = (name: string, query: ReturnType<typeof sql<Counts>>) => runCheck(tx, name, query)
      return [
        await check('every transfer has entries and sums to zero in each currency', unbalanced),
        await check('every entry belongs to a transfer and to an account', orphans),
        await check('each stored balance equals its entries', wrongBalances),
        await check("each balance after is the one before plus the entry's amount", brokenChains),
        await check('no bounded account is below its floor', belowFloor),
        await check('each checkpoint equals the entries up to it', wrongCheckpoints),
        await check('what goes back to its payer is apart from the cash', mixedReturnable),
        await check('play summed by days equals its entries', wrongPlay),
      ]
    })
}

const unbalanced = sql<Counts>`
  select count(*) as scanned, count(*) filter (where sums.entries is null or sums.wrong) as broken
  from ledger.transfer t left join (
    select transfer_no, sum(entries) as entries, bool_or(total <> 0) as wrong
    from (select e.transfer_no, a.currency, count(*) as entries, sum(e.amount) as total
          from ledger.entry e join ledger.account a on a.id = e.account_id group by 1, 2) each_currency
    group by transfer_no) sums on sums.transfer_no = t.no`

const orphans = sql<Counts>`
  select count(*) as scanned, count(*) filter (where t.no is null or a.id is null) as broken
  from ledger.entry e left join ledger.transfer t on t.no = e.transfer_no left join ledger.account a on a.id = e.account_id`

const wrongBalances = sql<Counts>`
  select count(*) as scanned, count(*) filter (where a.balance <> coalesce(e.total, 0)) as broken
  from ledger.account a left join (select account_id, sum(amount) as total from ledger.entry group by 1) e on e.account_id = a.id
  where a.bounded`

const brokenChains = sql<Counts>`
  select count(*) as scanned, count(*) filter (where balance_after is distinct from before + amount) as broken
  from (select e.amount, e.balance_after,
          coalesce(lag(e.balance_after) over (partition by e.account_id order by e.transfer_no), 0) as before
        from ledger.entry e join ledger.account a on a.id = e.account_id where a.bounded) chain`

const belowFloor = sql<Counts>`
  select count(*) as scanned, count(*) filter (where balance < floor) as broken from ledger.account where bounded`

/** Transfers of such money move no other account of a bettor, and no other transfer moves such an account. */
const mixedReturnable = sql<Counts>`
  select count(*) as scanned,
    count(*) filter (where (t.kind in ('returnable', 'return', 'return_released')) <> (a.kind = 'returnable')) as broken
  from ledger.transfer t join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id and a.owner is not null
  where t.kind in ('returnable', 'return', 'return_released') or a.kind = 'returnable'`

/** For the proofs of other areas: what is held of each bettor to go back to its payer, as rows (owner, balance). */
export const returnableBalances = sql`select owner, balance from ledger.account where kind = 'returnable'`

const wrongCheckpoints = sql<Counts>`
  select count(*) as scanned, count(*) filter (where c.balance <> (
    select coalesce(sum(e.amount), 0) from ledger.entry e where e.account_id = c.account_id and e.transfer_no <= c.transfer_no)) as broken
  from ledger.checkpoint c`

const wrongPlay = sql<Counts>`
  select count(*) as scanned, count(*) filter (where (summed.staked, summed.returned) is distinct from (moved.staked, moved.returned)) as broken
  from ledger.played_upto u
    cross join lateral (
      select coalesce(sum(staked), 0)::bigint as staked, coalesce(sum(returned), 0)::bigint as returned
      from ledger.played_day where owner = u.owner) summed
    cross join lateral (
      select coalesce(sum(${stakedOf}), 0)::bigint as staked, coalesce(sum(${returnedOf}), 0)::bigint as returned
      from ledger.account a join ledger.entry e on e.account_id = a.id join ledger.transfer t on t.no = e.transfer_no
      where a.owner = u.owner and a.kind in ('cash', 'debt') and t.no <= u.transfer_no) moved`

/**
 * For the proofs of other areas: what moved to and from each bettor for each thing whose `about` begins like this, as rows
 * (about, owner, staked, returned) to join with. Both in minor units; a correction counts against what was returned.
 */
export const movedAbout = (prefix: string) => sql`
  select t.about, a.owner, -sum(e.amount) filter (where t.kind = 'stake') as staked,
    coalesce(sum(e.amount) filter (where t.kind <> 'stake'), 0) as returned
  from ledger.transfer t join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id and a.owner is not null
  where t.about like ${`${prefix}%`} group by t.about, a.owner`
