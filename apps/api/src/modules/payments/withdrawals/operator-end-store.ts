import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'
import { columns, type WithdrawalRow } from './store.ts'

/**
 * The outcome of a payout that operators found. `amount` is the paid amount. `evidence` is the receipt, or the reference that shows that
 * nothing was paid.
 */
export type PayoutEnd = {
  readonly outcome: 'paid' | 'not_paid'
  readonly amount: bigint | null
  readonly evidence: string
}

/** `confirmedBy` is null while the end waits for a second operator. */
export type CurrentEnd = PayoutEnd & {
  readonly proposedBy: string
  readonly confirmedBy: string | null
}

/** The end that is proposed or confirmed for a payout. A caller that changes the end has locked the payout. */
export async function currentEnd(db: Db | Tx, withdrawal: bigint): Promise<CurrentEnd | undefined> {
  const rows = await sql<CurrentEnd>`
    select outcome, amount, evidence, proposed_by as "proposedBy", confirmed_by as "confirmedBy"
    from payments.payout_end where withdrawal_id = ${withdrawal}::bigint and replaced_at is null`.execute(db)
  return rows.rows[0]
}

export type Proposal = PayoutEnd & {
  readonly withdrawal: bigint
  readonly operator: string
  readonly reason: string
}

/** Stores a proposed end. Replaces any unconfirmed proposal. */
export async function proposeEnd(tx: Tx, given: Proposal): Promise<void> {
  await replaceProposal(tx, given.withdrawal)
  await sql`
    insert into payments.payout_end (withdrawal_id, outcome, amount, evidence, reason, proposed_by, proposed_at)
    values (${given.withdrawal}::bigint, ${given.outcome}, ${given.amount}::bigint, ${given.evidence}, ${given.reason}, ${given.operator},
      platform.now())`.execute(tx)
}

/** Marks the unconfirmed proposal of a payout as replaced, if there is one. */
export async function replaceProposal(tx: Tx, withdrawal: bigint): Promise<void> {
  await sql`
    update payments.payout_end set replaced_at = platform.now()
    where withdrawal_id = ${withdrawal}::bigint and replaced_at is null and confirmed_at is null`.execute(tx)
}

export async function confirmEnd(tx: Tx, withdrawal: bigint, operator: string): Promise<void> {
  await sql`
    update payments.payout_end set confirmed_by = ${operator}, confirmed_at = platform.now()
    where withdrawal_id = ${withdrawal}::bigint and replaced_at is null and confirmed_at is null`.execute(tx)
}

/** Whether another payment at the payout's provider has this receipt. The caller has locked the receipt. */
export async function receiptUsed(
  tx: Tx,
  { id, provider }: Pick<WithdrawalRow, 'id' | 'provider'>,
  receipt: string,
): Promise<boolean> {
  const rows = await sql`
    select from payments.withdrawal where provider = ${provider} and lower(receipt) = lower(${receipt}) and id <> ${id}::bigint
    union all
    select from payments.deposit where provider = ${provider} and lower(receipt) = lower(${receipt}) limit 1`.execute(
    tx,
  )
  return rows.rows.length > 0
}

/** Whether another payment at the payout's provider has this receipt, written exactly so: looked up by its key. The caller has locked the receipt. */
export async function receiptOfAnother(
  tx: Tx,
  { id, provider }: Pick<WithdrawalRow, 'id' | 'provider'>,
  receipt: string,
): Promise<boolean> {
  const rows = await sql`
    select from payments.withdrawal where provider = ${provider} and receipt = ${receipt} and id <> ${id}::bigint
    union all
    select from payments.deposit where provider = ${provider} and receipt = ${receipt} limit 1`.execute(tx)
  return rows.rows.length > 0
}

/** Records that a message of the provider reports a payout as failed. Only the first message is recorded. */
export async function recordFailureClaim(db: Db, id: bigint, code: string): Promise<void> {
  await sql`
    update payments.withdrawal set claim_code = ${code}, claimed_at = platform.now()
    where id = ${id}::bigint and state = 'sent' and claimed_at is null`.execute(db)
}

export type UnresolvedPayout = WithdrawalRow & {
  readonly ageS: number
  readonly proposed: (PayoutEnd & { readonly by: string; readonly reason: string; readonly at: Date }) | null
}

type Row = WithdrawalRow & { ageS: number } & { [K in 'evidence' | 'by' | 'why']: string | null } & {
  outcome: PayoutEnd['outcome'] | null
  endAmount: bigint | null
  endAt: Date | null
}

type Ages = { readonly claimedForS: number; readonly sentForS: number }

const unresolved = ({ claimedForS, sentForS }: Ages) => sql`state = 'sent' and (reason in ('amount_differs', 'another_payment')
  or claimed_at <= platform.now() - make_interval(secs => ${claimedForS}::int)
  or sent_at <= platform.now() - make_interval(secs => ${sentForS}::int))`

/** How many payouts operators may end, and since when the oldest was sent. */
export const waitingPayouts = (db: Db, ages: Ages): Promise<Waiting> =>
  waitingIn(db, sql`payments.withdrawal where ${unresolved(ages)}`, sql`sent_at`)

/** Payouts that operators may end (see `unresolvedBecause`), the longest sent first, each with its proposed end. */
export async function unresolvedPayouts(
  db: Db,
  ages: Ages,
  page: Page,
): Promise<Paged<UnresolvedPayout>> {
  const { rows, ...paged } = await readPage<Row>(
    db,
    {
      columns: sql`w.*, e.outcome, e.amount as "endAmount", e.evidence, e.proposed_by as by, e.reason as why, e.proposed_at as "endAt"`,
      from: sql`(
        select ${columns}, floor(extract(epoch from platform.now() - sent_at))::int as "ageS" from payments.withdrawal
        where ${unresolved(ages)}) w
        left join payments.payout_end e on e.withdrawal_id = w.id and e.replaced_at is null`,
      order: [
        { by: sql`w."sentAt"`, type: 'time' },
        { by: sql`w.id`, type: 'number' },
      ],
    },
    page,
  )
  return { ...paged, rows: rows.map(withProposal) }
}

function withProposal({ outcome, endAmount, evidence, by, why, endAt, ...row }: Row): UnresolvedPayout {
  if (outcome === null || evidence === null || by === null || why === null || endAt === null)
    return { ...row, proposed: null }
  return { ...row, proposed: { outcome, amount: endAmount, evidence, by, reason: why, at: endAt } }
}
