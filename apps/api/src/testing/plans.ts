import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { openDb, type Connection, type Db, type Tables } from '#platform/db'
import { openLog } from '#platform/log'

/** A node of a plan that was run. */
export type Plan = {
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** Opens a connection of the owner that tells how PostgreSQL runs what is asked over it. */
export function openPlans(connection: Connection): {
  readonly db: Db
  plansOf(work: () => Promise<unknown>): Promise<Plan[]>
  rowsRead(table: string, work: () => Promise<unknown>): Promise<number>
} {
  let queries: CompiledQuery[] = []
  const { pool } = openDb(connection, { size: 1, log: openLog('silent'), role: 'none' })
  const db: Db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query),
  })

  /** The plans of the statements of `work`, each run a second time with its values. */
  async function plansOf(work: () => Promise<unknown>): Promise<Plan[]> {
    queries = []
    await work()
    const plans: Plan[] = []
    for (const query of [...queries]) {
      const plain = { ...query, sql: `explain (analyze, format json) ${query.sql}` }
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(plain)
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (plan) plans.push(plan)
    }
    return plans
  }

  return {
    db,
    plansOf,
    /** The number of rows of a table that the statements of `work` read, with those that their filters left out. */
    async rowsRead(table, work) {
      const plans = await plansOf(work)
      return plans.reduce((sum, plan) => sum + rowsOf(plan, table), 0)
    },
  }
}

const rowsOf = (plan: Plan, table: string): number =>
  (plan['Relation Name'] === table
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part, table), 0)
