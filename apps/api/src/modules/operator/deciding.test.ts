import { sql } from 'kysely'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { done } from '@nare/contract/outcome'
import type { Permission } from '@nare/contract/permissions'
import { operatorRoute } from '@nare/contract/route'
import { orWaiting } from '@nare/contract/second-person'
import type { Call, Operator } from '#platform/call'
import { Waiting, type Deciding } from '#platform/operator-calls'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openSealing } from '#platform/sealing'
import { openDeciding } from './deciding.ts'
import { openSealed } from './sealed.ts'
import { proposalOf, waitingFor } from './proposal-store.ts'
import { insertAction, insertDone, insertOutcome } from './store.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase({ size: 2 })
})
afterAll(() => base.close())

const open = operatorRoute({
  ...({ method: 'POST', auth: 'operator', path: '/v1/operator/thing/:id/open', fallback: 'x' } as const),
  ...({ permission: 'products.stop', also: ['products.resume'], action: 'thing.open', subject: 'thing :id' } as const),
  alsoNeeds: ({ open: opens }) => (opens ? 'products.resume' : undefined),
  second: 'always',
  input: z.object({ id: z.string(), open: z.boolean() }),
  answer: orWaiting(z.object({ state: z.literal('opened') })),
  failures: [],
})

type Opening = { readonly id: string; readonly open: boolean }
type Given = {
  readonly subject: string
  readonly mayNow: (name: string) => readonly Permission[]
  readonly deciding: Deciding<typeof open>
}

/** Decisions about a thing, and how somebody asks for one; with `paused` the sweep has closed the line before it is decided. */
function decisionsOn({ subject, mayNow, deciding }: Given) {
  const { decide, register } = openDeciding({
    moneyDb: base.db,
    mayNow: async (_db, name) => new Set(mayNow(name)),
    now: () => 0,
    sealed: openSealed(openSealing({ key: Buffer.alloc(32, 7) })),
  })
  register(open, deciding as never)
  return async (name: string, input: Opening, { paused = false } = {}) => {
    const action = { operator: name, action: 'thing.open', subject, facts: {}, reason: 'seen' }
    const may = new Set<Permission>(['products.stop'])
    const operator: Operator = { name, may, kind: 'configured', roles: [], seesNumbers: true }
    const line = await insertAction(base.db, action)
    if (paused) await insertOutcome(base.db, line, { outcome: 'unknown' })
    const asked = {
      call: open,
      deciding: deciding as never,
      sent: input,
      input,
      commandId: undefined,
      operator,
      action,
    }
    return decide({ ...asked, line, context: {} as Call<'operator'> })
  }
}

test.each([
  ['still has it', ['products.stop', 'products.resume'], 'done'],
  ['has lost it', ['products.stop'], 'failed'],
] as const)(
  'a further permission is judged again when it is confirmed: a proposer who %s',
  async (what, left, state) => {
    const may = new Map<string, readonly Permission[]>([['asha', ['products.stop', 'products.resume']]])
    const decide = decisionsOn({
      subject: `thing ${what}`,
      mayNow: (name) => may.get(name) ?? [],
      deciding: {
        read: async () => done({ facts: { state: 'closed' } }),
        work: async () => done({ state: 'opened' }),
      },
    })
    const ask = (name: string) => decide(name, { id: what, open: true })
    const asked = await ask('asha')
    may.set('asha', left)
    const confirmed = await ask('ben')
    expect(confirmed.ok).toBe(state === 'done')
    const id = asked.ok && asked.value instanceof Waiting ? asked.value.proposal : 0n
    expect(await proposalOf(base.db, id)).toMatchObject({ state })
  },
)

test('calls of one person that wait for each other leave the connections to others', async () => {
  const gate = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const decide = decisionsOn({
    subject: 'thing many',
    mayNow: () => ['products.stop', 'products.resume'],
    deciding: {
      async read() {
        started.resolve()
        await gate.promise
        return done({ facts: { state: 'closed' }, needed: false })
      },
      work: async () => done({ state: 'opened' }),
    },
  })
  // Two connections are there.
  const many = Array.from({ length: 20 }, () => decide('asha', { id: 'many', open: true }))
  await started.promise
  await sql`select pg_sleep(0)`.execute(base.db)
  gate.resolve()
  expect((await Promise.all(many)).every(({ ok }) => ok)).toBe(true)
})

test('work whose line the sweep has closed meanwhile is undone, and so is its proposal; the next try does it', async () => {
  const mark = { operator: 'asha', action: 'thing.worked', subject: 'thing paused', facts: {}, reason: 'seen' }
  const decide = decisionsOn({
    subject: 'thing paused',
    mayNow: () => ['products.stop', 'products.resume'],
    deciding: {
      read: async (_tx, { open: needed }) => done({ facts: { state: 'closed' }, needed }),
      async work(tx) {
        await insertDone(tx, mark)
        return done({ state: 'opened' })
      },
    },
  })
  const ask = (name: string, { needed, paused }: { needed: boolean; paused: boolean }) =>
    decide(name, { id: 'paused', open: needed }, { paused })
  const worked = async () =>
    Number(
      (
        await sql<{ n: bigint }>`select count(*) as n from operator.audit where action = 'thing.worked'`.execute(
          base.db,
        )
      ).rows[0]?.n,
    )
  const waits = async () => (await waitingFor(base.db, ['thing paused'])).size
  const overloaded = { ok: false, code: 'overloaded' }
  expect(await ask('asha', { needed: false, paused: true })).toMatchObject(overloaded)
  expect(await worked()).toBe(0)
  expect(await ask('asha', { needed: true, paused: true })).toMatchObject(overloaded)
  expect(await waits()).toBe(0)
  expect((await ask('asha', { needed: true, paused: false })).ok).toBe(true)
  expect(await ask('ben', { needed: true, paused: true })).toMatchObject(overloaded)
  expect([await worked(), await waits()]).toEqual([0, 1])
  expect((await ask('ben', { needed: true, paused: false })).ok).toBe(true)
  expect([await worked(), await waits()]).toEqual([1, 0])
})
