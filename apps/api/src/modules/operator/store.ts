import { sql } from 'kysely'
import type { Db } from '#platform/db'
import { readPage, type Page, type Paged } from '#platform/paging'

export type AuditAction = {
  operator: string
  action: string
  subject: string
  facts: Readonly<Record<string, string | boolean>>
  reason: string
}

/** Writes an operator's action to the audit log. Returns the id of its row. */
export async function insertAction(db: Db, { operator, action, subject, facts, reason }: AuditAction): Promise<bigint> {
  const rows = await sql<{ id: bigint }>`
    insert into operator.audit (operator, action, subject, facts, reason, at)
    values (${operator}, ${action}, ${subject}, ${JSON.stringify(facts)}::jsonb, ${reason}, platform.now()) returning id`.execute(
    db,
  )
  return rows.rows[0]?.id ?? 0n
}

/** Adds the outcome of an action to its row of the audit log. */
export async function insertOutcome(db: Db, id: bigint, outcome: string): Promise<void> {
  await sql`insert into operator.audit_outcome (audit_id, outcome, at) values (${id}::bigint, ${outcome}, platform.now())`.execute(
    db,
  )
}

export type AuditFilter = {
  readonly operator?: string | null | undefined
  readonly action?: string | null | undefined
  readonly subject?: string | null | undefined
  /** The first and the last day, in the country's time zone. */
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
  readonly zone: string
}

export type AuditLine = AuditAction & { id: bigint; at: Date; outcome: string | null; endedAt: Date | null }

/** The lines of the audit log that match a filter, newest first. */
export function auditLines(
  db: Db,
  { operator = null, action = null, subject = null, from = null, to = null, zone }: AuditFilter,
  page: Page,
): Promise<Paged<AuditLine>> {
  const begins = sql`(${from}::date::timestamp at time zone ${zone}::text)`
  const ends = sql`((${to}::date + 1)::timestamp at time zone ${zone}::text)`
  return readPage(
    db,
    {
      columns: sql`a.id, a.operator, a.action, a.subject, a.facts, a.reason, a.at, o.outcome, o.at as "endedAt"`,
      from: sql`operator.audit a left join operator.audit_outcome o on o.audit_id = a.id
        where (${operator}::text is null or a.operator = ${operator}::text)
          and (${action}::text is null or a.action = ${action}::text)
          and (${subject}::text is null or a.subject = ${subject}::text)
          and (${from}::date is null or a.at >= ${begins}) and (${to}::date is null or a.at < ${ends})`,
      order: [{ by: sql`a.id`, type: 'number', desc: true }],
    },
    page,
  )
}

const aboutMax = 100

/** The newest lines about these subjects, as the evidence of a ticket shows them. */
export async function auditAbout(db: Db, subjects: readonly string[]) {
  const { rows } = await sql<Pick<AuditLine, 'id' | 'operator' | 'action' | 'subject' | 'reason' | 'outcome' | 'at'>>`
    select a.id, a.operator, a.action, a.subject, a.reason, o.outcome, a.at
    from operator.audit a left join operator.audit_outcome o on o.audit_id = a.id
    where a.subject = any(${subjects}::text[]) order by a.id desc limit ${aboutMax}::int`.execute(db)
  return rows.map(({ id, at, ...line }) => ({ ...line, id: String(id), at: at.toISOString() }))
}
