import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { operator } from '@nare/contract/operator'
import { protection } from '@nare/contract/protection'
import { crash as calls } from '@nare/contract/crash'
import { multiplierAt, reachedAt } from '@nare/games/crash'
import { monotonicMs } from '#platform/clock'
import { openDb, transact, type Db } from '#platform/db'
import { Overloaded } from '#platform/db-faults'
import { openLog } from '#platform/log'
import type { TestApp } from '#testing/app'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'
import { crashWorld, long, type CrashGame } from '../testing/crash-world.ts'
import { forwardCashOut, openForwarded } from './forwarded-cash-outs.ts'
import { betsById } from './bet-store.ts'
import { openCashOuts } from './cash-outs.ts'

const asha = 'the-token-of-asha'
const OPERATORS = `asha:${createHash('sha256').update(asha).digest('hex')}`

let nare: TestApp
let game: CrashGame
let moneyDb: Db
beforeAll(async () => {
  ;({ nare, game } = await crashWorld({ env: { OPERATORS } }))
  moneyDb = openDb(nare.base.connection, { size: 2, log: openLog('silent') }).db
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  await moneyDb.destroy()
  await game.verifyBooks()
  await nare.close()
})

const owner = { name: 'crash', epoch: 1n, signal: new AbortController().signal, check: async () => undefined }
const idOf = (placed: { body: { bet: { bet_id: string } } }): bigint => BigInt(placed.body.bet.bet_id)

/** The cash-outs of a flight with these bets, by default one that started two seconds ago. */
async function cashOutsOf(
  betIds: readonly bigint[],
  crashPoint: number,
  given: { startedMs?: number; round?: number } = {},
) {
  const rows = (await betsById(nare.base.db, betIds)).map((row) => ({
    ...row,
    state: 'open' as const,
    cashedOutAt: null,
  }))
  const { ledger, clock } = nare.app
  const deps = { moneyDb, clock, ledger, log: openLog('silent'), onDecided: () => undefined }
  const { startedMs = monotonicMs() - 2000, round = rows[0]?.round ?? 0 } = given
  const start = { round, startedMs, offsetMs: clock.offsetMs(), crashPoint, hash: '', rows }
  return openCashOuts(deps, owner, start)
}

test('a cash-out after the settlement of its round is refused as too late', async () => {
  const bettor = await nare.bettor(1000)
  const round = await game.betting(long)
  const placed = await game.bet(bettor.token)
  await game.crashed(round)
  const betId = idOf(placed)
  const point = game.pointOf(round.game_no)
  const cashOuts = await cashOutsOf([betId], point)
  // The settlement waits for commands, from the moment at which the crash was noticed, while a bet is open.
  const [before] = [monotonicMs(), cashOuts.crashed()]
  const until = cashOuts.openUntilMs(1500)
  expect([until >= before + 1500, until <= monotonicMs() + 1500]).toEqual([true, true])
  cashOuts.crashed()
  expect([cashOuts.openUntilMs(1500), (await cashOutsOf([], point)).openUntilMs(1500)]).toEqual([until, 0])
  const readAtMs = monotonicMs() - 2000 + Math.min(1000, reachedAt(point) - 1)
  const out = await cashOuts.cashOut({ betId, bettor: bettor.id, command: randomUUID(), readAtMs })
  expect(out).toEqual({ kind: 'too_late' })
  expect(cashOuts.betOf(betId)?.outAt).toBeUndefined()
  expect(await game.balance(bettor.token)).toBe('900.00')
})

test('cash-outs of one batch lock all payers in one order, including those of decided bets', async () => {
  const [first, second] = (await nare.bettors(2, 1000)) as [SeededBettor, SeededBettor]
  const round = await game.betting(long)
  const [early, open] = [idOf(await game.bet(first.token)), idOf(await game.bet(second.token))]
  await game.flying(round)
  await game.jump(2)
  const command = randomUUID()
  expect((await game.cashOut(first.token, String(early), command)).status).toBe(200)
  const cashOuts = await cashOutsOf([early, open], game.pointOf(round.game_no))
  const readAtMs = monotonicMs()
  const locked = await transact(nare.base.db, async (tx) => {
    await nare.app.ledger.lockCash(tx, [first.id])
    const outs = Promise.all([
      cashOuts.cashOut({ betId: early, bettor: first.id, command, readAtMs }),
      cashOuts.cashOut({ betId: open, bettor: second.id, command: randomUUID(), readAtMs }),
    ])
    while ((await waitingForLocks(tx)) === 0);
    const { rows } = await sql`
      select id from ledger.account where owner = ${second.id}::bigint and kind = 'cash' for update skip locked`.execute(
      tx,
    )
    return { outs, free: rows.length }
  })
  expect(locked.free).toBe(1)
  expect((await locked.outs).map(({ kind }) => kind)).toEqual(['out', 'out'])
  await game.crashed(round)
})

test('a forwarded cash-out succeeds once the owner has committed it, even before it stores the answer', async () => {
  const bettor = await nare.bettor(1000)
  const round = await game.betting(long)
  const betId = idOf(await game.bet(bettor.token))
  await game.flying(round)
  await game.jump(2)
  const command = randomUUID()
  expect((await game.cashOut(bettor.token, String(betId), command)).status).toBe(200)
  // The round has no owner, so no process answers.
  const question = { round: -1, betId, bettor: bettor.id, readAtMs: monotonicMs() }
  const ask = (by: string) => forwardCashOut(moneyDb, { ...question, command: by })
  expect(await ask(command)).toBe('out')
  expect(await ask(randomUUID())).toBe('too_late')
  await game.crashed(round)
})

test.each([
  ['is right', 0],
  ['is ten seconds slow', -10_000],
  ['is ten seconds fast', 10_000],
])(
  'a forwarded cash-out counts when it was read, however long storing it took, if the clock of the machine %s',
  async (_, skewMs) => {
    const bettors = await nare.bettors(3, 1000)
    const played = await game.betting(long)
    const betIds = await Promise.all(bettors.map(async ({ token }) => idOf(await game.bet(token))))
    await game.flying(played)
    const realMs = Date.now
    vi.spyOn(Date, 'now').mockImplementation(() => realMs() + skewMs)
    const round = -2 - Math.abs(skewMs)
    const stored = async (): Promise<number> =>
      (await sql`select from games.crash_ask where round = ${round}::int`.execute(nare.base.db)).rows.length
    const ask = (n: number, readAtMs: number) =>
      forwardCashOut(moneyDb, {
        ...{ round, readAtMs, command: randomUUID() },
        ...{ betId: betIds[n] ?? 0n, bettor: bettors[n]?.id ?? 0n },
      }).catch(() => undefined)
    const readMs = [monotonicMs() - 500, monotonicMs() - 400]
    const asked = readMs.map((ms, n) => ask(n, ms))
    await expect.poll(stored).toBe(2)
    // The third is read after the others are stored, so the flight can crash between however long the statements took.
    const lastMs = monotonicMs()
    asked.push(ask(2, lastMs))
    await expect.poll(stored).toBe(3)
    const crashPoint = 100_00
    const crashedMs = lastMs - 200
    const startedMs = crashedMs - reachedAt(crashPoint)
    const cashOuts = await cashOutsOf(betIds, crashPoint, { startedMs, round })
    const forwarded = openForwarded(moneyDb, (error) => expect.unreachable(String(error)))
    // The clocks are compared by the fastest of these readings.
    for (let reading = 0; reading < 20; reading++) await forwarded.decide({ ...cashOuts, round: round - 1 })
    await forwarded.decide(cashOuts)
    await Promise.all(asked)
    const { rows } = await sql<{ answer: string }>`
      select a.answer from games.crash_ask a where round = ${round}::int
      order by array_position(${betIds}::bigint[], a.bet_id)`.execute(nare.base.db)
    expect(rows.map(({ answer }) => answer)).toEqual(['out', 'out', 'too_late'])
    vi.restoreAllMocks()
    const outs = (await betsById(nare.base.db, betIds)).map(({ cashedOutAt }) => cashedOutAt ?? 0)
    for (const [n, ms] of readMs.entries()) {
      expect(outs[n]).toBeGreaterThanOrEqual(multiplierAt(ms - 150 - startedMs))
      expect(outs[n]).toBeLessThanOrEqual(multiplierAt(crashedMs - startedMs))
    }
    expect(outs[2]).toBe(0)
    await game.crashed(played)
  },
)

test('a cash-out that takes longer than a second to be stored is not stored', async () => {
  const question = { round: -1, betId: 1n, bettor: 1n, command: randomUUID(), readAtMs: monotonicMs() - 1100 }
  await expect(forwardCashOut(moneyDb, question)).rejects.toThrow(Overloaded)
})

/** Makes the next commit of cash-outs fail. */
const failOnce = () => vi.spyOn(nare.app.ledger, 'lockCash').mockRejectedValueOnce(new Error('a broken commit'))

test('a round is settled even if a failed cash-out has the command id of an earlier bet', async () => {
  const bettor = await nare.bettor(1000)
  const command = randomUUID()
  const round = await game.betting(long)
  const early = String(idOf(await game.bet(bettor.token)))
  expect((await game.cancel(bettor.token, early, command)).status).toBe(200)
  const betId = idOf(await game.bet(bettor.token))
  await game.flying(round)
  await game.jump(2)
  const failing = failOnce()
  expect((await game.cashOut(bettor.token, String(betId), command)).status).toBeGreaterThanOrEqual(500)
  expect(failing).toHaveBeenCalled()
  await game.crashed(round)
  expect(await betsById(nare.base.db, [betId])).toMatchObject([{ state: 'won', command: null }])
})

test('a cash-out after a target whose commit failed is too late and carries the stored bet', async () => {
  const bettor = await nare.bettor(1000)
  const round = await game.betting(long)
  const betId = idOf(await game.bet(bettor.token, { auto_cash_out: '1.10' }))
  await game.flying(round)
  const failing = failOnce()
  await game.jump(2)
  const late = await game.cashOut(bettor.token, String(betId))
  expect(late).toMatchObject({ status: 409, body: { code: 'too_late', bet: { state: 'open', returned: '0.00' } } })
  expect(failing).toHaveBeenCalled()
  await game.crashed(round)
  expect(await game.balance(bettor.token)).toBe('1010.00')
})

test('a cash-out after its target is too late once the target is paid', async () => {
  const bettor = await nare.bettor(1000)
  const round = await game.betting(long)
  const betId = idOf(await game.bet(bettor.token, { auto_cash_out: '1.10' }))
  await game.flying(round)
  // Two seconds ahead of the flight of the game, which has not reached the target yet.
  const cashOuts = await cashOutsOf([betId], game.pointOf(round.game_no))
  const out = await cashOuts.cashOut({ betId, bettor: bettor.id, command: randomUUID(), readAtMs: monotonicMs() })
  expect(out).toEqual({ kind: 'too_late' })
  expect(await betsById(nare.base.db, [betId])).toMatchObject([{ state: 'won', cashedOutAt: 110 }])
  await game.crashed(round)
})

test('a bet whose manual cash-out is refused is paid at its target during the flight', async () => {
  const bettor = await nare.bettor(1000)
  const command = randomUUID()
  const round = await game.betting(long)
  const cancelled = String(idOf(await game.bet(bettor.token)))
  expect((await game.cancel(bettor.token, cancelled, command)).status).toBe(200)
  const betId = idOf(await game.bet(bettor.token, { auto_cash_out: '1.10' }))
  await game.flying(round)
  // Two seconds ahead of the flight of the game, which has not reached the target yet.
  const cashOuts = await cashOutsOf([betId], game.pointOf(round.game_no))
  const nowMs = monotonicMs()
  const readAtMs = nowMs - cashOuts.flownMs(nowMs) + reachedAt(105)
  const refused = cashOuts.cashOut({ betId, bettor: bettor.id, command, readAtMs })
  // The flight passes the target while the manual cash-out is being committed.
  cashOuts.payDue()
  expect(await refused).toEqual({ kind: 'id_reused' })
  const late = { betId, bettor: bettor.id, command: randomUUID(), readAtMs: nowMs }
  expect(await cashOuts.cashOut(late)).toEqual({ kind: 'too_late' })
  expect(await betsById(nare.base.db, [betId])).toMatchObject([{ state: 'won', cashedOutAt: 110 }])
  await game.crashed(round)
  expect(await game.balance(bettor.token)).toBe('1010.00')
})

test('a stake out of bounds or a used slot is refused before the bettor’s limits are checked', async () => {
  const bettor = await nare.bettor(1000)
  await nare.call(protection.setLimits, { stake: { bet: '30' } }, bettor.token)
  await game.betting(long)
  const codeOf = async (input: Parameters<typeof game.bet>[1]) => (await game.bet(bettor.token, input)).body['code']
  expect(await codeOf({ stake: '20000.01' })).toBe('stake_too_large')
  expect(await codeOf({ stake: '31' })).toBe('limit_reached')
  expect((await game.bet(bettor.token, { stake: '30' })).status).toBe(201)
  expect(await codeOf({ stake: '31' })).toBe('slot_taken')
})

test('an operator’s limits and pause apply to new bets, and running flights continue', async () => {
  const bettor = await nare.bettor(1000)
  const reason = 'a test of the pause'
  const limit = (limits: { max_stake?: string; max_win?: string }) =>
    nare.call(operator.limitGame, { game: 'crash', ...limits, reason }, asha)
  const pause = (paused: boolean) => nare.call(operator.pauseGame, { game: 'crash', paused, reason }, asha)
  expect((await limit({ max_win: '99999999' })).status).toBe(400)
  expect((await limit({ max_stake: '150', max_win: '200' })).body).toMatchObject({ max_stake: '150.00' })
  expect((await nare.call(calls.chain, {})).body).toMatchObject({
    limits: { max_stake: '150.00', max_win: '200.00' },
    automatic_rounds: 20,
  })
  const round = await game.betting(long)
  const placed = await game.bet(bettor.token, { auto_cash_out: '5.00' })
  expect(placed.body.bet).toMatchObject({ round_id: round.round_id, cashes_out_at: '2.00' })
  expect((await game.bet(bettor.token, { slot: 2, stake: '151' })).body['code']).toBe('stake_too_large')

  expect((await pause(true)).body).toEqual({ game: 'crash', paused: true })
  const refusal = { code: 'not_available', game: 'crash' }
  expect((await game.bet(bettor.token, { slot: 2 })).body).toMatchObject(refusal)
  await game.flying(round)
  expect((await game.bet(bettor.token)).body).toMatchObject(refusal)
  await game.jump(2)
  expect((await game.cashOut(bettor.token, String(idOf(placed)))).status).toBe(200)
  const rows = (await nare.call(operator.games, {}, asha)).body.data
  expect(rows.find((row) => row.game === 'crash')).toMatchObject({ paused: true, operator: 'asha', max_win: '200.00' })
  await pause(false)
  await limit({})
  await game.betting(long)
  expect(await game.bet(bettor.token, { stake: '151' })).toMatchObject({ status: 201 })
})
