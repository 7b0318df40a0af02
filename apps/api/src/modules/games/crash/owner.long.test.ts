import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { tipOf } from '@nare/fair/chain'
import { fromHex, toHex } from '@nare/fair/hash'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { crash as calls } from '@nare/contract/crash'
import { multiplierAt, reachedAt } from '@nare/games/crash'
import { monotonicMs } from '#platform/clock'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { openOwners, type Owners } from '#platform/owners'
import { randomSalt, type SaltSource } from '#platform/public-salt'
import { openSealing } from '#platform/sealing'
import { testApp, type TestApp } from '#testing/app'
import { crashKey, plantChain } from '../testing/crash-chain.ts'
import { crashCycle, crashOn, long, type CrashGame } from '../testing/crash-world.ts'
import { betsById } from './bet-store.ts'
import { forwardCashOut } from './forwarded-cash-outs.ts'
import { newestChains } from './chain-store.ts'
import { startOwner, type OwnerDeps } from './owner.ts'

let nare: TestApp
let owners: Owners
let stop: (() => Promise<void>) | undefined
beforeEach(async () => {
  nare = await testApp({ PORT: '0' })
  owners = openOwners({ connection: nare.base.connection, log: openLog('silent') })
})
afterEach(async () => {
  await stop?.()
  await owners.close()
  await nare.close()
})

const verifyScript = fileURLToPath(new URL('../../../games-verify.ts', import.meta.url))
const key = (hex: string) => openSealing({ key: Buffer.from(hex, 'hex') })

/** Runs the game in this process, without the rest of the server. */
function startGame(given: Partial<OwnerDeps>): CrashGame {
  const { db, clock, ledger } = nare.app
  stop = startOwner({
    ...{
      owners,
      db,
      moneyDb: db,
      clock,
      ledger,
      games: 1000,
      cycle: crashCycle,
      settleAfterMs: 300,
      salts: randomSalt,
    },
    sealing: key(crashKey),
    log: openLog('silent'),
    ...{
      onDecided: () => undefined,
      onChanged: () => undefined,
      onCashOuts: () => undefined,
      onSettled: () => undefined,
    },
    ...given,
  })
  return crashOn(nare, () => 100)
}

test('if the secret of a chain is lost, its bets are refunded and the next chain begins', async () => {
  await plantChain(nare.base.db)
  const game = startGame({ sealing: key('0d'.repeat(32)), lostAfterMs: 0, cycle: { bettingMs: 1500, crashedMs: 100 } })
  await game.until(({ phase }) => phase === 'betting')
  const bettor = await nare.bettor(1000)
  const placed = await game.bet(bettor.token)
  expect(placed.body.bet).toMatchObject({ state: 'open' })
  await expect.poll(() => game.balance(bettor.token), { timeout: 10_000 }).toBe('1000.00')
  const next = await game.until(({ chain_id, phase }) => chain_id === 'crash-2' && phase === 'betting')
  expect(next.game_no).toBe(1)
  expect((await newestChains(nare.base.db, 5)).map(({ chainId, lost }) => [chainId, lost !== null])).toEqual([
    ['crash-2', false],
    ['crash-1', true],
  ])
  await game.verifyBooks()
})

test('secrets that are unreadable for a moment, one after the other, lose no chain', async () => {
  await plantChain(nare.base.db, [], 3)
  const sealing = key(crashKey)
  const failed = new Set<string>()
  const open: typeof sealing.open = async (id, sealed) => {
    if (failed.has(id)) return sealing.open(id, sealed)
    failed.add(id)
    return undefined
  }
  const cycle = { bettingMs: 50, crashedMs: 10 }
  const game = startGame({ sealing: { ...sealing, open }, lostAfterMs: 400, cycle })
  for (;;) {
    const { chain_id, phase } = await game.until((state) => state.phase === 'flying')
    if (chain_id === 'crash-2') break
    if (phase === 'flying') await game.jump(300)
  }
  expect(failed).toEqual(new Set(['crash-1', 'crash-2']))
  expect((await newestChains(nare.base.db, 5)).filter(({ lost }) => lost !== null)).toEqual([])
})

test('the next chain is published before the current one ends, and the game continues with it', async () => {
  await plantChain(nare.base.db, [], 3)
  const game = startGame({ cycle: { bettingMs: 50, crashedMs: 10 } })
  for (;;) {
    const state = await game.until(({ phase }) => phase !== 'crashed')
    if (state.chain_id === 'crash-2') break
    if (state.phase === 'flying') await game.jump(300)
  }
  const { rows } = await sql<{ chain: string; game: number }>`
    select chain_id as chain, game_no as game from games.crash_round order by round limit 4`.execute(nare.base.db)
  expect(rows.map(({ chain, game: no }) => `${chain} ${no}`)).toEqual([
    'crash-1 1',
    'crash-1 2',
    'crash-1 3',
    'crash-2 1',
  ])
  await checkRoundsOf(game, ['crash-2', 'crash-1'])
})

/** Checks settled rounds of these chains, the current one first, with public calls only and with `games:verify`. */
async function checkRoundsOf(game: CrashGame, chains: readonly [current: string, earlier: string]): Promise<void> {
  const [current, earlier] = chains
  const roundsOf = async (chain_id: string) => (await nare.call(calls.rounds, { chain_id })).body
  for (;;) {
    const state = await game.until(({ phase }) => phase !== 'crashed')
    if ((await roundsOf(current)).meta.total > 0) break
    if (state.phase === 'flying') await game.jump(300)
  }
  expect((await nare.call(calls.chain, {})).body.chain_id).toBe(current)
  const first = (await nare.call(calls.chain, { chain_id: earlier })).body
  expect(first).toMatchObject({ chain_id: earlier, games: 3, played: 3 })
  expect((await nare.call(calls.chain, { chain_id: 'crash-9' })).status).toBe(404)
  const { data, meta } = await roundsOf(earlier)
  expect([data.map(({ game_no }) => game_no), meta.total]).toEqual([[3, 2, 1], 3])
  const address = await nare.app.listen()
  for (const { round_id, game_no, hash } of data) {
    expect(toHex(tipOf(fromHex(hash), game_no))).toBe(first.tip)
    const one = (await nare.call(calls.rounds, { round_id })).body
    expect([one.data.map((round) => round.round_id), one.meta.total]).toEqual([[round_id], 1])
  }
  const check = (roundId: string) => promisify(execFile)(process.execPath, [verifyScript, roundId, address])
  const [oldest] = data.slice(-1)
  const { stdout } = await check(oldest?.round_id ?? '')
  expect(stdout).toMatch(/^Round \S+-crash-1\nok {5}The hash belongs to the chain.*\nok .*\nok {5}The crash point/)
  await expect(check('0000000000000000-crash-1')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no round'),
  })
}

test('a chain’s tip is public before its salt exists, and no bet is accepted before', async () => {
  const drawn: string[] = []
  const salt = 'ab'.repeat(32)
  const salts: SaltSource = { name: async () => 'a salt to come', draw: async () => drawn[0] }
  const game = startGame({ salts })
  await expect.poll(async () => (await nare.call(calls.chain, {})).status).toBe(200)
  const chain = (await nare.call(calls.chain, {})).body
  expect(chain).toMatchObject({ chain_id: 'crash-1', salt_source: 'a salt to come', games: 1000, played: 0 })
  expect(chain).not.toHaveProperty('salt')
  const bettor = await nare.bettor(1000)
  expect(await game.bet(bettor.token)).toMatchObject({ status: 422, body: { code: 'not_available' } })
  drawn.push(salt)
  await game.until(({ phase }) => phase === 'betting')
  expect((await nare.call(calls.chain, {})).body).toMatchObject({ tip: chain.tip, salt })
  expect((await game.bet(bettor.token)).status).toBe(201)
})

test('if no process runs the game, any process returns stakes that have waited a minute', async () => {
  await plantChain(nare.base.db)
  const game = startGame({})
  await game.until(({ phase }) => phase === 'betting')
  await stop?.()
  stop = undefined
  const bettor = await nare.bettor(1000)
  const token = bettor.token
  expect((await game.bet(token)).status).toBe(201)
  await game.jump(61)
  await nare.app.crash.voidWaiting()
  expect(await game.balance(token)).toBe('1000.00')
  await game.verifyBooks()
})

test('a new owner voids all late stakes before the take-off, even if they need several transactions', async () => {
  await plantChain(nare.base.db)
  const game = startGame({})
  const { round_id } = await game.until(({ phase }) => phase === 'betting')
  const bettors = await nare.bettors(5, 1000)
  const placed = await Promise.all(bettors.map(({ token }) => game.bet(token)))
  expect(placed.map(({ body }) => body.bet.round_id)).toEqual(Array(5).fill(round_id))
  await stop?.()
  await game.jump(61)
  startGame({ lateBatchMax: 2 })
  await game.until(({ phase, round_id: current }) => current === round_id && phase !== 'betting')
  expect(await Promise.all(bettors.map(({ token }) => game.balance(token)))).toEqual(Array(5).fill('1000.00'))
  await game.verifyBooks()
})

test('a forwarded cash-out that is stored after the crash is paid while the settlement waits for it', async () => {
  const pointOf = await plantChain(nare.base.db, [(point) => point >= 104 && point <= 106])
  const game = startGame({ settleAfterMs: 60_000, cycle: { bettingMs: 300, crashedMs: 60_000 } })
  const bettor = await nare.bettor(1000)
  await game.until(({ phase }) => phase === 'betting')
  const { bet_id, round_id } = (await game.bet(bettor.token)).body.bet
  const { started_at } = await game.until((now) => now.phase === 'crashed' && now.round_id === round_id)
  const crashAt = Date.parse(started_at ?? '') + reachedAt(pointOf(1))
  const [row] = await betsById(nare.base.db, [BigInt(bet_id)])
  const readAtMs = monotonicMs() - (nare.app.clock.now() - (crashAt - 50))
  const question = { round: row?.round ?? 0, betId: BigInt(bet_id), bettor: bettor.id, command: randomUUID(), readAtMs }
  expect(await forwardCashOut(nare.base.db, question)).toBe('out')
  expect(await game.balance(bettor.token)).toBe((900 + multiplierAt(reachedAt(pointOf(1)) - 50)).toFixed(2))
})

test('rounds that cannot be settled stop no other round; above three of them no stakes are accepted', async () => {
  await plantChain(nare.base.db, [(point) => point <= 103])
  const { db } = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' })
  // Finished rounds without a game cannot be settled.
  await sql`insert into platform.owner (name) values ('crash') on conflict do nothing`.execute(db)
  await sql`
    insert into platform.round (name, round_no, round_id, epoch, state, locked_at, ended_at, settle_at)
    select 'crash', n, 'broken-' || n, 0, 'ended', now(), now(), case when n <= 3 then now() end from generate_series(1, 4) n`.execute(
    db,
  )
  const game = startGame({ settleAfterMs: 0 })
  const { round_id } = await game.until(({ phase }) => phase === 'betting')
  const bettor = await nare.bettor(1000)
  expect((await game.bet(bettor.token)).status).toBe(201)
  await game.crashed({ round_id })
  const unsettled = await sql<{ failures: number }>`
    select settle_failures as failures from platform.round where settle_at is not null`.execute(db)
  expect(unsettled.rows).toHaveLength(3)
  expect(unsettled.rows.every(({ failures }) => failures > 0)).toBe(true)
  expect((await game.bet(bettor.token)).status).toBe(201)
  await sql`update platform.round set settle_at = now() + interval '1 hour' where round_id = 'broken-4'`
    .execute(db)
    .finally(() => db.destroy())
  expect(await game.bet(bettor.token, { slot: 2 })).toMatchObject({ status: 422, body: { code: 'not_available' } })
})

test('the log of the owner shows why cash-outs of other processes are not decided', async () => {
  await plantChain(nare.base.db, [long])
  const faults: unknown[] = []
  const log = { ...openLog('silent'), warn: (facts: object, message: string) => faults.push([message, facts]) }
  const game = startGame({ log: log as unknown as OwnerDeps['log'] })
  const round = await game.until(({ phase }) => phase === 'betting')
  const { db } = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' })
  await sql`drop table games.crash_ask`.execute(db).finally(() => db.destroy())
  await game.flying(round)
  await expect
    .poll(() => faults)
    .toContainEqual([
      'cash-outs sent by other processes were not decided',
      { err: expect.objectContaining({ message: expect.stringContaining('games.crash_ask') }) },
    ])
})
