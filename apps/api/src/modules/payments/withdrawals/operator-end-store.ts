import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
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

export type StoredEnd = PayoutEnd & {
  readonly proposedBy: string
  readonly confirmedBy: string
}

/** The end that two operators found for a payout. */
export function confirmedEnd(db: Db | Tx, withdrawal: bigint): Promise<StoredEnd | undefined> {
  return queryRow<StoredEnd>(db)`
    select outcome, amount, evidence, proposed_by as "proposedBy", confirmed_by as "confirmedBy"
    from payments.payout_end where withdrawal_id = ${withdrawal}::bigint and confirmed_at is not null`
}

type NewEnd = StoredEnd & { readonly withdrawal: bigint; readonly reason: string }

/** Stores the end of a locked payout. Replaces a proposal that an earlier version stored here and nobody confirmed. */
export async function insertEnd(tx: Tx, given: NewEnd): Promise<void> {
  const { withdrawal, outcome, amount, evidence, reason, proposedBy, confirmedBy } = given
  await sql`
    update payments.payout_end set replaced_at = platform.now()
    where withdrawal_id = ${withdrawal}::bigint and replaced_at is null and confirmed_at is null`.execute(tx)
  await sql`
    insert into payments.payout_end
      (withdrawal_id, outcome, amount, evidence, reason, proposed_by, proposed_at, confirmed_by, confirmed_at)
    values (${withdrawal}::bigint, ${outcome}, ${amount}::bigint, ${evidence}, ${reason}, ${proposedBy}, platform.now(), ${confirmedBy},
      platform.now())`.execute(tx)
}

/** Whether another payment at the payout's provider has this receipt. The caller has locked the receipt. */
export async function receiptUsed(
  tx: Tx,
  { id, provider }: Pick<WithdrawalRow, 'id' | 'provider'>,
  receipt: string,
): Promise<boolean> {
  const rows = await queryRows(tx)`
    select from payments.withdrawal where provider = ${provider} and lower(receipt) = lower(${receipt}) and id <> ${id}::bigint
    union all
    select from payments.deposit where provider = ${provider} and lower(receipt) = lower(${receipt}) limit 1`
  return rows.length > 0
}

/** Whether another payment at the payout's provider has this receipt, written exactly so: looked up by its key. The caller has locked the receipt. */
export async function receiptOfAnother(
  tx: Tx,
  { id, provider }: Pick<WithdrawalRow, 'id' | 'provider'>,
  receipt: string,
): Promise<boolean> {
  const rows = await queryRows(tx)`
    select from payments.withdrawal where provider = ${provider} and receipt = ${receipt} and id <> ${id}::bigint
    union all
    select from payments.deposit where provider = ${provider} and receipt = ${receipt} limit 1`
  return rows.length > 0
}

/** Records that a message of the provider reports a payout as failed. Only the first message is recorded. */
export async function recordFailureClaim(db: Db, id: bigint, code: string): Promise<void> {
  await sql`
    update payments.withdrawal set claim_code = ${code}, claimed_at = platform.now()
    where id = ${id}::bigint and state = 'sent' and claimed_at is null`.execute(db)
}

export type UnresolvedPayout = WithdrawalRow & { readonly ageS: number }

type Ages = { readonly claimedForS: number; readonly sentForS: number }

const unresolved = ({ claimedForS, sentForS }: Ages) => sql`
  payments.withdrawal where state = 'sent' and (reason in ('amount_differs', 'another_payment')
    or claimed_at <= platform.now() - make_interval(secs => ${claimedForS}::int)
    or sent_at <= platform.now() - make_interval(secs => ${sentForS}::int))`

/** How many payouts operators may end, and since when the oldest was sent. */
export const waitingPayouts = (db: Db, ages: Ages): Promise<Waiting> => waitingIn(db, unresolved(ages), sql`sent_at`)

/** Payouts that operators may end (see `unresolvedBecause`), the longest sent first. */
export const unresolvedPayouts = (db: Db, ages: Ages, page: Page): Promise<Paged<UnresolvedPayout>> =>
  readPage(
    db,
    {
      columns: sql`${columns}, floor(extract(epoch from platform.now() - sent_at))::int as "ageS"`,
      from: unresolved(ages),
      order: [
        { by: sql`sent_at`, type: 'time' },
        { by: sql`id`, type: 'number' },
      ],
    },
    page,
  )
