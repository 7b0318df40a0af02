import { sql } from 'kysely'
import { codeOf, queryRow, queryRows, type Db, type Tx } from '#platform/db'
import type { ProviderName } from '../ports.ts'
import type { DepositState } from './rules.ts'

export type DepositRow = {
  id: bigint
  bettor: bigint
  kind: 'prompt' | 'paybill'
  clientId: string | null
  hash: string | null
  provider: ProviderName
  msisdn: string | null
  amount: bigint
  tax: bigint
  net: bigint
  reference: string | null
  state: DepositState
  reason: string | null
  requestId: string | null
  receipt: string | null
  receiptProven: boolean
  claimReceipt: string | null
  claimAmount: bigint | null
  payer: string | null
  returnable: boolean
  /** The operators who credited the deposit because it could not be returned. */
  creditedBy: string | null
  createdAt: Date
  submittedAt: Date | null
  changedAt: Date
  checks: number
}

export const columns = sql`id, bettor_id as bettor, kind, client_id::text as "clientId", encode(hash, 'hex') as hash, provider, msisdn, amount, tax,
  net, reference, state, reason, request_id as "requestId", receipt, receipt_proven as "receiptProven",
  claim_receipt as "claimReceipt", claim_amount as "claimAmount", payer, returnable,
  credited_by as "creditedBy", created_at as "createdAt", submitted_at as "submittedAt", changed_at as "changedAt", checks`

export type NewPrompt = {
  bettor: bigint
  clientId: string
  hash: string
  provider: ProviderName
  msisdn: string
  amount: bigint
  tax: bigint
  net: bigint
  reference: string
  attribution: string | null
}

/** Stores a deposit request, before the prompt is sent. */
export async function insertPrompt(tx: Tx, given: NewPrompt): Promise<bigint> {
  const row = await queryRow<{ id: bigint }>(tx)`
    insert into payments.deposit (bettor_id, kind, client_id, hash, provider, msisdn, amount, tax, net, reference, state, created_at, changed_at,
      attribution)
    select ${given.bettor}::bigint, 'prompt', ${given.clientId}::uuid, decode(${given.hash}, 'hex'), ${given.provider}, ${given.msisdn},
      ${given.amount}::bigint, ${given.tax}::bigint, ${given.net}::bigint, ${given.reference}, 'created', at.now, at.now,
      ${given.attribution}
    from (select platform.now() as now) at returning id`
  return row?.id ?? 0n
}

export type NewPaybillDeposit = {
  bettor: bigint
  provider: ProviderName
  amount: bigint
  tax: bigint
  net: bigint
  receipt: string
}

/** Stores a paybill payment as a deposit to be confirmed and credited; undefined if its receipt exists. */
export async function insertPaybillDeposit(tx: Tx, given: NewPaybillDeposit): Promise<bigint | undefined> {
  const row = await queryRow<{ id: bigint }>(tx)`
    insert into payments.deposit (bettor_id, kind, provider, amount, tax, net, receipt, claim_receipt, state, created_at, submitted_at,
      changed_at, next_check_at)
    select ${given.bettor}::bigint, 'paybill', ${given.provider}, ${given.amount}::bigint, ${given.tax}::bigint, ${given.net}::bigint,
      ${given.receipt}, ${given.receipt}, 'pending', at.now, at.now, at.now, at.now
    from (select platform.now() as now) at
    on conflict (provider, receipt) do nothing returning id`
  return row?.id
}

export function depositOf(db: Db | Tx, id: bigint): Promise<DepositRow | undefined> {
  return queryRow<DepositRow>(db)`select ${columns} from payments.deposit where id = ${id}::bigint`
}

/** Locks one deposit until the transaction ends. */
export async function lockDeposit(tx: Tx, id: bigint): Promise<DepositRow | undefined> {
  return (await lockDeposits(tx, [id]))[0]
}

/** Locks deposits until the transaction ends, in the order of their ids. */
export function lockDeposits(tx: Tx, ids: readonly bigint[]): Promise<DepositRow[]> {
  return queryRows<DepositRow>(tx)`
    select ${columns} from payments.deposit where id = any(${ids}::bigint[]) order by id for update`
}

/** The deposit that a bettor requested with this command id. */
export function depositOfCommand(db: Db | Tx, bettor: bigint, clientId: string): Promise<DepositRow | undefined> {
  return queryRow<DepositRow>(db)`
    select ${columns} from payments.deposit where bettor_id = ${bettor}::bigint and client_id = ${clientId}::uuid`
}

export function depositOfReference(db: Db | Tx, reference: string): Promise<DepositRow | undefined> {
  return queryRow<DepositRow>(db)`select ${columns} from payments.deposit where reference = ${reference}`
}

export function depositOfReceipt(
  db: Db | Tx,
  { provider, receipt }: { provider: ProviderName; receipt: string },
): Promise<DepositRow | undefined> {
  return queryRow<DepositRow>(db)`
    select ${columns} from payments.deposit where provider = ${provider} and receipt = ${receipt}`
}

/** A bettor's own deposit by its receipt or claimed receipt, of any provider. */
export function ownDepositOfReceipt(db: Db, bettor: bigint, receipt: string): Promise<DepositRow | undefined> {
  return queryRow<DepositRow>(db)`
    select ${columns} from payments.deposit
    where bettor_id = ${bettor}::bigint and (receipt = ${receipt} or claim_receipt = ${receipt}) order by id limit 1`
}

/** Claims the sending of a prompt, so that it is sent once; false if it was claimed before. */
export async function claimSubmission(db: Db, id: bigint, firstCheckS: number): Promise<boolean> {
  const rows = await queryRows(db)`
    update payments.deposit d set state = 'submitted', submitted_at = at.now, changed_at = at.now,
      next_check_at = at.now + make_interval(secs => ${firstCheckS}::int)
    from (select platform.now() as now) at
    where d.id = ${id}::bigint and d.state = 'created' returning d.id`
  return rows.length > 0
}

const uniqueViolation = '23505'

/** Stores the provider's id of the prompt; false if another deposit has that id. A status that a callback has set meanwhile is kept. */
export async function recordAccepted(db: Db, id: bigint, requestId: string): Promise<boolean> {
  try {
    const rows = await queryRows(db)`
      update payments.deposit set request_id = coalesce(request_id, ${requestId}),
        state = case state when 'submitted' then 'pending' else state end, changed_at = platform.now()
      where id = ${id}::bigint returning id`
    return rows.length > 0
  } catch (error) {
    if (codeOf(error) === uniqueViolation) return false
    throw error
  }
}

export type ReceiptClaim = { id: bigint; receipt: string; amount: bigint | undefined }

/**
 * Stores the claimed receipts of deposits that have not succeeded and returns these deposits. Locks them in the order of their ids, in the
 * same statement.
 */
export async function recordOpenClaims(db: Db, claims: readonly ReceiptClaim[]): Promise<DepositRow[]> {
  if (claims.length === 0) return []
  return await queryRows<DepositRow>(db)`
    with open as (
      select id as locked from payments.deposit where id = any(${claims.map((one) => one.id)}::bigint[]) and state <> 'succeeded'
      order by id for update)
    update payments.deposit set claim_receipt = n.claimed, claim_amount = n.paid
    from open join unnest(${claims.map((one) => one.id)}::bigint[], ${claims.map((one) => one.receipt)}::text[],
      ${claims.map((one) => one.amount ?? null)}::bigint[]) n (locked, claimed, paid) using (locked)
    where id = locked returning ${columns}`
}

/** Stores the last receipt claimed for each of these deposits, to be confirmed by the provider. */
export async function recordClaims(tx: Tx, claims: readonly ReceiptClaim[]): Promise<void> {
  if (claims.length === 0) return
  await sql`
    update payments.deposit d set claim_receipt = n.receipt, claim_amount = n.amount
    from unnest(${claims.map((one) => one.id)}::bigint[], ${claims.map((one) => one.receipt)}::text[],
      ${claims.map((one) => one.amount ?? null)}::bigint[]) n (id, receipt, amount)
    where d.id = n.id and (d.state <> 'succeeded' or d.claim_receipt is null)`.execute(tx)
}

export type DepositEnd = {
  id: bigint
  state: DepositState
  reason?: string | undefined
  receipt?: string | undefined
  /** Whether the provider confirmed the receipt. A confirmed receipt replaces a claimed one. */
  proven?: boolean | undefined
}

const free = sql`(n.receipt is not null and not exists (
  select from payments.deposit o where o.provider = d.provider and o.receipt = n.receipt and o.id <> d.id))`

/** Sets the states of deposits; each deposit may appear once. A receipt that another deposit has is not stored. */
export async function setDeposits(tx: Tx, ends: readonly DepositEnd[]): Promise<void> {
  if (ends.length === 0) return
  await sql`
    update payments.deposit d set state = n.state, reason = n.reason, changed_at = (select platform.now()),
      next_check_at = case when n.state in ('pending', 'unknown') then d.next_check_at end,
      receipt = case when (d.receipt is null or (n.proven and not d.receipt_proven)) and ${free} then n.receipt else d.receipt end,
      receipt_proven = d.receipt_proven or (n.proven and ${free})
    from unnest(${ends.map((one) => one.id)}::bigint[], ${ends.map((one) => one.state)}::text[],
      ${ends.map((one) => one.reason ?? null)}::text[], ${ends.map((one) => one.receipt ?? null)}::text[],
      ${ends.map((one) => one.proven ?? false)}::boolean[]) n (id, state, reason, receipt, proven)
    where d.id = n.id`.execute(tx)
}

/** Schedules the next status query of a deposit; null for none. */
export async function scheduleDeposit(db: Db | Tx, id: bigint, inS: number | null): Promise<void> {
  await sql`
    update payments.deposit set next_check_at = platform.now() + make_interval(secs => ${inS}::int)
    where id = ${id}::bigint and state <> 'succeeded'`.execute(db)
}

/** Schedules status queries of a failed deposit with a claimed receipt, if none are scheduled. */
export async function resumeQueries(db: Db, id: bigint): Promise<void> {
  await sql`
    update payments.deposit set next_check_at = platform.now() + interval '60 seconds'
    where id = ${id}::bigint and state = 'failed' and claim_receipt is not null and next_check_at is null`.execute(db)
}

/** Deposits older than `olderS` seconds whose prompt was never sent, oldest first. */
export function unsentDeposits(db: Db, { olderS, most }: { olderS: number; most: number }): Promise<DepositRow[]> {
  return queryRows<DepositRow>(db)`
    select ${columns} from payments.deposit
    where state = 'created' and created_at <= platform.now() - make_interval(secs => ${olderS}::int)
    order by created_at limit ${most}::int`
}

/** Fails a deposit whose prompt was never sent. Has no effect if the prompt is being sent or was sent. */
export async function endUnsent(db: Db, id: bigint): Promise<void> {
  await sql`
    update payments.deposit set state = 'failed', reason = 'not_sent', changed_at = platform.now()
    where id = ${id}::bigint and state = 'created'`.execute(db)
}

/** Claims due deposits, at most `most` of each kind, so that neither delays the other, and postpones them for other processes. */
export function claimDueDeposits(db: Db, most: number): Promise<DepositRow[]> {
  return queryRows<DepositRow>(db)`
    update payments.deposit set next_check_at = platform.now() + interval '60 seconds', checks = checks + 1
    where id in (select due.id from (values ('prompt'), ('paybill')) k (kind) cross join lateral (
      select id from payments.deposit d where d.kind = k.kind and next_check_at <= platform.now()
      order by next_check_at limit ${most}::int for update skip locked) due) returning ${columns}`
}

const openMax = 100

/** The newest of a bettor's deposits that have not ended. */
export function openDepositsOf(tx: Tx, bettor: bigint): Promise<DepositRow[]> {
  return queryRows<DepositRow>(tx)`
    select ${columns} from payments.deposit
    where bettor_id = ${bettor}::bigint and state in ('created', 'submitted', 'pending', 'unknown')
    order by id desc limit ${openMax}::int`
}

/**
 * The sum of a bettor's open prompts before tax, including those of unknown status. Unconfirmed paybill payments are not included.
 */
export async function pendingAmountOf(tx: Tx, bettor: bigint): Promise<bigint> {
  const row = await queryRow<{ amount: bigint }>(tx)`
    select coalesce(sum(amount), 0)::bigint as amount from payments.deposit
    where bettor_id = ${bettor}::bigint and kind = 'prompt' and state in ('created', 'submitted', 'pending', 'unknown')`
  return row?.amount ?? 0n
}
