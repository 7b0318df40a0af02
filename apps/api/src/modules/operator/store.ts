import { sql } from 'kysely'
import type { Db } from '#platform/db'

export type Asked = {
  operator: string
  action: string
  subject: string
  facts: Readonly<Record<string, string | boolean>>
  reason: string
}

/** Writes down what a person of the house asked for; answers the number of the line. */
export async function insertAsked(db: Db, { operator, action, subject, facts, reason }: Asked): Promise<bigint> {
  const rows = await sql<{ id: bigint }>`
    insert into operator.audit (operator, action, subject, facts, reason, at)
    values (${operator}, ${action}, ${subject}, ${JSON.stringify(facts)}::jsonb, ${reason}, platform.now()) returning id`.execute(
    db,
  )
  return rows.rows[0]?.id ?? 0n
}

/** Writes down what came of it. */
export async function insertOutcome(db: Db, id: bigint, outcome: string): Promise<void> {
  await sql`insert into operator.audit_outcome (audit_id, outcome, at) values (${id}::bigint, ${outcome}, platform.now())`.execute(
    db,
  )
}
