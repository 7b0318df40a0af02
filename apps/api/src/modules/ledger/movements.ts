import { sql, type RawBuilder } from 'kysely'
import { queryRows, type Tx } from '#platform/db'
import { returnedOf, stakedOf } from './flows.ts'
import { winTaxHouse } from './house.ts'

/**
 * For the verifiers of other areas: the amounts that these transfers moved on the owners' accounts. `transfers` is a query of (about, owner,
 * id), with all ids that the transfers about a subject can have. Returns rows (about, owner, staked, returned, total) of the subjects with
 * movements, in minor units. `total` is the sum of all entries of any kind, so it differs from `returned - staked` if a transfer has a
 * kind that is neither.
 */
export const movedBy = (transfers: RawBuilder<unknown>) => sql`
  select i.about, i.owner, sum(${stakedOf})::bigint as staked, sum(${returnedOf})::bigint as returned, sum(e.amount)::bigint as total
  from (${transfers}) i (about, owner, id)
    cross join lateral (select no, kind from ledger.transfer where id = i.id and about = i.about offset 0) t
    cross join lateral (select id from ledger.account where owner = i.owner offset 0) a
    cross join lateral (select amount from ledger.entry where account_id = a.id and transfer_no = t.no offset 0) e
  group by i.about, i.owner`

/**
 * For the verifiers of other areas: the amounts that these transfers, rows (subject, id), moved on bettors' accounts, as rows
 * (subject, went, total). Entries have an index of ranges only, so all are read in one pass over the range of these transfers: they
 * should be about one time.
 */
export const movedByBettors = (transfers: RawBuilder<unknown>) => sql`
  with own as materialized (
    select i.subject, t.no from (${transfers}) i (subject, id) join ledger.transfer t on t.id = i.id)
  select o.subject, coalesce(sum(e.amount) filter (where e.amount < 0), 0)::bigint as went, sum(e.amount)::bigint as total
  from own o join ledger.entry e on e.transfer_no = o.no join ledger.account a on a.id = e.account_id and a.owner is not null
  where e.transfer_no between (select min(no) from own) and (select max(no) from own)
  group by o.subject`

/**
 * For the verifiers of other areas: the next `most` transfers after a number, as rows (no, id, about). An id or subject without one of
 * the prefixes is null.
 */
export const transfersAfter = (
  after: bigint,
  { most, ids, abouts }: { most: number; ids: readonly string[]; abouts: readonly string[] },
) => sql`
  select no, case when id ~ ${`^(${ids.join('|')})/`} then id end as id,
    case when about ~ ${`^(${abouts.join('|')})/`} then about end as about
  from ledger.transfer where no > ${after}::bigint order by no limit ${most}::int`

/** The amount that each of these transfers moved, by id: the sum that it added to accounts. */
export async function amountsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await queryRows<{ id: string; amount: bigint }>(tx)`
    select t.id, sum(e.amount) filter (where e.amount > 0)::bigint as amount
    from ledger.transfer t join ledger.entry e on e.transfer_no = t.no
    where t.id = any(${ids}::text[]) group by t.id`
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

/** For the verifiers of other areas: the transfers with this id prefix, as rows (id, amount moved). */
export const transfersOfIds = (prefix: string) => sql`
  select t.id, sum(e.amount) filter (where e.amount > 0)::bigint as amount
  from ledger.transfer t join ledger.entry e on e.transfer_no = t.no
  where t.id >= ${prefix} and t.id < ${`${prefix}~`} and t.id ~ ${`^${prefix}`} group by t.id`

/**
 * For the verifiers of other areas: what the transfers with this id prefix moved on bonus accounts, as rows (no, kind, about, amount).
 */
export const bonusMoves = (prefix: string) => sql`
  select t.no, t.kind, t.about, sum(e.amount)::bigint as amount
  from ledger.transfer t join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id and a.kind = 'bonus'
  where t.id >= ${prefix} and t.id < ${`${prefix}~`} and t.id ~ ${`^${prefix}`} group by t.no`

/**
 * For the verifiers of other areas: the transfers that moved tax on winnings, but payments to the authority, as rows (id, about, amount). With an
 * id prefix those whose id begins with it, else those of any other.
 */
export const winTaxMoves = (prefix: 'bet/' | undefined) => sql`
  select t.id, t.about, e.amount from ledger.account a join ledger.entry e on e.account_id = a.id join ledger.transfer t on t.no = e.transfer_no
  where a.name = ${winTaxHouse} and t.kind <> 'tax_remittance' and (t.id like 'bet/%') = ${prefix !== undefined}::boolean`

/** For the verifiers of other areas: the operator's accounts with these name prefixes, as rows (name, balance). The balance is the sum of all entries. */
export const accountEntries = (prefixes: readonly string[]) => sql`
  select a.name, coalesce((select sum(e.amount) from ledger.entry e where e.account_id = a.id), 0)::bigint as balance
  from ledger.account a where not a.bounded and a.name ~ ${`^(${prefixes.join('|')})`}`
