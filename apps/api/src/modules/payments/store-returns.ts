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

/** `contradicted`: one of them failed and was then reported as paid. `mustWait`: one has not failed, or nobody has looked at that report. */
export type Attempts = { attempts: number; mustWait: boolean; contradicted: boolean }

/** How many payouts a deposit has had that give it back, and whether another may follow. */
export async function attemptsOf(tx: Tx, deposit: bigint): Promise<Attempts> {
  const rows = await sql<Attempts>`
    select coalesce(max(w.attempt), 0)::int as attempts, coalesce(bool_or(r.id is not null), false) as contradicted,
      coalesce(bool_or(w.state <> 'failed' or (r.id is not null and r.resolved_at is null)), false) as "mustWait"
    from payments.withdrawal w left join payments.review r on r.payment_id = w.id and r.what = 'contradiction'
    where w.returns = ${deposit}::bigint`.execute(tx)
  return rows.rows[0] ?? { attempts: 0, mustWait: false, contradicted: false }
}

/** The payout of a deposit that has not been sent yet, locked until the transaction ends. */
export async function lockUnsent(tx: Tx, deposit: bigint): Promise<bigint | undefined> {
  const rows = await sql<{ id: bigint }>`
    select id from payments.withdrawal
    where returns = ${deposit}::bigint and state in ('requested', 'checking') for update`.execute(tx)
  return rows.rows[0]?.id
}

/** Shows a person that a deposit could not be sent back, also where an earlier such finding was closed. */
export async function reportReturnFailed(tx: Tx, deposit: bigint, facts: string): Promise<void> {
  await sql`
    insert into payments.review (payment_id, what, facts, at) values (${deposit}::bigint, 'return_failed', ${facts}, platform.now())
    on conflict (payment_id, what) do update set facts = excluded.facts, at = excluded.at, resolved_at = null`.execute(
    tx,
  )
}

/** Has a payout that failed tried again in so many seconds; null never again. */
export async function scheduleAgain(tx: Tx, id: bigint, inS: number | null): Promise<void> {
  await sql`
    update payments.withdrawal set next_check_at = platform.now() + make_interval(secs => ${inS}::int)
    where id = ${id}::bigint and state = 'failed' and kind = 'return'`.execute(tx)
}
