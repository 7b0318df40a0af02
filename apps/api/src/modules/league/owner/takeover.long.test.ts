import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openLeague } from '../league.ts'
import { roundsById, stateOf, type OfferedRound } from '../rounds/rounds.ts'
import { realCycle } from '../testing/league-world.ts'
import { drawRound } from './drawing.ts'
import { openSealing } from '#platform/sealing'

const patient = { timeout: 60_000, interval: 10 }
const id = '2'

let folder: string
let base: TestDatabase
let league: ReturnType<typeof openLeague>
const children: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-takeover-'))
  base = await testDatabase()
  league = openLeague({ db: base.db, cycle: realCycle })
  const owner = new pg.Client(base.connection)
  await owner.connect()
  await owner.query('create table public.settled (round_id text primary key, kind text not null)')
  await owner.query('grant select, insert on public.settled to nare_app')
  await owner.end()
})
afterAll(async () => {
  for (const child of children) await kill(child)
  await base.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a process that runs the league once it is the owner. */
async function start(env: Record<string, string> = {}): Promise<ChildProcess> {
  const child = fork(new URL('../testing/league-process.ts', import.meta.url), {
    env: { ...process.env, CONNECTION: JSON.stringify(base.connection), FOLDER: folder, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  children.push(child)
  let text = ''
  child.stdout?.on('data', (data) => (text += String(data)))
  while (!text.includes('plays')) await once(child.stdout ?? child, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const epoch = async () => {
  const { rows } = await sql<{ epoch: bigint }>`select epoch from platform.owner where name = 'league:2'`.execute(
    base.db,
  )
  return rows[0]?.epoch ?? 0n
}
const isSettled = async (roundId: string) => (await roundsById(base.db, [roundId]))[0]?.settledAt !== null

/** Waits until the current round is in this state. */
async function roundIn(state: 'open' | 'locked' | 'playing'): Promise<OfferedRound> {
  let found: OfferedRound | undefined
  await expect
    .poll(async () => {
      const [first] = await league.periods(id)
      found = first && stateOf(first) === state ? first : undefined
      return found !== undefined
    }, patient)
    .toBe(true)
  return found as OfferedRound
}

/** The expected result of a round, drawn from the secret that only its owner may decrypt. */
async function resultOf(roundId: string) {
  const [round] = await roundsById(base.db, [roundId])
  if (!round) throw new Error('no such round')
  const sealing = openSealing({ keyFile: join(folder, 'league.key') })
  return drawRound({ db: base.db, sealing, tablesOf: league.prices.tablesOf }, round)
}

/** Waits for the end of a round, and compares its result and bets with those from before the kill. */
async function expectEnd(
  { roundId, commitment }: OfferedRound,
  expected: Awaited<ReturnType<typeof resultOf>>,
): Promise<void> {
  await expect.poll(() => isSettled(roundId), patient).toBe(true)
  const ended = await league.round(roundId)
  expect(ended?.round).toMatchObject({ state: 'ended', commitment, seed: expected.seed, link: expected.link })
  expect(new Map(ended?.matches.map(({ matchId, drawn }) => [matchId, drawn]))).toEqual(expected.matches)
}

/** `npm run test:long` kills an owner in play; with EVERY_KILL=1, as in `npm run test:release`, in every state of a round. */
const states = process.env['EVERY_KILL'] === '1' ? (['open', 'locked', 'playing'] as const) : (['playing'] as const)

test.each(states)(
  'after an owner is killed while a round is %s, another takes over and nothing is lost, doubled or changed',
  async (state) => {
    const first = await start()
    const round = await roundIn(state)
    const expected = await resultOf(round.roundId)
    const before = await epoch()
    const second = await start()
    await kill(first)
    await expect.poll(epoch, patient).toBeGreaterThan(before)
    await expectEnd(round, expected)
    await kill(second)
  },
  120_000,
)

test('the next owner settles rounds whose owner was killed before the settlement', async () => {
  const holding = await start({ HOLD: '1' })
  const round = await roundIn('playing')
  const expected = await resultOf(round.roundId)
  await expect.poll(async () => (await roundsById(base.db, [round.roundId]))[0]?.state, patient).toBe('ended')
  expect(await isSettled(round.roundId)).toBe(false)
  await kill(holding)
  const next = await start()
  await expectEnd(round, expected)
  await kill(next)
}, 120_000)

test('after all kills the rounds have no gap, and each ended once, in order, and was settled', async () => {
  const { rows } = await sql<{ no: number; state: string; settled: boolean }>`
    select r.round_number as no, p.state, d.round_id is not null as settled
    from league.round r join platform.round p using (round_id) left join public.settled d using (round_id)
    where r.season_id = '2-1' order by p.round_no`.execute(base.db)
  expect(rows.map(({ no }) => no)).toEqual(rows.map((_row, n) => n + 1))
  const ended = rows.filter(({ state }) => state === 'ended')
  expect(ended.length).toBeGreaterThanOrEqual(states.length + 1)
  expect(rows.slice(0, ended.length)).toEqual(ended)
  expect(ended.slice(0, -1).every(({ settled }) => settled)).toBe(true)
})
