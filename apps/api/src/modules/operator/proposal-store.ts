import { sql } from 'kysely'
import type { ProposalState } from '@nare/contract/operator-proposals'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'
import { maskNumbers } from '#platform/mask-numbers'
import type { Facts } from '#platform/facts'
import { readPage, type Page, type Paged } from '#platform/paging'

export type Proposal = {
  readonly id: bigint
  /** Its line of the audit log. */
  readonly line: bigint
  readonly call: string
  readonly action: string
  readonly subject: string
  readonly input: Readonly<Record<string, unknown>>
  readonly inputHash: string
  readonly before: Facts
  readonly after: Facts
  /** The fields and the whole facts, encrypted; null in rows from before. See `openSealed`. */
  readonly sealed: Buffer | null
  /** What it would do to bets and money, as its proposer saw it; null where nothing was computed. */
  readonly effect: Facts | null
  /** What its work needs and nobody is shown. */
  readonly kept: Facts | null
  readonly proposer: string
  /** The token with which it was proposed; null if the person did. */
  readonly token: bigint | null
  readonly reason: string
  readonly state: ProposalState
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly decidedBy: string | null
  readonly outcome: string | null
}

const columns = sql`id, audit_id as line, call, action, subject, input, input_hash as "inputHash", before, after, kept, sealed, effect, proposer, token, reason,
  case when state = 'waiting' and expires_at <= platform.now() then 'expired' else state end as state,
  created_at as "createdAt", expires_at as "expiresAt", decided_by as "decidedBy", outcome`

type New = Pick<
  Proposal,
  | 'call'
  | 'action'
  | 'subject'
  | 'inputHash'
  | 'before'
  | 'after'
  | 'kept'
  | 'sealed'
  | 'effect'
  | 'proposer'
  | 'token'
  | 'reason'
>

/** Stores a proposal that waits for a day. Its subject has no other that waits. */
export async function insertProposal(tx: Tx, line: bigint, given: New): Promise<bigint> {
  const rows = await queryRows<{ id: bigint }>(tx)`
    insert into operator.proposal
      (audit_id, call, action, subject, input, input_hash, before, after, kept, sealed, effect, proposer, token, reason, created_at,
        expires_at)
    values (${line}::bigint, ${given.call}, ${given.action}, ${given.subject}, '{}', ${given.inputHash},
      ${JSON.stringify(maskNumbers(given.before))}::jsonb, ${JSON.stringify(given.after)}::jsonb,
      ${given.kept && JSON.stringify(given.kept)}::jsonb, ${given.sealed}, ${given.effect && JSON.stringify(given.effect)}::jsonb,
      ${given.proposer}, ${given.token}::bigint, ${maskNumbers(given.reason)},
      platform.now(), platform.now() + interval '24 hours') returning id`
  return rows[0]?.id ?? 0n
}

/** The proposal of a subject that waits, locked; those that have expired are ended before. */
export async function waitingProposal(tx: Tx, subject: string): Promise<Proposal | undefined> {
  await expireProposals(tx, subject)
  return queryRow<Proposal>(tx)`
    select ${columns} from operator.proposal where subject = ${subject} and state = 'waiting' for update`
}

/** A proposal, locked where the connection is in a transaction that ends it. */
export function proposalOf(db: Db, id: bigint, { lock = false } = {}): Promise<Proposal | undefined> {
  return queryRow<Proposal>(db)`
    select ${columns} from operator.proposal where id = ${id}::bigint ${lock ? sql`for update` : sql``}`
}

/** Ends a proposal that waits. */
export async function endProposal(
  db: Db,
  id: bigint,
  { state, by, outcome }: { state: ProposalState; by: string | null; outcome: string },
): Promise<void> {
  await sql`update operator.proposal set state = ${state}, decided_by = ${by}::text, decided_at = platform.now(), outcome = ${outcome}
    where id = ${id}::bigint and state = 'waiting'`.execute(db)
}

/** Ends what a person who is shut out has proposed, but for the subject `but`, whose proposal may be what shuts the person out. */
export async function failProposalsOf(tx: Tx, proposer: string, { but }: { but: string }): Promise<void> {
  await sql`update operator.proposal set state = 'failed', decided_at = platform.now(), outcome = 'proposer_gone'
    where state = 'waiting' and proposer = ${proposer} and subject <> ${but}`.execute(tx)
}

/** Ends what was proposed with a token that is ended: somebody else may have had it. */
export async function failProposalsOfToken(tx: Tx, token: string): Promise<void> {
  await sql`update operator.proposal set state = 'failed', decided_at = platform.now(), outcome = 'proposer_gone'
    where state = 'waiting' and token = ${token}::bigint`.execute(tx)
}

/** Ends the proposals that nobody has decided within their day, of one subject or of all. */
export async function expireProposals(db: Db, subject: string | null = null): Promise<void> {
  await sql`update operator.proposal set state = 'expired', decided_at = platform.now(), outcome = 'expired'
    where state = 'waiting' and expires_at <= platform.now() and (${subject}::text is null or subject = ${subject}::text)`.execute(
    db,
  )
}

/** The proposals of these calls, newest first; those that wait oldest first. */
export function listProposals(
  db: Db,
  { calls, state = null }: { calls: readonly string[]; state?: ProposalState | null | undefined },
  page: Page,
): Promise<Paged<Proposal>> {
  return readPage(
    db,
    {
      columns,
      from: sql`operator.proposal
        where call = any(${calls}::text[]) and (${state}::text is null
          or ${state}::text = case when state = 'waiting' and expires_at <= platform.now() then 'expired' else state end)`,
      order: [{ by: sql`id`, type: 'number', desc: state !== 'waiting' }],
    },
    page,
  )
}

/** The proposals that wait for these subjects. */
export async function waitingFor(
  db: Db,
  subjects: readonly string[],
): Promise<Map<string, Pick<Proposal, 'id' | 'action' | 'proposer' | 'reason' | 'after'> & { at: Date }>> {
  if (subjects.length === 0) return new Map()
  const rows = await queryRows<
    Pick<Proposal, 'id' | 'action' | 'subject' | 'proposer' | 'reason' | 'after'> & { at: Date }
  >(db)`
    select id, action, subject, proposer, reason, after, created_at as at from operator.proposal
    where subject = any(${subjects}::text[]) and state = 'waiting' and expires_at > platform.now()`
  return new Map(rows.map((row) => [row.subject, row]))
}

/** How many proposals wait, and since when the oldest does. */
export async function proposalsWaiting(db: Db): Promise<{ count: number; oldestAt: Date | null }> {
  const rows = await queryRows<{ count: number; oldestAt: Date | null }>(db)`
    select count(*)::int as count, min(created_at) as "oldestAt" from operator.proposal
    where state = 'waiting' and expires_at > platform.now()`
  return rows[0] ?? { count: 0, oldestAt: null }
}

export type Answered = {
  readonly hash: string
  /** The proposal that waits. `done` only in rows from before. */
  readonly answer: { readonly waiting?: string; readonly done?: unknown }
  /** The fields and the answer, encrypted; null in rows from before. See `openSealed`. */
  readonly sealed: Buffer | null
}

/** The answer to a command that a person has sent before. */
export function answeredCommand(tx: Tx, operator: string, id: string): Promise<Answered | undefined> {
  return queryRow<Answered>(tx)`
    select hash, answer, sealed from operator.command where operator = ${operator} and id = ${id}`
}

/** Stores the answer to a command. */
export async function insertCommand(
  tx: Tx,
  { operator, id, hash, answer, sealed }: Answered & { readonly operator: string; readonly id: string },
): Promise<void> {
  await sql`insert into operator.command (operator, id, hash, answer, sealed, at)
    values (${operator}, ${id}, ${hash}, ${JSON.stringify(answer)}::jsonb, ${sealed}, platform.now())`.execute(tx)
}
