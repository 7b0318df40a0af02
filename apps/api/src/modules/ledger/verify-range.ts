import { sql } from 'kysely'
import type { Tx } from '#platform/db'
import { runCheck, type Check, type Counts } from './checks.ts'
import { correctionsHouse } from './house.ts'
import { handKinds, returnableKinds, transferKinds } from './kinds.ts'

/** Transfers with numbers above `from` up to `to`. The verification `run` has already verified everything up to `from`. */
export type Range = { readonly run: bigint; readonly from: bigint; readonly to: bigint }

/** Checks the transfers of a range and their entries, each account's entries against its state at the beginning of the range. */
export async function checkRange(tx: Tx, range: Range): Promise<Check[]> {
  return [
    await runCheck(tx, 'every transfer has entries and sums to zero in each currency', unbalanced(range)),
    await runCheck(tx, 'every entry belongs to a transfer and to an account', orphans(range)),
    await runCheck(tx, "each balance after is the one before plus the entry's amount", brokenChains(range)),
    await runCheck(tx, 'what goes back to its payer is apart from the cash', mixedReturnable(range)),
    await runCheck(tx, 'corrections by hand have an account of their own', mixedCorrections(range)),
    await runCheck(tx, 'every transfer is of a registered kind', unregistered(range)),
  ]
}

const unbalanced = ({ from, to }: Range) => sql<Counts>`
  select count(*) as scanned, count(*) filter (where sums.entries is null or sums.wrong) as broken
  from ledger.transfer t left join (
    select transfer_no, sum(entries) as entries, bool_or(total <> 0) as wrong
    from (select e.transfer_no, a.currency, count(*) as entries, sum(e.amount) as total
          from ledger.entry e join ledger.account a on a.id = e.account_id
          where e.transfer_no > ${from}::bigint and e.transfer_no <= ${to}::bigint group by 1, 2) each_currency
    group by transfer_no) sums on sums.transfer_no = t.no
  where t.no > ${from}::bigint and t.no <= ${to}::bigint`

const orphans = ({ from, to }: Range) => sql<Counts>`
  select count(*) as scanned, count(*) filter (where t.no is null or a.id is null) as broken
  from ledger.entry e left join ledger.transfer t on t.no = e.transfer_no and t.no > ${from}::bigint and t.no <= ${to}::bigint
    left join ledger.account a on a.id = e.account_id
  where e.transfer_no > ${from}::bigint and e.transfer_no <= ${to}::bigint`

const brokenChains = ({ run, from, to }: Range) => sql<Counts>`
  select count(*) as scanned, count(*) filter (where balance_after is distinct from before + amount) as broken
  from (select e.amount, e.balance_after,
          coalesce(lag(e.balance_after) over (partition by e.account_id order by e.transfer_no), v.balance, 0) as before
        from ledger.entry e join ledger.account a on a.id = e.account_id
          left join ledger.verified_account v on v.run = ${run}::bigint and v.account_id = e.account_id
        where a.bounded and e.transfer_no > ${from}::bigint and e.transfer_no <= ${to}::bigint) chain`

/** Transfers of returnable money move no other account of a bettor, and no other transfer moves a returnable account. */
const mixedReturnable = ({ from, to }: Range) => sql<Counts>`
  select count(*) as scanned,
    count(*) filter (where (t.kind = any(${returnableKinds}::text[])) <> (a.kind = 'returnable')) as broken
  from ledger.transfer t join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id and a.owner is not null
  where t.no > ${from}::bigint and t.no <= ${to}::bigint and e.transfer_no > ${from}::bigint and e.transfer_no <= ${to}::bigint
    and (t.kind = any(${returnableKinds}::text[]) or a.kind = 'returnable')`

/** Corrections by hand move the one account of the house for them, and no other transfer moves it. */
const mixedCorrections = ({ from, to }: Range) => sql<Counts>`
  select count(*) as scanned,
    count(*) filter (where (t.kind = any(${handKinds}::text[])) <> (a.name = ${correctionsHouse}::text)) as broken
  from ledger.transfer t join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id and a.owner is null
  where t.no > ${from}::bigint and t.no <= ${to}::bigint and e.transfer_no > ${from}::bigint and e.transfer_no <= ${to}::bigint
    and (t.kind = any(${handKinds}::text[]) or a.name = ${correctionsHouse}::text)`

const unregistered = ({ from, to }: Range) => sql<Counts>`
  select count(*) as scanned, count(*) filter (where t.kind <> all(${Object.keys(transferKinds)}::text[])) as broken
  from ledger.transfer t where t.no > ${from}::bigint and t.no <= ${to}::bigint`
