import { sql } from 'kysely'
import {
  inChunks,
  movedBy,
  returnableBalances,
  runCheck,
  transfersAfter,
  type Check,
  type Counts,
} from '#modules/ledger/ledger'
import { queryRows, type Db, type Tx } from '#platform/db'

const paymentsInChunk = 5_000
const transfersInChunk = 20_000
/** The suffixes of transfer ids after the id of their deposit or withdrawal. */
const depositSteps = ['', '/freed', '/credited']
const withdrawalSteps = ['', '/paid', '/overpaid', '/rest', '/released']

/**
 * Verifies the payments against the ledger in both directions, in chunks. A deposit moved its net amount once, or nothing. A withdrawal
 * moved its debit less the returned amount, or nothing. Every transfer about a payment belongs to an existing payment.
 */
export async function verifyPayments(db: Db | Tx): Promise<Check[]> {
  return [
    ...(await inChunks((after) => depositsAfter(db, after))),
    ...(await inChunks((after) => withdrawalsAfter(db, after))),
    await runCheck(db, 'the balance left to return is the returnable deposits less their returns', wrongReturns),
    ...(await inChunks((after) => paymentTransfersAfter(db, after))),
  ]
}

async function depositsAfter(db: Db | Tx, after: bigint) {
  const rows = await queryRows<{ last: bigint | null; scanned: number; broken: number }>(db)`
    with deposit as materialized (
      select * from payments.deposit where id > ${after}::bigint order by id limit ${paymentsInChunk}::int),
    posting as (
      select 'payment/' || id, bettor_id, 'deposit/' || id || step
      from deposit cross join unnest(${depositSteps}::text[]) step)
    select max(d.id) as last, count(*)::int as scanned, count(*) filter (
      where coalesce(m.total, 0) <> case d.state when 'succeeded' then d.net else 0 end
        or d.returnable and d.net <> d.amount)::int as broken
    from deposit d left join (${movedBy(sql`select * from posting`)}) m on m.about = 'payment/' || d.id`
  const { last = null, scanned = 0, broken = 0 } = rows[0] ?? {}
  return { checks: [{ name: 'every deposit that succeeded was credited once, and no other', scanned, broken }], last }
}

async function withdrawalsAfter(db: Db | Tx, after: bigint) {
  const rows = await queryRows<{ last: bigint | null; scanned: number; broken: number }>(db)`
    with withdrawal as materialized (
      select * from payments.withdrawal where id > ${after}::bigint order by id limit ${paymentsInChunk}::int),
    posting as (
      select 'payment/' || id, bettor_id, 'withdrawal/' || id || step
      from withdrawal cross join unnest(${withdrawalSteps}::text[]) step)
    select max(w.id) as last, count(*)::int as scanned, count(*) filter (
      where coalesce(m.total, 0) <> case w.state when 'failed' then 0 else w.returned - w.debited end)::int as broken
    from withdrawal w left join (${movedBy(sql`select * from posting`)}) m on m.about = 'payment/' || w.id`
  const { last = null, scanned = 0, broken = 0 } = rows[0] ?? {}
  return {
    checks: [{ name: 'every withdrawal is debited once, or released if it failed', scanned, broken }],
    last,
  }
}

/** Reads all returnable deposits in one statement, because there are few. */
const wrongReturns = sql<Counts>`
  with owed as (
    select d.bettor_id, d.id, d.amount, count(w.id) filter (where w.returned = 0) as times, coalesce(sum(w.sum - w.returned), 0) as sent,
      coalesce(sum(w.returned), 0) as rest
    from payments.deposit d left join payments.withdrawal w on w.returns = d.id and w.state <> 'failed'
    where d.returnable group by d.id),
  owners as (select bettor_id, sum(amount - sent) as left_over, bool_or(times > 1 or sent > amount or (rest = 0 and sent not in (0, amount))) as wrong from owed group by 1)
  select count(*) as scanned, count(*) filter (where o.wrong is true or coalesce(o.left_over, 0) <> coalesce(a.balance, 0)) as broken
  from owners o full join (${returnableBalances}) a on a.owner = o.bettor_id`

/** Checks that the next transfers about payments, or with ids of payments, belong to an existing payment. */
async function paymentTransfersAfter(db: Db | Tx, after: bigint) {
  const next = transfersAfter(after, {
    most: transfersInChunk,
    ids: ['deposit', 'withdrawal'],
    abouts: ['payment', 'deposit', 'withdrawal'],
  })
  const rows = await queryRows<{ last: bigint | null; scanned: number; stray: number }>(db)`
    with chunk as materialized (${next}),
    part as (
      select no, about, regexp_match(id, '^deposit/([0-9]{1,18})(/[a-z]+)?$') as deposit,
        regexp_match(id, '^withdrawal/([0-9]{1,18})(/[a-z]+)?$') as withdrawal
      from chunk where id is not null or about is not null)
    select (select max(no) from chunk) as last, count(p.no)::int as scanned,
      count(p.no) filter (where p.about is distinct from 'payment/' || coalesce(d.id, w.id))::int as stray
    from part p
      left join payments.deposit d
        on d.id = p.deposit[1]::bigint and coalesce(p.deposit[2], '') = any(${depositSteps}::text[])
      left join payments.withdrawal w
        on w.id = p.withdrawal[1]::bigint and coalesce(p.withdrawal[2], '') = any(${withdrawalSteps}::text[])`
  const { last = null, scanned = 0, stray = 0 } = rows[0] ?? {}
  return { checks: [{ name: 'every transfer about a payment belongs to that payment', scanned, broken: stray }], last }
}
