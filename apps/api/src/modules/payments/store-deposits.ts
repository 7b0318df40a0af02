import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'
import type { ProviderName } from './ports.ts'
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
  claimReceipt: string | null
  claimAmount: bigint | null
  createdAt: Date
  submittedAt: Date | null
  changedAt: Date
  checks: number
}

const columns = sql`id, bettor_id as bettor, kind, client_id::text as "clientId", encode(hash, 'hex') as hash, provider, msisdn, amount, tax,
  net, reference, state, reason, request_id as "requestId", receipt, claim_receipt as "claimReceipt", claim_amount as "claimAmount",
  created_at as "createdAt", submitted_at as "submittedAt", changed_at as "changedAt", checks`

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
}

/** Stores the wish to deposit, before anybody is asked for money. */
export async function insertPrompt(tx: Tx, given: NewPrompt): Promise<bigint> {
  const rows = await sql<{ id: bigint }>`
    insert into payments.deposit (bettor_id, kind, client_id, hash, provider, msisdn, amount, tax, net, reference, state, created_at, changed_at)
    select ${given.bettor}::bigint, 'prompt', ${given.clientId}::uuid, decode(${given.hash}, 'hex'), ${given.provider}, ${given.msisdn},
      ${given.amount}::bigint, ${given.tax}::bigint, ${given.net}::bigint, ${given.reference}, 'created', at.now, at.now
    from (select platform.now() as now) at returning id`.execute(tx)
  return rows.rows[0]?.id ?? 0n
}

export type NewPaybillDeposit = {
  bettor: bigint
  provider: ProviderName
  amount: bigint
  tax: bigint
  net: bigint
  receipt: string
}

/** Stores money that came by itself, to be proven and credited; undefined where its receipt is known. */
export async function insertPaybillDeposit(tx: Tx, given: NewPaybillDeposit): Promise<bigint | undefined> {
  const rows = await sql<{ id: bigint }>`
    insert into payments.deposit (bettor_id, kind, provider, amount, tax, net, receipt, claim_receipt, state, created_at, submitted_at,
      changed_at, next_check_at)
    select ${given.bettor}::bigint, 'paybill', ${given.provider}, ${given.amount}::bigint, ${given.tax}::bigint, ${given.net}::bigint,
      ${given.receipt}, ${given.receipt}, 'pending', at.now, at.now, at.now, at.now
    from (select platform.now() as now) at
    on conflict (provider, receipt) do nothing returning id`.execute(tx)
  return rows.rows[0]?.id
}

export async function depositOf(db: Db | Tx, id: bigint): Promise<DepositRow | undefined> {
  const rows = await sql<DepositRow>`select ${columns} from payments.deposit where id = ${id}::bigint`.execute(db)
  return rows.rows[0]
}

/** One deposit, held until the transaction ends. */
export async function lockDeposit(tx: Tx, id: bigint): Promise<DepositRow | undefined> {
  const rows =
    await sql<DepositRow>`select ${columns} from payments.deposit where id = ${id}::bigint for update`.execute(tx)
  return rows.rows[0]
}

/** The deposit that this command of a bettor made. */
export async function depositOfCommand(db: Db | Tx, bettor: bigint, clientId: string): Promise<DepositRow | undefined> {
  const rows = await sql<DepositRow>`
    select ${columns} from payments.deposit where bettor_id = ${bettor}::bigint and client_id = ${clientId}::uuid`.execute(
    db,
  )
  return rows.rows[0]
}

export async function depositOfReference(db: Db | Tx, reference: string): Promise<DepositRow | undefined> {
  const rows = await sql<DepositRow>`select ${columns} from payments.deposit where reference = ${reference}`.execute(db)
  return rows.rows[0]
}

export async function depositOfReceipt(
  db: Db | Tx,
  { provider, receipt }: { provider: ProviderName; receipt: string },
): Promise<DepositRow | undefined> {
  const rows = await sql<DepositRow>`
    select ${columns} from payments.deposit where provider = ${provider} and receipt = ${receipt}`.execute(db)
  return rows.rows[0]
}

/** A bettor's own deposit by its receipt, whichever provider gave it. */
export async function ownDepositOfReceipt(db: Db, bettor: bigint, receipt: string): Promise<DepositRow | undefined> {
  const rows = await sql<DepositRow>`
    select ${columns} from payments.deposit
    where bettor_id = ${bettor}::bigint and (receipt = ${receipt} or claim_receipt = ${receipt}) order by id limit 1`.execute(
    db,
  )
  return rows.rows[0]
}

/** Takes the right to send a prompt, once for ever; false where somebody had it. */
export async function claimSubmission(db: Db, id: bigint, firstCheckS: number): Promise<boolean> {
  const rows = await sql`
    update payments.deposit d set state = 'submitted', submitted_at = at.now, changed_at = at.now,
      next_check_at = at.now + make_interval(secs => ${firstCheckS}::int)
    from (select platform.now() as now) at
    where d.id = ${id}::bigint and d.state = 'created' returning d.id`.execute(db)
  return rows.rows.length > 0
}

/** Notes under which id the provider knows the prompt. What a callback has told meanwhile stands. */
export async function noteAccepted(tx: Db | Tx, id: bigint, requestId: string): Promise<void> {
  await sql`
    update payments.deposit set request_id = coalesce(request_id, ${requestId}),
      state = case state when 'submitted' then 'pending' else state end, changed_at = platform.now()
    where id = ${id}::bigint
      and not exists (select from payments.deposit o where o.request_id = ${requestId} and o.id <> ${id}::bigint)`.execute(
    tx,
  )
}

/** Keeps what somebody told us of a deposit until the provider has confirmed it; the first receipt told stays. */
export async function noteClaim(
  tx: Tx,
  id: bigint,
  { receipt, amount }: { receipt: string; amount: bigint | undefined },
): Promise<void> {
  await sql`
    update payments.deposit set claim_receipt = coalesce(claim_receipt, ${receipt}),
      claim_amount = case when claim_receipt is null or claim_receipt = ${receipt} then coalesce(claim_amount, ${amount ?? null}::bigint) else claim_amount end
    where id = ${id}::bigint`.execute(tx)
}

/** Ends, or opens again, a deposit. A receipt that another one has is left out. */
export async function setDeposit(
  tx: Tx,
  id: bigint,
  { state, reason, receipt }: { state: DepositState; reason?: string | undefined; receipt?: string | undefined },
): Promise<void> {
  const open = state === 'pending' || state === 'unknown'
  await sql`
    update payments.deposit d set state = ${state}, reason = ${reason ?? null}, changed_at = platform.now(),
      next_check_at = case when ${open}::boolean then next_check_at end,
      receipt = coalesce(receipt, case when not exists (
        select from payments.deposit o where o.provider = d.provider and o.receipt = ${receipt ?? null}) then ${receipt ?? null} end)
    where id = ${id}::bigint`.execute(tx)
}

/** Has a deposit asked about in so many seconds; null never again. */
export async function scheduleDeposit(db: Db | Tx, id: bigint, inS: number | null): Promise<void> {
  await sql`
    update payments.deposit set next_check_at = platform.now() + make_interval(secs => ${inS}::int)
    where id = ${id}::bigint and state <> 'succeeded'`.execute(db)
}

/** Deposits whose prompt was never sent, older than some seconds. */
export async function unsentDeposits(
  db: Db,
  { olderS, most }: { olderS: number; most: number },
): Promise<DepositRow[]> {
  const rows = await sql<DepositRow>`
    select ${columns} from payments.deposit
    where state = 'created' and created_at <= platform.now() - make_interval(secs => ${olderS}::int)
    order by created_at limit ${most}::int`.execute(db)
  return rows.rows
}

/** Takes the deposits that are due and moves each on by a while, so that no other process asks about it meanwhile. */
export async function takeDueDeposits(db: Db, most: number): Promise<DepositRow[]> {
  const rows = await sql<DepositRow>`
    update payments.deposit set next_check_at = platform.now() + interval '60 seconds', checks = checks + 1
    where id in (
      select id from payments.deposit where next_check_at <= platform.now() order by next_check_at limit ${most}::int for update skip locked)
    returning ${columns}`.execute(db)
  return rows.rows
}

const openMost = 100

/** The newest of a bettor's deposits that have not ended. */
export async function openDepositsOf(tx: Tx, bettor: bigint): Promise<DepositRow[]> {
  const rows = await sql<DepositRow>`
    select ${columns} from payments.deposit
    where bettor_id = ${bettor}::bigint and state in ('created', 'submitted', 'pending', 'unknown')
    order by id desc limit ${openMost}::int`.execute(tx)
  return rows.rows
}
