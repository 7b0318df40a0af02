import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { patientOwner } from '#testing/patience'
import { fullLength } from '#testing/full-length'
import { monotonicMs } from './clock.ts'
import { transact } from './db.ts'
import { openLog } from './log.ts'
import { checkDirect } from './owner-session.ts'
import { NotOwner, openOwners, type Ownership, type Owners } from './owners.ts'

let base: TestDatabase
const opened: Owners[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  base = await testDatabase()
  const owner = new pg.Client(base.connection)
  await owner.connect()
  await owner.query('create table public.turn (no bigserial primary key, who text not null, epoch bigint not null)')
  await owner.query('grant select, insert, delete on public.turn to nare_app')
  await owner.query('grant usage on sequence public.turn_no_seq to nare_app')
  await owner.end()
})
beforeEach(async () => {
  await sql`delete from public.turn`.execute(base.db)
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  for (const owners of opened.splice(0)) await owners.close()
})
afterAll(() => base.close())

function owners(times = patientOwner): Owners {
  const made = openOwners({ connection: base.connection, log: openLog('silent'), times })
  opened.push(made)
  return made
}

/** Owns "counter" in this process once it is free. Returns the ownership and a function that releases it. */
function contend(on: Owners): { owned: Promise<Ownership>; stop: () => Promise<void> } {
  let own: (right: Ownership) => void = () => undefined
  const owned = new Promise<Ownership>((resolve) => (own = resolve))
  const stop = on.ownAlone('counter', async (right) => {
    own(right)
    await ended(right)
  })
  return { owned, stop }
}

const ended = (right: Ownership): Promise<unknown> =>
  right.signal.aborted ? Promise.resolve() : once(right.signal, 'abort')

/** Starts a process that owns "counter"; `printed` waits for a line of its output. */
async function ownerProcess(env: Record<string, string> = {}) {
  const child = fork(new URL('./testing/owner-process.ts', import.meta.url), {
    env: { ...process.env, CONNECTION: JSON.stringify(base.connection), ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  children.push(child)
  let text = ''
  child.stdout?.on('data', (data) => (text += String(data)))
  const printed = async (line: string) => {
    while (!text.includes(line)) await once(child.stdout ?? child, 'data')
  }
  await printed(env['HOLD'] === '1' ? 'holds' : 'owns')
  return { child, printed }
}

async function add(own: Ownership): Promise<void> {
  await transact(base.db, async (tx) => {
    await own.check(tx)
    await sql`insert into public.turn (who, epoch) values ('test', ${own.epoch}::bigint)`.execute(tx)
  })
}

/** Checks that no older epoch has written after a newer one. */
async function expectNoOldWrites(): Promise<void> {
  const late = await sql<{ late: number }>`
    select count(*)::int as late from public.turn a join public.turn b on b.no > a.no and b.epoch < a.epoch`.execute(
    base.db,
  )
  expect(late.rows[0]?.late).toBe(0)
}

/** Terminates the connections of all owners. */
async function cutOwners(): Promise<void> {
  const cut = new pg.Client(base.connection)
  await cut.connect()
  await cut.query(`select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and l.classid = 5 and l.granted`)
  await cut.end()
}

test('of two runs of one name in one process, one owns it at a time', async () => {
  const on = owners()
  const first = contend(on)
  await first.owned
  const second = contend(on)
  let isOwned = false
  void second.owned.then(() => (isOwned = true))
  // The owner of a later name is found after all names before it were tried.
  await new Promise<void>((resolve) => on.ownAlone('later', async () => resolve()))
  expect(isOwned).toBe(false)
  await first.stop()
  await second.owned
})

test('a process is ready to own while its connection works, and not before it is open', async () => {
  const one = owners()
  expect(one.isReady()).toBe(true)
  const stop = one.ownAlone('ready', ({ signal }) => once(signal, 'abort').then(() => undefined))
  expect(one.isReady()).toBe(false)
  await expect.poll(() => one.isReady()).toBe(true)
  await stop()
})

test('one of two contenders becomes the owner, and the other takes over after the release', async () => {
  const first = contend(owners())
  const right = await first.owned
  let took = false
  const second = contend(owners())
  void second.owned.then(() => (took = true))
  await add(right)
  expect(took).toBe(false)
  await first.stop()
  const next = await second.owned
  expect(next.epoch).toBeGreaterThan(right.epoch)
  await add(next)
})

test('an owner whose epoch was raised is refused, and its transaction writes nothing', async () => {
  const right = await contend(owners()).owned
  const successor = new pg.Client(base.connection)
  await successor.connect()
  await successor.query(`update platform.owner set epoch = epoch + 1 where name = 'counter'`)
  await successor.end()
  await expect(add(right)).rejects.toThrow(NotOwner)
  const rows = await sql`select from public.turn`.execute(base.db)
  expect(rows.rows).toHaveLength(0)
})

test('a run that fails starts again under a new epoch', async () => {
  const epochs: bigint[] = []
  let stop = async () => undefined as void
  await new Promise<void>((resolve) => {
    stop = owners().ownAlone('counter', async (right) => {
      epochs.push(right.epoch)
      if (epochs.length === 1) throw new Error('broken')
      resolve()
      await ended(right)
    })
  })
  await stop()
  expect(epochs[1]).toBeGreaterThan(epochs[0] ?? 0n)
})

test('a run that fails again and again starts less and less often, and the gauge counts the failures', async () => {
  const opened = owners()
  const startedMs: number[] = []
  const stop = opened.ownAlone('failing', async (right) => {
    startedMs.push(monotonicMs())
    if (startedMs.length > 4) return void (await ended(right))
    throw new Error('broken')
  })
  await expect.poll(() => startedMs.length).toBeGreaterThanOrEqual(4)
  const pauses = startedMs.slice(1, 4).map((at, n) => at - (startedMs[n] ?? 0))
  expect(pauses.map((ms, n) => ms >= 250 * 2 ** n - 5)).toEqual([true, true, true])
  await expect.poll(() => opened.failuresGauge.read()).toEqual([{ labels: { part: 'failing' }, value: 4 }])
  await stop()
})

test('another process takes over from a killed owner', async () => {
  const { child } = await ownerProcess()
  const next = contend(owners())
  child.kill('SIGKILL')
  await add(await next.owned)
  await expectNoOldWrites()
})

describe.each(fullLength)('paused processes, %s', () => {
  test('another process takes over from a paused owner, which changes nothing when it continues', async () => {
    const { child, printed } = await ownerProcess()
    const next = contend(owners())
    child.kill('SIGSTOP')
    const right = await next.owned
    await add(right)
    child.kill('SIGCONT')
    await printed('lost')
    await add(right)
    await expectNoOldWrites()
  })

  test('an owner that is paused inside a transaction loses that transaction', async () => {
    const { child, printed } = await ownerProcess({ HOLD: '1' })
    const next = contend(owners())
    child.kill('SIGSTOP')
    await add(await next.owned)
    child.kill('SIGCONT')
    await printed('lost')
    const rows = await sql<{ who: string }>`select who from public.turn`.execute(base.db)
    expect(rows.rows).toEqual([{ who: 'test' }])
  })
})

test('an owner whose connection is lost stops, and another process takes over', async () => {
  const { printed } = await ownerProcess()
  const next = contend(owners())
  await cutOwners()
  await printed('lost')
  await Promise.race([next.owned, printed('owns')])
  await expectNoOldWrites()
})

test('a disconnected owner that ends late does not disturb its successor', async () => {
  const first = owners()
  const late = Promise.withResolvers<void>()
  const right = await new Promise<Ownership>((resolve) => {
    first.ownAlone('counter', async (own) => {
      resolve(own)
      await late.promise
    })
  })
  const next = contend(owners())
  await cutOwners()
  await ended(right)
  const after = await next.owned
  // It has a connection again, so it can own another name.
  await new Promise<void>((resolve) => {
    first.ownAlone('another', async (own) => {
      resolve()
      await ended(own)
    })
  })
  late.resolve()
  await first.close()
  const beats = await sql<{ lives: boolean }>`
    select beat_at > '-infinity' as lives from platform.owner where name = 'counter'`.execute(base.db)
  expect(beats.rows[0]?.lives).toBe(true)
  await add(after)
})

test('an owner that has not written its first heartbeat yet is not terminated', async () => {
  const other = new pg.Client(base.connection)
  other.on('error', () => undefined)
  await other.connect()
  await other.query(`insert into platform.owner (name) values ('fresh')`)
  await other.query(`select pg_advisory_lock(5, hashtext('fresh'))`)
  const stop = owners().ownAlone('fresh', async (right) => void (await ended(right)))
  await vi.waitFor(async () => {
    const looks = await other.query(`select from pg_stat_activity where datname = current_database()
      and application_name = 'nare owner' and query like 'select from platform.owner%'`)
    expect(looks.rowCount).not.toBe(0)
  }, 10_000)
  await other.query(`update platform.owner set beat_at = platform.real_now() where name = 'fresh'`)
  const still = await other.query(`select pg_advisory_unlock(5, hashtext('fresh')) as held`)
  expect(still.rows).toEqual([{ held: true }])
  await stop()
  await other.end()
})

test('direct connections pass the check, and a pooled one is refused with the name of the setting to change', async () => {
  const open = async () => {
    const client = new pg.Client(base.connection)
    await client.connect()
    return client
  }
  await expect(checkDirect(open)).resolves.toBeUndefined()
  const shared = await open()
  const pooler = async () => ({ query: shared.query.bind(shared), end: async () => undefined }) as unknown as pg.Client
  await expect(checkDirect(pooler)).rejects.toThrow('DATABASE_DIRECT_URL')
  await shared.end()
})

test('statements of one session run one after the other, however many names are released concurrently', async () => {
  const warnings: string[] = []
  const note = ({ message }: Error): void => void warnings.push(message)
  process.on('warning', note)
  const one = owners()
  const works = ['one', 'two', 'three', 'four'].map((name) => {
    const owned = Promise.withResolvers<void>()
    const stop = one.ownAlone(name, async (right) => {
      owned.resolve()
      await ended(right)
    })
    return { owned: owned.promise, stop }
  })
  await Promise.all(works.map(({ owned }) => owned))
  await Promise.all(works.map(({ stop }) => stop()))
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  expect(warnings).toEqual([])
})
