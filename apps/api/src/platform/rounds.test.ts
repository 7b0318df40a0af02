import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { patientOwner } from '#testing/patience'
import { waitingForLocks } from '#testing/waiting'
import { transact, type Tx } from './db.ts'
import { openLog } from './log.ts'
import { NotOwner, openOwners, untilAborted, type Owners, type Ownership } from './owners.ts'
import {
  endRound,
  lockOpenRoundsOf,
  lockRound,
  lockRounds,
  openRound,
  scheduleRound,
  unfinishedRounds,
  voidRound,
} from './rounds.ts'

let base: TestDatabase
const opened: Owners[] = []
beforeAll(async () => {
  base = await testDatabase()
})
afterEach(async () => {
  for (const owners of opened.splice(0)) await owners.close()
})
afterAll(() => base.close())

let names = 0
const newName = () => `league:${names++}`

function contender(): Owners {
  const owners = openOwners({ connection: base.connection, log: openLog('silent'), times: patientOwner })
  opened.push(owners)
  return owners
}

/** Becomes the owner of a name as a separate process would, and stays the owner. */
async function own(name: string, owners = contender()): Promise<Ownership> {
  return new Promise((resolve) => {
    owners.ownAlone(name, async (ownership) => {
      resolve(ownership)
      await untilAborted(ownership.signal)
    })
  })
}

const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => transact(base.db, work)
const open = (owner: Ownership, roundId: string, locksAt: Date | null = null) =>
  write((tx) => openRound(tx, owner, { roundId, locksAt }))
const states = async (name: string) => {
  const rows = await sql<{
    state: string
  }>`select state from platform.round where name = ${name} order by round_no`.execute(base.db)
  return rows.rows.map(({ state }) => state)
}

test('rounds are numbered without gaps and go from open to locked to ended, and a successor finds the unfinished ones', async () => {
  const name = newName()
  const owner = await own(name)
  const rounds = [await open(owner, `${name}-a`), await open(owner, `${name}-b`), await open(owner, `${name}-c`)]
  expect(rounds.map((round) => [round.roundNo, round.state])).toEqual([
    [1n, 'open'],
    [2n, 'open'],
    [3n, 'open'],
  ])
  const [a, b, c] = rounds.map(({ id }) => id) as [number, number, number]
  expect(await write((tx) => endRound(tx, owner, a))).toBe(false)
  expect(await write((tx) => lockRound(tx, owner, a))).toBe(true)
  expect(await write((tx) => lockRound(tx, owner, a))).toBe(false)
  expect(await write((tx) => scheduleRound(tx, owner, a, new Date()))).toBe(false)
  expect(await write((tx) => lockRound(tx, owner, b))).toBe(true)
  expect(await write((tx) => endRound(tx, owner, a))).toBe(true)
  expect(await write((tx) => voidRound(tx, owner, a, 'late'))).toBe(false)
  expect(await write((tx) => voidRound(tx, owner, c, 'the link is lost'))).toBe(true)
  expect(await states(name)).toEqual(['ended', 'locked', 'voided'])
  expect(await unfinishedRounds(base.db, name)).toMatchObject([{ id: b, state: 'locked', roundId: `${name}-b` }])
})

test('a round of another name is never written', async () => {
  const [mine, other] = [await own(newName()), await own(newName())]
  const { id } = await open(other, `${other.name}-a`)
  for (const change of [lockRound, endRound]) expect(await write((tx) => change(tx, mine, id))).toBe(false)
  expect(await write((tx) => voidRound(tx, mine, id, 'not mine'))).toBe(false)
  expect(await states(other.name)).toEqual(['open'])
})

test('every write of a former owner is refused and changes nothing', async () => {
  const name = newName()
  const former = await own(name)
  const first = await open(former, `${name}-a`)
  const second = await open(former, `${name}-b`)
  await write((tx) => lockRound(tx, former, second.id))
  const successor = new pg.Client(base.connection)
  await successor.connect()
  await successor.query(`update platform.owner set epoch = epoch + 1 where name = $1`, [name])
  await successor.end()
  const writes: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => openRound(tx, former, { roundId: `${name}-c`, locksAt: null }),
    (tx) => scheduleRound(tx, former, first.id, new Date()),
    (tx) => lockRound(tx, former, first.id),
    (tx) => endRound(tx, former, second.id),
    (tx) => voidRound(tx, former, first.id, 'late'),
  ]
  for (const one of writes) await expect(write(one)).rejects.toThrow(NotOwner)
  expect(await states(name)).toEqual(['open', 'locked'])
})

test('of two concurrent owners only the successor opens rounds, and numbers continue without a gap', async () => {
  const name = newName()
  const formerOwners = contender()
  const former = await own(name, formerOwners)
  let refused = 0
  const writing = (async () => {
    for (let n = 0; refused < 3; n++)
      await open(former, `${name}-former-${n}`).catch((error: unknown) => {
        if (!(error instanceof NotOwner)) throw error
        refused++
      })
  })()
  const succeeding = own(name)
  const cut = new pg.Client(base.connection)
  await cut.connect()
  await cut.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 5 and objid = hashtext($1)::oid and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [name],
  )
  await formerOwners.close()
  await cut.end()
  const successor = await succeeding
  for (let n = 0; n < 20; n++) await open(successor, `${name}-successor-${n}`)
  await writing
  const rows = await sql<{ no: bigint; epoch: bigint }>`
    select round_no as no, epoch from platform.round where name = ${name} order by round_no`.execute(base.db)
  expect(rows.rows.map(({ no }) => no)).toEqual(rows.rows.map((_row, n) => BigInt(n + 1)))
  expect(rows.rows.every(({ epoch }, n) => n === 0 || epoch >= (rows.rows[n - 1]?.epoch ?? 0n))).toBe(true)
  expect(successor.epoch).toBeGreaterThan(former.epoch)
})

test('the database refuses an earlier state and a write under an older epoch', async () => {
  const name = newName()
  const owner = await own(name)
  const { id } = await open(owner, `${name}-a`)
  await write((tx) => lockRound(tx, owner, id))
  const set = (change: ReturnType<typeof sql>) =>
    sql`update platform.round set ${change} where id = ${id}`.execute(base.db)
  await expect(set(sql`state = 'open', locked_at = null`)).rejects.toThrow('cannot go from locked to open')
  await expect(set(sql`epoch = epoch - 1`)).rejects.toThrow('was written under epoch')
  await expect(set(sql`locks_at = platform.now()`)).rejects.toThrow('is not open any more')
  await expect(set(sql`round_no = 9`)).rejects.toThrow('permission denied')
  await expect(sql`delete from platform.round`.execute(base.db)).rejects.toThrow('permission denied')
})

test('a round is locked only after the stakes in progress, and accepts none afterwards', async () => {
  const name = newName()
  const owner = await own(name)
  const round = await open(owner, `${name}-a`)
  const stake = Promise.withResolvers<void>()
  const inside = Promise.withResolvers<void>()
  const staking = write(async (tx) => {
    await lockRounds(tx, [round.roundId])
    expect(await lockOpenRoundsOf(tx, name)).toEqual([round.id])
    inside.resolve()
    await stake.promise
  })
  await inside.promise
  let isLocked = false
  const locking = write((tx) => lockRound(tx, owner, round.id)).then(() => (isLocked = true))
  await expect.poll(() => waitingForLocks(base.db)).toBeGreaterThan(0)
  expect(isLocked).toBe(false)
  stake.resolve()
  await Promise.all([staking, locking])
  expect(await write((tx) => lockOpenRoundsOf(tx, name))).toEqual([])
})

test('the time to lock can be set while a round is open', async () => {
  const name = newName()
  const owner = await own(name)
  const { id } = await open(owner, `${name}-a`, new Date(Date.now() + 3_600_000))
  const locksAt = new Date(Date.now() + 60_000)
  expect(await write((tx) => scheduleRound(tx, owner, id, locksAt))).toBe(true)
  expect((await unfinishedRounds(base.db, name)).map((round) => round.locksAt)).toEqual([locksAt])
  await write((tx) => lockRound(tx, owner, id))
  expect(await write((tx) => scheduleRound(tx, owner, id, new Date()))).toBe(false)
})
