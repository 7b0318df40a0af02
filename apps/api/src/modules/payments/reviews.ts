import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'

/** Reports a finding about a payment to the operators. Each kind of finding is reported once per payment. */
export async function insertReview(
  tx: Db | Tx,
  given: { payment: bigint; what: string; facts: string },
): Promise<void> {
  await sql`
    insert into payments.review (payment_id, what, facts, at) values (${given.payment}::bigint, ${given.what}, ${given.facts}, platform.now())
    on conflict (payment_id, what) do nothing`.execute(tx)
}

export type ReviewRow = { id: bigint; payment: bigint; what: string; facts: string; at: Date }

const open = sql`payments.review where resolved_at is null`

/** How many findings are open, and since when. */
export const waitingReviews = (db: Db): Promise<Waiting> => waitingIn(db, open, sql`at`)

/** Open findings for operators, oldest first. */
export const openReviews = (db: Db, page: Page): Promise<Paged<ReviewRow>> =>
  readPage(
    db,
    {
      columns: sql`id, payment_id as payment, what, facts, at`,
      from: open,
      order: [{ by: sql`id`, type: 'number' }],
    },
    page,
  )

/** Closes the findings of these kinds about a payment, because they are settled. */
export async function closeReviewsOf(
  tx: Tx,
  { payment, what }: { payment: bigint; what: readonly string[] },
): Promise<void> {
  await sql`
    update payments.review set resolved_at = platform.now()
    where payment_id = ${payment}::bigint and what = any(${what}::text[]) and resolved_at is null`.execute(tx)
}

/** The payment that a finding is about; undefined if there is no such finding. */
export async function paymentOfReview(db: Db, id: bigint): Promise<bigint | undefined> {
  const rows = await queryRows<{ payment: bigint }>(db)`
    select payment_id as payment from payments.review where id = ${id}::bigint`
  return rows[0]?.payment
}

export async function closeReview(db: Db | Tx, id: bigint): Promise<boolean> {
  const rows = await queryRows(db)`
    update payments.review set resolved_at = platform.now() where id = ${id}::bigint and resolved_at is null returning id`
  return rows.length > 0
}

/** Whether an operator has closed the finding of this kind about a payment. */
export async function isReviewed(tx: Tx, { payment, what }: { payment: bigint; what: string }): Promise<boolean> {
  const rows = await queryRows(tx)`
    select from payments.review where payment_id = ${payment}::bigint and what = ${what} and resolved_at is not null`
  return rows.length > 0
}
