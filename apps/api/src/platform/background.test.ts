import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openBackground, type DueRows } from './background.ts'
import { openDb, transact, type Db, type Tx } from './db.ts'
import { keepOwner } from './keep-owner.ts'
import { openLog } from './log.ts'
import { NotOwner, openOwners, type Owners, type Ownership } from './owners.ts'

let base: TestDatabase
let owner: Db
let elsewhere: Db
const opened: Owners[] = []

beforeAll(async () => {
  base = await testDatabase({ size: 12 })
  owner = openDb(base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  elsewhere = openDb(base.connection, { size: 3, log: openLog('silent') }).db
  for (const statement of [
    'create table public.job (id int primary key, claimed boolean not null default false, done int not null default 0)',
    'create table public.seen (place serial, who text not null, no int not null)',
    'grant all on public.job, public.seen, public.seen_place_seq to nare_app',
  ])
    await sql.raw(statement).execute(owner)
})
afterAll(async () => {
  await Promise.all([owner.destroy(), elsewhere.destroy()])
  await base.close()
})
beforeEach(async () => {
  await sql`truncate public.job, public.seen`.execute(owner)
})
afterEach(async () => {
  for (const owners of opened.splice(0)) await owners.close()
})

type Line = { msg: string; row: string; what: string; tries: number; name: string }

/** The kit of a process, with its log and a clock that the test moves. */
function kit(db: Db = base.db) {
  const lines: Line[] = []
  const log = openLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const clock = { ms: 0 }
  return { ...openBackground({ db, log, nowMs: () => clock.ms }), log, lines, clock }
}

const jobs = (count: number) =>
  sql`insert into public.job (id) select generate_series(1, ${count}::int)`.execute(base.db)
const doneJobs = async (): Promise<number[]> =>
  (await sql<{ id: number }>`select id from public.job where done = 1 order by id`.execute(base.db)).rows.map(
    ({ id }) => id,
  )
const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n)

/** Jobs by id, each done in a transaction of its own; `bad` ones throw. */
const due = ({
  bad = [] as number[],
  ...given
}: Partial<DueRows<number>> & { bad?: number[] } = {}): DueRows<number> => ({
  what: 'job',
  id: (id) => id,
  async next({ after = 0, count }) {
    const { rows } = await sql<{ id: number }>`
      select id from public.job where done = 0 and id > ${after}::int order by id limit ${count}::int`.execute(base.db)
    return rows.map(({ id }) => id)
  },
  work: (id) =>
    transact(base.db, async (tx) => {
      await sql`update public.job set done = done + 1 where id = ${id}::int and done = 0`.execute(tx)
      if (bad.includes(id)) throw new Error(`job ${id} is broken`)
    }),
  ...given,
})

describe('due rows', () => {
  test('any number of rows that always throw, also when that is stored, stop no other; each is logged by its id, less and less often', async () => {
    await jobs(230)
    const { workThroughDue, lines } = kit()
    const bad = range(1, 220)
    const failed = () => Promise.reject(new Error('and so does its note'))
    expect(await workThroughDue(due({ bad, failed }))).toEqual({ done: 10, failed: 220 })
    expect(await doneJobs()).toEqual(range(221, 230))
    for (let run = 0; run < 3; run++) await workThroughDue(due({ bad: [1] }))
    const ofOne = lines.filter(({ what, row }) => what === 'job' && row === '1').map(({ tries }) => tries)
    expect(ofOne).toEqual([1, 2, 4])
  })

  test('a row rests after its fifth failure, longer each time, and the gauge has the age of the first failure until it succeeds', async () => {
    await jobs(1)
    const { workThroughDue, failingGauge, clock } = kit()
    const tries = async (): Promise<number> => (await workThroughDue(due({ bad: [1] }))).failed
    for (let run = 0; run < 5; run++) expect(await tries()).toBe(1)
    clock.ms = 999
    expect(await tries()).toBe(0)
    clock.ms = 1000
    expect(await tries()).toBe(1)
    clock.ms = 2999
    expect(await tries()).toBe(0)
    expect(await failingGauge.read()).toEqual([{ labels: { part: 'job' }, value: 2.999 }])
    clock.ms = 3000
    expect(await workThroughDue(due())).toEqual({ done: 1, failed: 0 })
    expect(await failingGauge.read()).toEqual([{ labels: { part: 'job' }, value: 0 }])
  })

  test('a run begins no more rows than its bound, and no more at the same time than allowed; the next run continues', async () => {
    await jobs(1000)
    const { workThroughDue } = kit()
    let [now, most] = [0, 0]
    const { work } = due()
    const counted = due({
      most: 100,
      atOnce: 16,
      async work(id) {
        most = Math.max(most, ++now)
        await work(id)
        now--
      },
    })
    expect((await workThroughDue(counted)).done).toBe(100)
    expect(most).toBe(16)
    await workThroughDue(counted)
    expect(await doneJobs()).toHaveLength(200)
  })

  test('a run claims nothing after its time, and begins what it has claimed', async () => {
    await jobs(1000)
    const { workThroughDue, clock } = kit()
    const claimed: number[] = []
    const begun: number[] = []
    await workThroughDue(
      due({
        atOnce: 16,
        forMs: 10_000,
        async next(given) {
          const ids = await due().next(given)
          claimed.push(...ids)
          return ids
        },
        async work(id) {
          begun.push(id)
          clock.ms += 1000
        },
      }),
    )
    expect(begun.length).toBeLessThan(40)
    expect(begun).toEqual(claimed)
  })

  test('a row that hangs delays no row beside it', async () => {
    await jobs(50)
    const hung = Promise.withResolvers<void>()
    const { work } = due()
    const one = due({ atOnce: 2, work: (id) => (id === 1 ? hung.promise : work(id)) })
    const run = kit().workThroughDue(one)
    await expect.poll(async () => (await doneJobs()).length, { timeout: 30_000 }).toBe(49)
    hung.resolve()
    expect((await run).done).toBe(50)
  })

  test('several processes work on each row once, also if one of them loses its connection in the middle of a row', async () => {
    await jobs(60)
    let cut = 0
    const breaking = due({
      work: (id) =>
        transact(elsewhere, async (tx) => {
          await sql`update public.job set done = done + 1 where id = ${id}::int and done = 0`.execute(tx)
          if (id % 20 === 0 && cut++ < 3) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
        }),
    })
    await Promise.all([kit().workThroughDue(due()), kit(elsewhere).workThroughDue(breaking)])
    await kit().workThroughDue(due())
    expect(await doneJobs()).toEqual(range(1, 60))
  })

  test('a run ends when the database does not answer, when ownership is lost and when the server stops; a failing service ends none', async () => {
    await jobs(10)
    const refused = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    expect(await kit().workThroughDue(due({ work: refused }))).toEqual({ done: 0, failed: 10 })
    const gone = openDb({ host: '127.0.0.1', port: 1 }, { size: 1, log: openLog('silent') }).db
    let begun = 0
    const counted = (fail: () => Promise<unknown>) => due({ work: () => (begun++, fail()) })
    await expect(kit(gone).workThroughDue(counted(refused))).rejects.toThrow()
    await expect(kit().workThroughDue(counted(() => Promise.reject(new NotOwner('lost'))))).rejects.toThrow(NotOwner)
    expect(begun).toBe(2)
    const stopping = kit()
    await stopping.workThroughDue(counted(async () => stopping.stop()))
    expect(begun).toBe(3)
    await gone.destroy()
  })
})

const note =
  (who = 'reader') =>
  (tx: Tx, numbers: readonly number[]) =>
    sql`insert into public.seen (who, no) select ${who}, unnest(${numbers}::int[])`.execute(tx)
const seen = async (who = 'reader'): Promise<number[]> =>
  (await sql<{ no: number }>`select no from public.seen where who = ${who} order by place`.execute(base.db)).rows.map(
    ({ no }) => no,
  )

describe('owners', () => {
  function contender(): Owners {
    const owners = openOwners({ connection: base.connection, log: openLog('silent') })
    opened.push(owners)
    return owners
  }

  /** Writes a row at each step, if it is still the owner. */
  const writing =
    (who: string, given: { onStep?: () => Promise<void> } = {}) =>
    (own: Ownership) => ({
      async step() {
        await given.onStep?.()
        await transact(base.db, async (tx) => {
          await own.check(tx)
          await note(who)(tx, [1])
        })
        return 1
      },
    })
  const keep = (
    open: Parameters<typeof keepOwner>[1],
    { log, owners = contender() } = { ...kit(), owners: contender() },
  ) => keepOwner({ owners, log, name: 'counter', failure: 'a step failed; retrying', retryMs: 1 }, open)

  test('a step that fails is logged by its name, repaired and repeated', async () => {
    const { log, lines } = kit()
    const repaired: unknown[] = []
    let steps = 0
    const third = Promise.withResolvers<void>()
    const stop = keep(
      () => ({
        async step() {
          if (++steps < 3) throw new Error(`broken ${steps}`)
          third.resolve()
          return 60_000
        },
        async recover(error) {
          repaired.push(error)
          throw new Error('it cannot be repaired')
        },
      }),
      { log, owners: contender() } as never,
    )
    await third.promise
    await stop()
    expect(repaired).toEqual([new Error('broken 1'), new Error('broken 2')])
    expect(lines.filter(({ msg }) => msg === 'a step failed; retrying').map(({ name }) => name)).toEqual([
      'counter',
      'counter',
    ])
  })

  test('when the owner is cut off or frozen in the middle of a step, another process takes over and the step changes nothing', async () => {
    const [inStep, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const closed = Promise.withResolvers<void>()
    let steps = 0
    keep((own) => ({
      ...writing('first', {
        async onStep() {
          if (++steps < 3) return
          inStep.resolve()
          await go.promise
        },
      })(own),
      close: async () => closed.resolve(),
    }))
    await inStep.promise
    const took = Promise.withResolvers<void>()
    keep(writing('second', { onStep: async () => took.resolve() }))
    await sql`
      select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.classid = 5 and l.granted`.execute(owner)
    await took.promise
    await expect.poll(async () => (await seen('second')).length, { timeout: 30_000 }).toBeGreaterThan(0)
    go.resolve()
    await closed.promise
    expect(await seen('first')).toHaveLength(2)
  })

  test('stopping ends the work beside the steps and waits for both', async () => {
    const began = Promise.withResolvers<void>()
    const ended: string[] = []
    const stop = keep(() => ({
      step: async () => 60_000,
      beside: {
        wake: () => undefined,
        async run(signal) {
          began.resolve()
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          ended.push('beside')
        },
      },
      close: async () => void ended.push('close'),
    }))
    await began.promise
    await stop()
    expect(ended.toSorted()).toEqual(['beside', 'close'])
  })
})
