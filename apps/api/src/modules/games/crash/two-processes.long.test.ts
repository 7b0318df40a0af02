import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { betting } from '@nare/contract/betting'
import { crash as calls } from '@nare/contract/crash'
import { multiplierAt } from '@nare/games/crash'
import { testApp, type TestApp } from '#testing/app'
import { crashChild } from '../testing/crash-child.ts'
import { crashCycle, crashEnv, crashOn, plantChain, type CrashGame } from '../testing/crash-world.ts'
import { liveState } from './shown.ts'

let nare: TestApp
let game: CrashGame
let owner: Awaited<ReturnType<typeof crashChild>>
beforeAll(async () => {
  // Long enough for a few commands on a busy machine.
  const cycle = { CRASH_CYCLE: '3,0.1,0.3' }
  nare = await testApp({ ...crashEnv, ...cycle })
  // This test does not advance the sandbox's clock, because one process does not learn of a jump in the other.
  const wanted = [
    (point: number) => point <= 110,
    (point: number) => point >= 115 && point < 125,
    (point: number) => point >= 200 && point < 1500,
  ]
  game = crashOn(nare, await plantChain(nare.base.db, wanted), { ownsClock: false })
  owner = await crashChild(nare.base.connection, cycle)
  await game.until((now) => now.phase === 'betting')
  // The first bets of a process are slower, so these are placed on the first game.
  const bettor = await nare.bettor()
  const warm = (await game.bet(bettor.token)).body.bet.bet_id
  await game.cancel(bettor.token, warm)
  await owner.call(calls.bet, betIn(undefined), bettor.token)
  // It becomes the owner only after the other process is killed.
  await nare.app.start()
})
afterAll(async () => {
  await game.verifyBooks()
  await owner.kill()
  await nare.close()
})

const someone = async () => {
  const bettor = await nare.bettor(1000)
  return bettor
}
const epoch = async () =>
  (await sql<{ epoch: bigint }>`select epoch from platform.owner where name = 'crash'`.execute(nare.base.db)).rows[0]
    ?.epoch ?? 0n

test('a process that does not own the game accepts bets, cancellations and cash-outs for the owner’s flight', async () => {
  const { token } = await someone()
  const round = await game.until((now) => now.phase === 'betting' && now.game_no === 2)
  const first = (await game.bet(token)).body.bet
  const second = (await game.bet(token, { slot: 2 })).body.bet
  expect([first.round_id, second.round_id]).toEqual([round.round_id, round.round_id])
  expect(await game.cashOut(token, first.bet_id)).toMatchObject({ status: 422, body: { code: 'too_early' } })
  expect((await game.cancel(token, second.bet_id)).status).toBe(200)
  const started = await game.flying(round)
  await game.until(() => multiplierAt(nare.app.clock.now() - Date.parse(started.started_at ?? '')) >= 103)
  const out = await game.cashOut(token, first.bet_id)
  expect(out).toMatchObject({ status: 200, body: { bet: { state: 'won' } } })
  expect(out.body.balance).toBe((900 + Number(out.body.bet.returned)).toFixed(2))
  expect(await game.cashOut(token, first.bet_id)).toMatchObject({ status: 409, body: { code: 'too_late' } })
  const stranger = await someone()
  expect(await game.cashOut(stranger.token, first.bet_id)).toMatchObject({ status: 404 })
})

test('after the owner is killed in flight another takes over: cash-outs and targets count, a bet without a target is refunded', async () => {
  const bettors = await nare.bettors(4, 1000)
  const round = await game.until((now) => now.phase === 'betting' && now.game_no === 3)
  const point = game.pointOf(round.game_no)
  const place = async (n: number, auto_cash_out?: string) =>
    (await owner.call(calls.bet, betIn(auto_cash_out), bettors[n]?.token ?? '')).body.bet
  const target = ((point - 1) / 100).toFixed(2)
  const placed = await Promise.all([place(0), place(1), place(2, target), place(3, ((point + 1) / 100).toFixed(2))])
  const [byHand] = placed
  expect(placed.map(({ round_id }) => round_id)).toEqual(Array(4).fill(round.round_id))
  const started = await game.flying(round)
  await game.until(() => multiplierAt(nare.app.clock.now() - Date.parse(started.started_at ?? '')) >= 103)
  const out = await owner.call(
    calls.cashOut,
    { id: crypto.randomUUID(), bet_id: byHand.bet_id },
    bettors[0]?.token ?? '',
  )
  expect(out).toMatchObject({ status: 200, body: { bet: { state: 'won' } } })
  const before = await epoch()
  await owner.kill()
  await expect.poll(epoch, { timeout: 10_000 }).toBeGreaterThan(before)
  await game.crashed(round)
  const states = await Promise.all(
    placed.map(async ({ bet_id }, n) => {
      const bet = (await nare.call(betting.bet, { id: bet_id }, bettors[n]?.token ?? '')).body.data
      return [bet.state, bet.returned]
    }),
  )
  expect(states).toEqual([
    ['won', out.body.bet.returned],
    ['void', '100.00'],
    ['won', (point - 1).toFixed(2)],
    ['lost', '0.00'],
  ])
  const ended = (await nare.call(calls.rounds, {})).body.data.find(({ round_id }) => round_id === round.round_id)
  expect(Math.round(Number(ended?.crash_point) * 100)).toBe(point)
  expect(await liveState(nare.base.db, crashCycle)).toBeDefined()
})

const betIn = (auto_cash_out: string | undefined) => ({
  id: crypto.randomUUID(),
  stake: '100',
  slot: 1 as const,
  ...(auto_cash_out && { auto_cash_out }),
})
