import { sql } from 'kysely'
import { verifyLedger } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import { callbackSecret } from '#testing/callback-secret'
import { callbackKey } from '../addresses/keys.ts'
import type { Purpose } from '../addresses/store.ts'
import { verifyPayments } from '../verify.ts'

/** What the callback addresses of the tests' platforms are made of. */
export const secret = Buffer.from(callbackSecret, 'hex')

/** The path of a callback address of M-Pesa's, made of the tests' secret. */
export const callbackPath = (purpose: Purpose, payment: bigint | string): string =>
  `/cb/${callbackKey(secret, purpose, 'mpesa', payment.toString())}`

/** Closes the findings of a kind about a payment. */
export async function resolveReviews(db: Db, { payment, what }: { payment: bigint; what: string }): Promise<void> {
  await sql`
    update payments.review set resolved_at = platform.now()
    where payment_id = ${payment}::bigint and what = ${what} and resolved_at is null`.execute(db)
}

/** Proves the books and the payments of a database against each other. */
export async function booksProven(db: Db): Promise<void> {
  const checks = [...(await verifyLedger(db)), ...(await verifyPayments(db))]
  const broken = checks.filter((check) => check.broken > 0)
  if (broken.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(broken)}`)
}
