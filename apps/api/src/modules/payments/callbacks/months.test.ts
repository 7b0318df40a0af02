import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openPlans, type Plan } from '#testing/plans'
import { closeCallbacks, claimUnprocessed, waitingOf } from './store.ts'

let base: TestDatabase
let plans: ReturnType<typeof openPlans>
let recordedDb: Db

/** Callbacks of a hundred months, and a connection that records its queries. */
beforeAll(async () => {
  base = await testDatabase({ size: 1 })
  plans = openPlans(base.connection)
  recordedDb = plans.db
  await sql`alter table payments.callback detach partition payments.callback_earlier`.execute(recordedDb)
  await sql`
    select platform.make_part('payments.callback', 'old_' || n, (low - n * interval '1 month')::text, (low - (n - 1) * interval '1 month')::text)
    from generate_series(1, 100) n, (select min(lower_bound::timestamptz) as low from platform.parts_of('payments.callback')) first`.execute(
    recordedDb,
  )
  await sql`
    insert into payments.callback (key, body, received_at)
    select lpad((n % 7)::text, 64, '0'), 'b', platform.now() - n * interval '1 day' from generate_series(0, 2900) n`.execute(
    recordedDb,
  )
})
beforeAll(async () => {
  await sql`
    insert into payments.address (key_hash, purpose, provider, payment_id)
    select lpad(n::text, 64, '0'), 'prompt', 'mpesa', n from generate_series(0, 6) n`.execute(recordedDb)
})
afterAll(async () => {
  await recordedDb.destroy()
  await base.close()
})

const touched = (plan: Plan): string[] => [
  ...(plan['Relation Name'] !== undefined && plan['Actual Loops'] > 0 ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(touched),
]

/** The monthly partitions that the statements of the store read, executed with their parameters. */
async function monthsOpened(work: () => Promise<unknown>): Promise<Set<string>> {
  const read = await plans.plansOf(work)
  return new Set(read.flatMap(touched).filter((name) => name.startsWith('callback')))
}

test('the statements over callbacks read a few monthly partitions, however many years are stored', async () => {
  const since = new Date(Date.now() - 92 * 86_400_000)
  const bounds = { most: 500, triesMax: 20, since }
  const [first, second] = ['1', '2'].map((digit) => digit.padStart(64, '0'))
  const keys = [first ?? '', second ?? '']
  const found = await waitingOf(recordedDb, keys, bounds)
  expect(found.length).toBeGreaterThan(20)
  for (const work of [
    () => waitingOf(recordedDb, keys, bounds),
    () =>
      closeCallbacks(
        recordedDb,
        found.slice(0, 1).map(({ id, receivedAt }) => ({ id, receivedAt, outcome: 'known' })),
      ),
    () => claimUnprocessed(recordedDb, { olderS: 5, ...bounds }),
  ]) {
    const months = await monthsOpened(work)
    expect(months.size).toBeGreaterThan(0)
    expect([...months].filter((name) => name.startsWith('callback_old_')).length).toBeLessThanOrEqual(4)
  }
})
