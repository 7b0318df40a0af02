import type { ChildProcess } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLedger, verifyLedger } from '#modules/ledger/ledger'
import { decisionFaultPoints, verifyAudit } from '#modules/operator/operator'
import { transact } from '#platform/db'
import { lockName } from '#platform/locks'
import { databaseUrl, testDatabase, type TestDatabase } from '#testing/database'
import { namesBehind, pidOf, pinnedTo } from '#testing/pinned'
import { seedBettors } from '#testing/seed'
import { startProcess } from '#testing/server'
import { waitingForLocks } from '#testing/waiting'

const waiting = { timeout: 120_000, interval: 20 }
const people = ['asha', 'ben', 'cara'] as const
type Person = (typeof people)[number]
const tokenOf = (name: Person): string => `the-token-of-${name}`
const reason = 'seen and checked'
const [before, after] = [10_000n, 60_000n]

let base: TestDatabase
let folder: string
let server: ChildProcess
let url: URL
beforeAll(async () => {
  base = await testDatabase({ size: 4 })
  folder = await mkdtemp(join(tmpdir(), 'nare-kill-workers-'))
  const entry = (name: Person) => `${name}:finance:${createHash('sha256').update(tokenOf(name)).digest('hex')}`
  const env = { PROCESSES: '2', FAULT_POINTS: 'on', OPERATORS: people.map(entry).join(',') }
  const started = await startProcess({
    dataDir: folder,
    env: { ...env, DATABASE_URL: databaseUrl(base.connection), DB_POOL: '6', DB_MONEY_POOL: '3' },
  })
  server = started.child
  url = started.url
})
afterAll(async () => {
  server.kill('SIGTERM')
  await once(server, 'exit')
  await base.close()
  await rm(folder, { recursive: true, force: true })
})

/** A call as a client makes it. Status 0: the worker ended before its answer. */
async function post(at: string | URL, path: string, { body, token = '' }: { body: object; token?: string }) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const sent = fetch(new URL(path, at), { method: 'POST', headers, body: JSON.stringify(body) })
  const reply = await sent.catch(() => undefined)
  return { status: reply?.status ?? 0, body: ((await reply?.json()) ?? {}) as Record<string, unknown> }
}

/** A bettor with KSh 100 for whom asha has proposed KSh 500. */
async function proposed(at: string | URL) {
  const house = (await openLedger({ db: base.db, currency: 'KES' })).house('house:sandbox')
  const [bettor] = await seedBettors(base.db, { count: 1, cents: before, house })
  const body = { id: randomUUID(), direction: 'credit', amount: '500.00', reason }
  const asked = await post(at, `/v1/operator/bettors/${bettor?.id}/correct`, { body, token: tokenOf('asha') })
  expect(asked).toMatchObject({ status: 202 })
  return { bettor: bettor?.id ?? 0n, id: String(asked.body['proposal_id']) }
}

const confirm = (at: string | URL, id: string, by: Person) =>
  post(at, `/v1/operator/proposals/${id}/confirm`, { body: { reason }, token: tokenOf(by) })

/** The cash of a bettor, the states of his proposals, and how many corrections were posted. */
async function ended(bettor: bigint) {
  const { rows } = await sql<{ balance: bigint; states: string[]; done: number }>`
    select a.balance, array(select state from operator.proposal where subject = ${`bettor ${bettor}`} order by id) as states,
      (select count(*)::int from ledger.entry e where e.account_id = a.id) - 1 as done
    from ledger.account a where a.owner = ${bettor}::bigint and a.kind = 'cash'`.execute(base.db)
  return rows[0]
}

async function proven(): Promise<void> {
  expect((await verifyLedger(base.db)).filter(({ broken }) => broken > 0)).toEqual([])
  expect((await verifyAudit(base.db)).map(({ broken }) => broken)).toEqual([0, 0, 0])
}

test.each(decisionFaultPoints)(
  'of two workers that confirm one proposal at once, the first is killed at "%s": it is done exactly once',
  async (point) => {
    const names = await namesBehind(url, 2)
    const [first, second] = await Promise.all(names.map((name) => pinnedTo(url, name)))
    if (!first || !second) throw new Error('there are not two workers')
    const { bettor, id } = await proposed(second.url)
    await post(first.url, '/sandbox/kill', { body: { at: point } })
    // Both wait for the lock of the subject, in this order; the first dies with the line, with the lock, or after the commit.
    const [killed, other] = await transact(base.db, async (tx) => {
      await lockName(tx, 'proposal', `bettor ${bettor}`)
      const byBen = confirm(first.url, id, 'ben')
      if (point === 'line written') await byBen
      else await expect.poll(() => waitingForLocks(tx), waiting).toBe(1)
      const byCara = confirm(second.url, id, 'cara')
      await expect.poll(() => waitingForLocks(tx), waiting).toBe(point === 'line written' ? 1 : 2)
      return [byBen, byCara]
    })
    expect((await killed).status).toBe(0)
    const isDone = point === 'decision stored'
    expect(await other).toMatchObject(
      isDone ? { status: 409, body: { code: 'not_waiting', state: 'done' } } : { status: 200, body: { state: 'done' } },
    )
    expect(await confirm(second.url, id, 'ben')).toMatchObject({ status: 409, body: { state: 'done' } })
    expect(await ended(bettor)).toEqual({ balance: after, states: ['done'], done: 1 })
    await Promise.all([first.close(), second.close()])
    await namesBehind(url, 2)
    await proven()
  },
)

test('while a worker is killed among many confirmations, each proposal is done exactly once, or waits whole', async () => {
  const names = await namesBehind(url, 2)
  const [first, second] = await Promise.all(names.map((name) => pinnedTo(url, name)))
  if (!first || !second) throw new Error('there are not two workers')
  const all: Awaited<ReturnType<typeof proposed>>[] = []
  for (let n = 0; n < 30; n++) all.push(await proposed(second.url))
  const doneNow = async () => {
    const ids = all.map(({ id }) => id)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from operator.proposal where id = any(${ids}::bigint[]) and state = 'done'`.execute(
      base.db,
    )
    return rows[0]?.count ?? 0
  }
  const answers = all.flatMap(({ id }) => [confirm(first.url, id, 'ben'), confirm(second.url, id, 'cara')])
  await expect.poll(doneNow, waiting).toBeGreaterThan(3)
  process.kill(pidOf(names[0] ?? ''), 'SIGKILL')
  await Promise.all(answers)
  for (const { bettor } of all) {
    const now = await ended(bettor)
    const isDone = now?.states[0] === 'done'
    expect(now).toEqual({
      balance: isDone ? after : before,
      states: [isDone ? 'done' : 'waiting'],
      done: isDone ? 1 : 0,
    })
  }
  await Promise.all(all.map(({ id }) => confirm(second.url, id, 'cara')))
  for (const { bettor } of all) expect(await ended(bettor)).toEqual({ balance: after, states: ['done'], done: 1 })
  await Promise.all([first.close(), second.close()])
  await proven()
})
