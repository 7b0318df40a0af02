import { sql, type RawBuilder } from 'kysely'
import type { Route } from '@nare/contract/route'
import { queryRow, queryRows, transact, type Db, type Tx } from '#platform/db'
import { maskNumbers } from '#platform/mask-numbers'
import type { Action } from '#platform/operator-calls'
import { readPage, type Page, type Paged } from '#platform/paging'

/** Writes an action to the audit log. Returns the id of its line. */
export async function insertAction(db: Db, { operator, action, subject, facts, reason }: Action): Promise<bigint> {
  const row = await queryRow<{ id: bigint }>(db)`
    insert into operator.audit (operator, action, subject, facts, reason, at)
    values (${operator}, ${action}, ${subject}, ${JSON.stringify(facts)}::jsonb, ${maskNumbers(reason)}, platform.now()) returning id`
  return row?.id ?? 0n
}

/** Writes an action that is done in this transaction. */
export async function insertDone(tx: Tx, action: Action): Promise<void> {
  await insertOutcome(tx, await insertAction(tx, action), { outcome: 'done' })
}

/** Writes that somebody read a subject, with its outcome, unless the log has it within the last hour. */
export async function insertRead(db: Db, read: Action): Promise<void> {
  if (await isLogged(db, read)) return
  const { operator, action, subject } = read
  await transact(db, async (tx) => {
    // A page reads a subject several times at once: only the first of them writes.
    await sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'operator.read', ${operator}::text, ${action}::text, ${subject}::text), 0))`.execute(
      tx,
    )
    if (!(await isLogged(tx, read))) await insertDone(tx, read)
  })
}

async function isLogged(db: Db, { operator, action, subject }: Action): Promise<boolean> {
  const rows = await queryRows(db)`
    select 1 from operator.audit a where a.operator = ${operator} and a.action = ${action} and a.subject = ${subject}
      and a.at > platform.now() - interval '1 hour' limit 1`
  return rows.length > 0
}

type Ended = {
  readonly outcome: string
  /** What the person moved alone. */
  readonly amount?: bigint | undefined
}

/**
 * Adds the outcome of an action to its line of the audit log. A line that has one keeps it: then this returns false. Every other outcome waits
 * until the transaction ends, so this comes last in it.
 */
export async function insertOutcome(db: Db, id: bigint, { outcome, amount }: Ended): Promise<boolean> {
  const rows = await queryRows(db)`insert into operator.audit_outcome (audit_id, outcome, amount, at)
    values (${id}::bigint, ${outcome}, ${amount ?? null}::bigint, platform.now()) on conflict do nothing returning 1`
  return rows.length > 0
}

type Moved = MovedNow & {
  /** All names that count as one person. */
  readonly operators: readonly string[]
  /** The actions that are one sum. */
  readonly actions: readonly string[]
  /** The action that takes one back; what was taken back does not count. */
  readonly undoneBy?: Route['undoneBy']
  readonly largestOf?: Route['largestOf']
}

export type MovedNow = {
  /** Lines that count whenever they were written. */
  readonly lasting?: readonly bigint[] | undefined
  /** What would be moved now. */
  readonly further?: { readonly subject: string; readonly amount: bigint }
}

const noFurther = { subject: null, amount: null }

/** What a person has moved alone by these actions within the last 24 hours, with what would be moved now. */
export async function movedAlone(
  db: Db,
  { operators, actions, undoneBy, largestOf, lasting = [], further }: Moved,
): Promise<bigint> {
  const { subject, amount } = further ?? noFurther
  const rows = await queryRows<{ sum: bigint }>(db)`
    with moved (subject, amount) as (
      select a.subject, o.amount from operator.audit a join operator.audit_outcome o on o.audit_id = a.id
      where a.operator = any(${operators}::text[]) and a.action = any(${actions}::text[])
        and (a.at > platform.now() - interval '24 hours' or a.id = any(${lasting}::bigint[]))
        and o.amount is not null and not exists (
          select from operator.audit u join operator.audit_outcome uo on uo.audit_id = u.id
          where u.subject = a.subject and u.id > a.id and u.action = ${undoneBy?.action ?? null}::text
            and uo.outcome = ${undoneBy?.outcome ?? null}::text)
      union all
      select ${subject}::text, ${amount}::bigint)
    select coalesce(sum(amount), 0)::bigint as sum from (
      select ${largestOf ? sql`max(amount)` : sql`sum(amount)`} as amount from moved
      group by split_part(subject, ' ', 1), split_part(subject, ' ', 2)) thing`
  return rows[0]?.sum ?? 0n
}

/** Closes the lines whose work has ended without an outcome, because its process stopped: they may have been done or not. */
export async function closeLines(db: Db): Promise<void> {
  await sql`insert into operator.audit_outcome (audit_id, outcome, at)
    select id, 'unknown', platform.now() from operator.audit a
    where at between platform.now() - interval '2 days' and platform.now() - interval '10 minutes'
      and not exists (select 1 from operator.audit_outcome o where o.audit_id = a.id)
    on conflict do nothing`.execute(db)
}

export type AuditFilter = {
  readonly operator?: string | null | undefined
  readonly action?: string | null | undefined
  readonly subject?: string | null | undefined
  /** The id of one line. */
  readonly line?: string | null | undefined
  /** A query of the subjects that are about a bettor, with what was proposed about them. */
  readonly about?: RawBuilder<unknown> | undefined
  /** The first and the last day, in the country's time zone. */
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly zone: string
}

export type AuditLine = Action & {
  readonly id: bigint
  readonly at: Date
  readonly outcome: string | null
  readonly endedAt: Date | null
  readonly hash: string
  readonly previous: string
  readonly outcomeHash: string | null
  readonly proposal: bigint | null
  readonly proof: AuditProof
}

/** The texts that the hashes of a line and of its outcome cover, where they are not those that the line shows. */
export type AuditProof = {
  readonly at: string
  readonly facts: string
  /** The hash of the last outcome before the line; null for a line from before outcomes were chained. */
  readonly outcomes: string | null
  readonly ended_at: string | null
  readonly outcome_n: string | null
  readonly outcome_previous: string | null
  readonly outcome_amount: string | null
}

/** A time as the hashes cover it, in microseconds. */
const exact = (at: string) => sql`to_char(${sql.ref(at)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The lines of the audit log that match a filter, newest first. */
export function auditLines(
  db: Db,
  { operator = null, action = null, subject = null, line = null, about, from = null, to = null, zone }: AuditFilter,
  page: Page,
): Promise<Paged<AuditLine>> {
  const begins = sql`(${from}::date::timestamp at time zone ${zone}::text)`
  const ends = sql`((${to}::date + 1)::timestamp at time zone ${zone}::text)`
  const subjects = about
    ? sql`a.subject in (with mine (subject) as (${about}) select subject from mine
        union all select 'proposal ' || p.id from operator.proposal p join mine using (subject))`
    : sql`(${subject}::text is null or a.subject = ${subject}::text)`
  return readPage(
    db,
    {
      columns: sql`a.id, a.operator, a.action, a.subject, a.facts, a.reason, a.at, o.outcome, o.at as "endedAt", a.hash, a.previous,
        o.hash as "outcomeHash",
        jsonb_build_object('at', ${exact('a.at')}, 'facts', a.facts::text, 'outcomes', a.outcomes, 'ended_at', ${exact('o.at')},
          'outcome_n', o.n::text, 'outcome_previous', o.previous, 'outcome_amount', o.amount::text) as proof,
        (select p.id from operator.proposal p where p.audit_id = a.id) as proposal`,
      from: sql`operator.audit a left join operator.audit_outcome o on o.audit_id = a.id
        where (${operator}::text is null or a.operator = ${operator}::text)
          and (${action}::text is null or a.action = ${action}::text)
          and ${subjects}
          and (${line}::bigint is null or a.id = ${line}::bigint)
          and (${from}::date is null or a.at >= ${begins}) and (${to}::date is null or a.at < ${ends})`,
      order: [{ by: sql`a.id`, type: 'number', desc: true }],
    },
    page,
  )
}

const aboutMax = 100

type AboutLine = Pick<AuditLine, 'id' | 'operator' | 'action' | 'subject' | 'facts' | 'reason' | 'outcome' | 'at'>

/** The newest lines about these subjects, as the evidence of a ticket and the page of a match show them. */
export async function auditAbout(db: Db, subjects: readonly string[]) {
  const rows = await queryRows<AboutLine>(db)`
    select a.id, a.operator, a.action, a.subject, a.facts, a.reason, o.outcome, a.at
    from operator.audit a left join operator.audit_outcome o on o.audit_id = a.id
    where a.subject = any(${subjects}::text[]) order by a.id desc limit ${aboutMax}::int`
  return rows.map(({ id, at, ...line }) => ({ ...line, id: String(id), at: at.toISOString() }))
}
