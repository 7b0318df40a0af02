import { sql } from 'kysely'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { waitingIn, type Waiting } from '#platform/waiting'
import type { ProviderName } from '../ports.ts'
import type { WaitsBecause } from './rules.ts'

export type WithdrawalState = 'requested' | 'checking' | 'sent' | 'done' | 'failed'

/** A bettor's withdrawal, or the return of a returnable deposit: `returns` is that deposit. */
export type WithdrawalRow = {
  id: bigint
  kind: 'withdrawal' | 'return'
  returns: bigint | null
  attempt: number | null
  bettor: bigint
  clientId: string
  hash: string
  provider: ProviderName
  msisdn: string
  amount: bigint
  sum: bigint
  tax: bigint
  debited: bigint
  state: WithdrawalState
  reason: string | null
  approvers: number | null
  clearedAt: Date | null
  conversation: string
  requestId: string | null
  receipt: string | null
  sends: number
  /** The code of the first unsigned message that reported the payout as failed, and its time. */
  claimCode: string | null
  claimedAt: Date | null
  /** The amount that the provider paid, if it is not the sum, and the amount that was returned for it. */
  paid: bigint | null
  returned: bigint
  createdAt: Date
  sentAt: Date | null
  changedAt: Date
  checks: number
  /** The line of the audit log that let the payout go; null for one that no person decided. */
  auditId: bigint | null
}

export const columns = sql`id, kind, returns, attempt, bettor_id as bettor, client_id::text as "clientId", encode(hash, 'hex') as hash, provider, msisdn, amount, sum, tax,
  debited, state, reason, approvers, cleared_at as "clearedAt", conversation::text as conversation, request_id as "requestId", receipt, sends,
  claim_code as "claimCode", claimed_at as "claimedAt", paid, returned, created_at as "createdAt", sent_at as "sentAt", changed_at as "changedAt", checks, audit_id as "auditId"`

export type NewWithdrawal = {
  bettor: bigint
  clientId: string
  hash: string
  provider: ProviderName
  msisdn: string
  amount: bigint
  sum: bigint
  tax: bigint
  debited: bigint
  conversation: string
}

/** Stores a request. Its money is reserved in the same transaction. */
export async function insertWithdrawal(tx: Tx, given: NewWithdrawal): Promise<bigint> {
  const row = await queryRow<{ id: bigint }>(tx)`
    insert into payments.withdrawal (bettor_id, client_id, hash, provider, msisdn, amount, sum, tax, debited, state, conversation, created_at, changed_at)
    select ${given.bettor}::bigint, ${given.clientId}::uuid, decode(${given.hash}, 'hex'), ${given.provider}, ${given.msisdn}, ${given.amount}::bigint,
      ${given.sum}::bigint, ${given.tax}::bigint, ${given.debited}::bigint, 'requested', ${given.conversation}::uuid, at.now, at.now
    from (select platform.now() as now) at returning id`
  return row?.id ?? 0n
}

export function withdrawalOf(db: Db | Tx, id: bigint): Promise<WithdrawalRow | undefined> {
  return queryRow<WithdrawalRow>(db)`select ${columns} from payments.withdrawal where id = ${id}::bigint`
}

/** Locks one withdrawal until the transaction ends. */
export function lockWithdrawal(tx: Tx, id: bigint): Promise<WithdrawalRow | undefined> {
  return queryRow<WithdrawalRow>(tx)`
    select ${columns} from payments.withdrawal where id = ${id}::bigint for update`
}

/** The withdrawal that a bettor requested with this command id. */
export function withdrawalOfCommand(db: Db | Tx, bettor: bigint, clientId: string): Promise<WithdrawalRow | undefined> {
  return queryRow<WithdrawalRow>(db)`
    select ${columns} from payments.withdrawal where bettor_id = ${bettor}::bigint and client_id = ${clientId}::uuid`
}

/** The sum and count of a bettor's withdrawals of the last 24 hours, except one, and the number of the bettor's open findings. */
export async function dayOf(
  tx: Tx,
  { bettor, except }: { bettor: bigint; except: bigint },
): Promise<{ sum: bigint; count: number; reviews: number }> {
  const rows = await sql<{ sum: bigint; count: bigint; reviews: bigint }>`
    select coalesce(sum(w.sum), 0)::bigint as sum, count(*) as count, (
      select count(*) from payments.review r
      where r.resolved_at is null and r.payment_id in (
        select id from payments.deposit where bettor_id = ${bettor}::bigint
        union all select id from payments.withdrawal where bettor_id = ${bettor}::bigint)) as reviews
    from payments.withdrawal w
    where w.bettor_id = ${bettor}::bigint and w.id <> ${except}::bigint and w.state <> 'failed' and w.kind = 'withdrawal'
      and w.created_at > platform.now() - interval '24 hours'`.execute(tx)
  const row = rows.rows[0]
  return { sum: row?.sum ?? 0n, count: Number(row?.count ?? 0), reviews: Number(row?.reviews ?? 0) }
}

/** Stores how many operators must approve, and why. With 0 the withdrawal is cleared immediately. */
export async function setApprovers(
  tx: Tx,
  id: bigint,
  { approvers, because = [] }: { approvers: number; because?: readonly WaitsBecause[] },
): Promise<void> {
  await sql`
    update payments.withdrawal set state = 'checking', approvers = ${approvers}::smallint, because = ${because}::text[], changed_at = at.now,
      cleared_at = case when ${approvers}::int = 0 then at.now end
    from (select platform.now() as now) at where id = ${id}::bigint`.execute(tx)
}

/** Stores one operator's decision; an earlier one of the same operator stays. */
export async function insertApproval(
  tx: Tx,
  { id, operator, approve }: { id: bigint; operator: string; approve: boolean },
): Promise<void> {
  await sql`
    insert into payments.approval (withdrawal_id, operator, approve, at) values (${id}::bigint, ${operator}, ${approve}, platform.now())
    on conflict do nothing`.execute(tx)
}

/** Clears a locked withdrawal for its sending, `undoS` seconds from now. */
export async function clearWithdrawal(
  tx: Tx,
  id: bigint,
  { undoS, line = null }: { undoS: number; line?: bigint | null | undefined },
): Promise<void> {
  await sql`
    update payments.withdrawal set cleared_at = at.now, changed_at = at.now, audit_id = ${line}::bigint, sends_at = at.now + make_interval(secs => ${undoS}::int)
    from (select platform.now() as now) at
    where id = ${id}::bigint and state = 'checking' and cleared_at is null`.execute(tx)
}

/**
 * Takes back the approval of a locked withdrawal that is not sent yet; false if it is too late. Only a payout that a person cleared has a time
 * from which it may be sent.
 */
export async function undoClearing(tx: Tx, id: bigint): Promise<boolean> {
  const rows = await queryRows(tx)`
    update payments.withdrawal set cleared_at = null, sends_at = null, audit_id = null, changed_at = platform.now()
    where id = ${id}::bigint and state = 'checking' and cleared_at is not null and sends_at > platform.now() returning id`
  if (rows.length === 0) return false
  await sql`
    update payments.approval set undone_at = platform.now() where withdrawal_id = ${id}::bigint and undone_at is null`.execute(
    tx,
  )
  return true
}

/** True if a payout may be sent now: nothing stops payouts at its provider, and its approval can no longer be taken back. */
const maySend = sql`(w.sends_at is null or w.sends_at <= platform.now())
  and not exists (
    select from payments.provider_fault f where f.provider = w.provider and f.part = 'payouts' and f.ended_at is null)
  and not exists (select from payments.stop s where s.provider = w.provider and s.part = 'payouts')`

/** Claims the first sending of a cleared withdrawal; false if it was claimed before or may not be sent now. */
export async function claimSending(db: Db, id: bigint, firstCheckS: number): Promise<boolean> {
  const rows = await queryRows(db)`
    update payments.withdrawal w set state = 'sent', sends = sends + 1, sent_at = at.now, changed_at = at.now,
      next_check_at = at.now + make_interval(secs => ${firstCheckS}::int)
    from (select platform.now() as now) at
    where w.id = ${id}::bigint and w.state = 'checking' and w.cleared_at is not null and ${maySend} returning w.id`
  return rows.length > 0
}

/** Counts another sending with the same conversation id. Status queries restart as after the first sending. */
export async function countResend(tx: Tx, id: bigint): Promise<void> {
  await sql`
    update payments.withdrawal set sends = sends + 1, sent_at = platform.now(), claim_code = null, claimed_at = null,
      next_check_at = platform.now() + interval '60 seconds', changed_at = platform.now()
    where id = ${id}::bigint and state = 'sent'`.execute(tx)
}

/** Names the line of the audit log that let a payout go. */
export async function setLine(tx: Tx, id: bigint, line: bigint | undefined): Promise<void> {
  await sql`update payments.withdrawal set audit_id = ${line ?? null}::bigint where id = ${id}::bigint`.execute(tx)
}

/** Stores the provider's id of the payout. */
export async function setRequestId(db: Db, id: bigint, requestId: string): Promise<void> {
  await sql`
    update payments.withdrawal set request_id = coalesce(request_id, ${requestId}), changed_at = platform.now()
    where id = ${id}::bigint`.execute(db)
}

export type WithdrawalEnd = {
  state: WithdrawalState
  reason?: string | undefined
  receipt?: string | undefined
  /** The amount that the provider paid, if it is not the sum, and the amount that was returned for it. */
  paid?: bigint | undefined
  returned?: bigint
}

/** Ends a withdrawal, or stores why an operator must decide. One that ends before anybody judged it needed nobody's approval. */
export async function setWithdrawal(
  tx: Tx,
  id: bigint,
  { state, reason, receipt, paid, returned = 0n }: WithdrawalEnd,
): Promise<void> {
  await sql`
    update payments.withdrawal w set state = ${state}, reason = ${reason ?? null}, changed_at = platform.now(),
      paid = ${paid ?? null}::bigint, returned = ${returned}::bigint, approvers = coalesce(approvers, 0),
      next_check_at = case when ${state} = 'sent' then next_check_at end,
      receipt = coalesce(receipt, case when not exists (
        select from payments.withdrawal o where o.provider = w.provider and o.receipt = ${receipt ?? null}) then ${receipt ?? null} end)
    where id = ${id}::bigint`.execute(tx)
}

/** Schedules the next status query of a withdrawal; null for none. */
export async function scheduleWithdrawal(db: Db | Tx, id: bigint, inS: number | null): Promise<void> {
  await sql`
    update payments.withdrawal set next_check_at = platform.now() + make_interval(secs => ${inS}::int)
    where id = ${id}::bigint and state = 'sent'`.execute(db)
}

/** Withdrawals older than `olderS` seconds that a crash or a stop interrupted: not yet processed, or cleared and not sent. */
export function interruptedWithdrawals(
  db: Db,
  { olderS, most }: { olderS: number; most: number },
): Promise<WithdrawalRow[]> {
  return queryRows<WithdrawalRow>(db)`
    select ${columns} from payments.withdrawal w
    where ${maySend} and ((state = 'requested' and created_at <= platform.now() - make_interval(secs => ${olderS}::int))
      or (state = 'checking' and cleared_at <= platform.now() - make_interval(secs => ${olderS}::int)))
    order by created_at limit ${most}::int`
}

/** Claims due withdrawals and postpones each, so that no other process queries it meanwhile. */
export function claimDueWithdrawals(db: Db, most: number): Promise<WithdrawalRow[]> {
  return queryRows<WithdrawalRow>(db)`
    update payments.withdrawal set next_check_at = platform.now() + interval '60 seconds', checks = checks + 1
    where id in (
      select id from payments.withdrawal where next_check_at <= platform.now() order by next_check_at limit ${most}::int for update skip locked)
    returning ${columns}`
}

/** How many payouts were sent and have no end, and since when. */
export const sentPayouts = (db: Db): Promise<Waiting> =>
  waitingIn(db, sql`payments.withdrawal where state = 'sent'`, sql`sent_at`)

/** How many withdrawals wait for approval, and since when. */
export const waitingWithdrawals = (db: Db): Promise<Waiting> =>
  waitingIn(db, sql`payments.withdrawal where state = 'checking' and cleared_at is null`, sql`created_at`)

/** The tax in the debit of each of these withdrawals, by id. */
export async function taxesOf(db: Db, ids: readonly bigint[]): Promise<Map<bigint, bigint>> {
  if (ids.length === 0) return new Map()
  const rows = await queryRows<{ id: bigint; tax: bigint }>(db)`
    select id, tax from payments.withdrawal where id = any(${ids}::bigint[])`
  return new Map(rows.map((row) => [row.id, row.tax]))
}

/** The number of a bettor's open withdrawals. */
export async function countOpen(tx: Tx, bettor: bigint): Promise<number> {
  const row = await queryRow<{ count: number }>(tx)`
    select count(*)::int as count from payments.withdrawal
    where bettor_id = ${bettor}::bigint and kind = 'withdrawal' and state not in ('done', 'failed')`
  return row?.count ?? 0
}
