import { sql } from 'kysely'
import { queryRow, type Db, type Tx } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'
import { waitingIn, type Waiting } from '#platform/waiting'
import type { ProviderName } from '../ports.ts'

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

/** Stores a payout that returns a deposit. Its money is reserved in the same transaction. */
export async function insertReturn(tx: Tx, given: NewReturn): Promise<bigint> {
  const row = await queryRow<{ id: bigint }>(tx)`
    insert into payments.withdrawal (kind, returns, attempt, bettor_id, client_id, hash, provider, msisdn, amount, sum, tax, debited, state,
      conversation, created_at, changed_at)
    select 'return', ${given.deposit}::bigint, ${given.attempt}::smallint, ${given.bettor}::bigint, ${given.clientId}::uuid,
      decode(${given.hash}, 'hex'), ${given.provider}, ${given.msisdn}, ${given.amount}::bigint, ${given.amount}::bigint, 0,
      ${given.amount}::bigint, 'requested', ${given.conversation}::uuid, at.now, at.now
    from (select platform.now() as now) at returning id`
  return row?.id ?? 0n
}

/**
 * `sent`: the sum that was paid or is being sent. `contradicted`: an attempt failed and was then reported as paid. `mustWait`: an attempt is
 * open or was paid in full, or such a report is open.
 */
export type Attempts = { attempts: number; sent: bigint; mustWait: boolean; contradicted: boolean }

/** A summary of the payouts that return a deposit. */
export async function attemptsOf(tx: Tx, deposit: bigint): Promise<Attempts> {
  const row = await queryRow<Attempts>(tx)`
    select coalesce(max(w.attempt), 0)::int as attempts, coalesce(bool_or(r.id is not null), false) as contradicted,
      coalesce(sum(w.sum - w.returned) filter (where w.state <> 'failed'), 0)::bigint as sent,
      coalesce(bool_or((w.state <> 'failed' and w.returned = 0) or (r.id is not null and r.resolved_at is null)), false) as "mustWait"
    from payments.withdrawal w left join payments.review r on r.payment_id = w.id and r.what = 'contradiction'
    where w.returns = ${deposit}::bigint`
  return row ?? { attempts: 0, sent: 0n, mustWait: false, contradicted: false }
}

/** Locks the unsent payout of a deposit until the transaction ends. */
export async function lockUnsent(tx: Tx, deposit: bigint): Promise<bigint | undefined> {
  const row = await queryRow<{ id: bigint }>(tx)`
    select id from payments.withdrawal
    where returns = ${deposit}::bigint and state in ('requested', 'checking') for update`
  return row?.id
}

/** Reports to the operators that a deposit could not be returned. Reopens an earlier report. */
export async function reportReturnFailed(tx: Tx, deposit: bigint, facts: string): Promise<void> {
  await sql`
    insert into payments.review (payment_id, what, facts, at) values (${deposit}::bigint, 'return_failed', ${facts}, platform.now())
    on conflict (payment_id, what) do update set facts = excluded.facts, at = excluded.at, resolved_at = null`.execute(
    tx,
  )
}

/** Schedules the retry of a failed payout; null for none. */
export async function scheduleRetry(tx: Tx, id: bigint, inS: number | null): Promise<void> {
  await sql`
    update payments.withdrawal set next_check_at = platform.now() + make_interval(secs => ${inS}::int)
    where id = ${id}::bigint and state = 'failed' and kind = 'return'`.execute(tx)
}

/** Marks a deposit that could not be returned as credited to its bettor. */
export async function setCredited(
  tx: Tx,
  { deposit, tax, net, operator }: { deposit: bigint; tax: bigint; net: bigint; operator: string },
): Promise<void> {
  await sql`
    update payments.deposit set returnable = false, tax = ${tax}::bigint, net = ${net}::bigint, credited_by = ${operator},
      credited_at = platform.now(), changed_at = platform.now()
    where id = ${deposit}::bigint`.execute(tx)
  await sql`
    update payments.review set resolved_at = platform.now()
    where payment_id = ${deposit}::bigint and what in ('return_impossible', 'return_to_whom') and resolved_at is null`.execute(
    tx,
  )
}

/** `left` is the amount that has not been returned. */
export type WaitingReturn = {
  readonly id: bigint
  readonly bettor: bigint
  readonly provider: ProviderName
  readonly amount: bigint
  readonly left: bigint
  readonly payer: string | null
  readonly attempts: number
  readonly since: Date
  readonly ageS: number
}

const waiting = sql`
  payments.deposit d cross join lateral (
    select coalesce(sum(sum - returned) filter (where state <> 'failed'), 0)::bigint as sent, count(*)::int as attempts
    from payments.withdrawal where returns = d.id) w
  where d.returnable and w.sent < d.amount`

/** How many returnable deposits have no open or paid payout, and since when. */
export const waitingToReturn = (db: Db): Promise<Waiting> => waitingIn(db, waiting, sql`d.changed_at`)

export type ReturnFilter = { readonly provider?: ProviderName | undefined; readonly bettor?: bigint | undefined }

/** Returnable deposits without an open or paid payout, the longest waiting first. */
export const waitingReturns = (db: Db, { provider, bettor }: ReturnFilter, page: Page): Promise<Paged<WaitingReturn>> =>
  readPage(
    db,
    {
      columns: sql`d.id, d.bettor_id as bettor, d.provider, d.amount, d.amount - w.sent as left, d.payer, w.attempts, d.changed_at as since,
        floor(extract(epoch from platform.now() - d.changed_at))::int as "ageS"`,
      from: sql`${waiting}
          and (${provider ?? null}::text is null or d.provider = ${provider ?? null}::text)
          and (${bettor ?? null}::bigint is null or d.bettor_id = ${bettor ?? null}::bigint)`,
      order: [
        { by: sql`d.changed_at`, type: 'time' },
        { by: sql`d.id`, type: 'number' },
      ],
    },
    page,
  )
