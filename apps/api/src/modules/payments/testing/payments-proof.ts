import { sql } from 'kysely'
import { verifyLedger } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import { callbackSecret } from '#testing/callback-secret'
import { callbackKey } from '../addresses/keys.ts'
import type { Purpose } from '../addresses/store.ts'
import { verifyPayments } from '../verify.ts'

/** The secret from which the tests' callback addresses are derived. */
export const secret = Buffer.from(callbackSecret, 'hex')

/** The path of an M-Pesa callback address, derived from the tests' secret. */
export const callbackPath = (purpose: Purpose, payment: bigint | string): string =>
  `/cb/${callbackKey(secret, purpose, 'mpesa', payment.toString())}`

/** Closes the findings of a kind about a payment. */
export async function resolveReviews(db: Db, { payment, what }: { payment: bigint; what: string }): Promise<void> {
  await sql`
    update payments.review set resolved_at = platform.now()
    where payment_id = ${payment}::bigint and what = ${what} and resolved_at is null`.execute(db)
}

/** Verifies the ledger and the payments of a database; throws if any check is broken. */
export async function booksProven(db: Db): Promise<void> {
  const checks = [...(await verifyLedger(db)), ...(await verifyPayments(db))]
  const broken = checks.filter((check) => check.broken > 0)
  if (broken.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(broken)}`)
}
