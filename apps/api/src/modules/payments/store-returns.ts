import { sql } from 'kysely'
import type { Tx } from '#platform/db'
import type { ProviderName } from './ports.ts'

export type NewReturn = {
  bettor: bigint
  provider: ProviderName
  msisdn: string
  amount: bigint
  deposit: bigint
  attempt: number
  clientId: string
  conversation: string
  hash: string
}

/** Stores a payout that gives a deposit back; its money is held in the same transaction. */
export async function insertReturn(tx: Tx, given: NewReturn): Promise<bigint> {
  const rows = await sql<{ id: bigint }>`
    insert into payments.withdrawal (kind, returns, attempt, bettor_id, client_id, hash, provider, msisdn, amount, sum, tax, debited, state,
      conversation, created_at, changed_at)
    select 'return', ${given.deposit}::bigint, ${given.attempt}::smallint, ${given.bettor}::bigint, ${given.clientId}::uuid,
      decode(${given.hash}, 'hex'), ${given.provider}, ${given.msisdn}, ${given.amount}::bigint, ${given.amount}::bigint, 0,
      ${given.amount}::bigint, 'requested', ${given.conversation}::uuid, at.now, at.now
    from (select platform.now() as now) at returning id`.execute(tx)
  return rows.rows[0]?.id ?? 0n
}

/** How many payouts a deposit has had that give it back, and whether one of them has not failed. */
export async function attemptsOf(tx: Tx, deposit: bigint): Promise<{ open: boolean; attempts: number }> {
  const rows = await sql<{ open: boolean; attempts: number }>`
    select coalesce(bool_or(state <> 'failed'), false) as open, coalesce(max(attempt), 0)::int as attempts
    from payments.withdrawal where returns = ${deposit}::bigint`.execute(tx)
  return rows.rows[0] ?? { open: false, attempts: 0 }
}

/** Has a payout that failed tried again in so many seconds; null never again. */
export async function scheduleAgain(tx: Tx, id: bigint, inS: number | null): Promise<void> {
  await sql`
    update payments.withdrawal set next_check_at = platform.now() + make_interval(secs => ${inS}::int)
    where id = ${id}::bigint and state = 'failed' and kind = 'return'`.execute(tx)
}
