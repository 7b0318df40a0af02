import { sql } from 'kysely'
import { queryRows, type Db, type Tx } from '#platform/db'

/** A cash-out that was asked for and refused. */
export type CashOutRefusal = {
  readonly at: Date
  readonly code: RefusalCode
  readonly reason: string | null
  /** The amount of the quote; null for one that the server did not sign. */
  readonly quoted: bigint | null
  readonly hundredths: number
}
export type RefusalCode = 'not_available' | 'quote_changed' | 'quote_expired' | 'quote_used'

const refusalsMax = 100

/** Stores that a cash-out of a bet, which the caller has locked, was refused; at most 100 of a bet. */
export async function insertRefusal(
  tx: Tx,
  betId: bigint,
  { code, reason, quoted, hundredths }: Omit<CashOutRefusal, 'at'>,
): Promise<void> {
  await sql`
    insert into betting.cash_out_refusal (bet_id, code, reason, quoted, hundredths)
    select ${betId}::bigint, ${code}, ${reason}::text, ${quoted}::bigint, ${hundredths}::int
    where (select count(*) from betting.cash_out_refusal where bet_id = ${betId}::bigint) < ${refusalsMax}::int`.execute(
    tx,
  )
}

/** The refused cash-outs of a bet, in order. */
export function refusalsOf(db: Db, betId: bigint): Promise<CashOutRefusal[]> {
  return queryRows<CashOutRefusal>(db)`
    select at, code, reason, quoted, hundredths from betting.cash_out_refusal where bet_id = ${betId}::bigint order by id`
}
