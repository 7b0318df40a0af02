import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { crash as calls } from '@nare/contract/crash'
import { reachedAt } from '@nare/games/crash'
import type { SeededBettor } from '#testing/seed'
import type { TestApp } from '#testing/app'
import { any, crashWorld, long, type CrashGame } from '../testing/crash-world.ts'

/** A flight that lasts longer than a pause of the machine. */
const soon = (point: number) => point >= 150 && point <= 180

let nare: TestApp
let game: CrashGame
beforeAll(async () => {
  const world = await crashWorld({ first: [long, long, long, soon, long, soon, long, long] })
  nare = world.nare
  game = world.game
  const bettor = await nare.bettor(100)
  await game.until((now) => now.phase === 'betting')
  await game.bet(bettor.token)
})

afterAll(async () => {
  await game.verifyBooks()
  await nare.close()
})

const count = (statuses: readonly { status: number }[]) =>
  Object.fromEntries(
    [...new Set(statuses.map(({ status }) => status))]
      .toSorted((a, b) => a - b)
      .map((status) => [status, statuses.filter((one) => one.status === status).length]),
  )

const someone = async (shillings = 1000): Promise<SeededBettor> => {
  const bettor = await nare.bettor(shillings)
  return bettor
}

const times = <T>(n: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, at) => work(at)))

const betOf = async ({ token }: SeededBettor, id: string) => (await nare.call(betting.bet, { id }, token)).body.data

test('a hundred identical bets place one bet, a hundred different ones use each slot once, and no stake exceeds the balance', async () => {
  const [same, different, poor] = [await someone(), await someone(), await someone(150)]
  await game.betting(any)
  const id = randomUUID()
  expect(count(await times(100, () => game.bet(same.token, { id })))).toEqual({ 201: 100 })
  expect(await game.balance(same.token)).toBe('900.00')
  const mixed = await times(100, (n) => game.bet(different.token, { slot: n % 2 === 0 ? 1 : 2 }))
  // Bets during a take-off are placed on the next round, which has separate slots.
  const taken = mixed.flatMap(({ status, body }) => (status === 201 ? [`${body.bet.round_id} ${body.bet.slot}`] : []))
  expect(new Set(taken).size).toBe(taken.length)
  expect(taken.length).toBeGreaterThanOrEqual(2)
  expect(count(mixed)).toEqual({ 201: taken.length, 409: 100 - taken.length })
  expect(await game.balance(different.token)).toBe((1000 - 100 * taken.length).toFixed(2))
  const both = await times(10, (n) => game.bet(poor.token, { slot: n % 2 === 0 ? 1 : 2 }))
  expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await game.balance(poor.token)).toBe('50.00')
})

test('of ten concurrent cash-outs one counts, ten copies of one command count once, and another bettor’s bet is not found', async () => {
  const [one, two, stranger] = [await someone(), await someone(), await someone()]
  const round = await game.betting(long)
  const first = (await game.bet(one.token)).body.bet.bet_id
  const second = (await game.bet(two.token)).body.bet.bet_id
  await game.flying(round)
  await game.jump(1)
  expect(await game.cashOut(stranger.token, first)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const ten = await times(10, () => game.cashOut(one.token, first))
  expect(count(ten)).toEqual({ 200: 1, 409: 9 })
  const id = randomUUID()
  const equal = await times(10, () => game.cashOut(two.token, second, id))
  expect(count(equal)).toEqual({ 200: 10 })
  expect(new Set(equal.map(({ body }) => body.bet.cashed_out_at)).size).toBe(1)
  const paid = Number(equal[0]?.body.bet.returned)
  expect(await game.balance(two.token)).toBe((900 + paid).toFixed(2))
  await game.crashed(round)
  expect(await game.cashOut(two.token, second, id)).toMatchObject({ status: 200, body: { bet: { state: 'won' } } })
  expect(await game.balance(two.token)).toBe((900 + paid).toFixed(2))
})

test('of cash-outs around the crash, each acknowledged one is paid below the crash point and every other bet is lost', async () => {
  const bettors = await nare.bettors(40, 100)
  const round = await game.betting(soon)
  const point = game.pointOf(round.game_no)
  const ids = await times(40, async (n) => (await game.bet(bettors[n]?.token ?? '')).body.bet.bet_id)
  await game.flying(round)
  const ms = reachedAt(point)
  const outs = await times(40, async (n) => {
    // Manual cash-outs, from long before the crash until after it.
    await wait((ms * (n + 1)) / 36)
    return game.cashOut(bettors[n]?.token ?? '', ids[n] ?? '')
  })
  await game.crashed(round)
  const accepted = outs.filter(({ status }) => status === 200)
  expect(accepted.length).toBeGreaterThan(0)
  expect(outs.filter(({ status }) => status === 409).length).toBeGreaterThan(0)
  for (const [n, { status, body }] of outs.entries()) {
    const bettor = bettors[n] as SeededBettor
    const bet = await betOf(bettor, ids[n] ?? '')
    if (status === 200) {
      expect(Math.round(Number(body.bet.cashed_out_at) * 100)).toBeLessThan(point)
      expect(bet).toMatchObject({ state: 'won', returned: body.bet.returned })
    } else expect(bet).toMatchObject({ state: 'lost', returned: '0.00' })
    expect(await game.balance(bettor.token)).toBe(bet.returned)
  }
})

test('a manual cash-out that races its own target is paid once', async () => {
  const bettors = await nare.bettors(30, 100)
  const round = await game.betting((point) => point >= 112 && point < 800)
  const ids = await times(
    30,
    async (n) => (await game.bet(bettors[n]?.token ?? '', { auto_cash_out: '1.06' })).body.bet.bet_id,
  )
  await game.flying(round)
  const outs = await times(30, async (n) => {
    await wait((reachedAt(106) * (n + 1)) / 24)
    return game.cashOut(bettors[n]?.token ?? '', ids[n] ?? '')
  })
  await game.crashed(round)
  for (const [n, { status, body }] of outs.entries()) {
    const bettor = bettors[n] as SeededBettor
    const bet = await betOf(bettor, ids[n] ?? '')
    expect(bet).toMatchObject({ state: 'won', returned: status === 200 ? body.bet.returned : '106.00' })
    expect(await game.balance(bettor.token)).toBe(bet.returned)
  }
  expect(new Set(outs.map(({ status }) => status)).has(409)).toBe(true)
})

test('a cancellation that races the take-off either returns the stake or leaves the bet in flight', async () => {
  const bettors = await nare.bettors(30, 100)
  const round = await game.betting(long)
  const ids = await times(30, async (n) => (await game.bet(bettors[n]?.token ?? '')).body.bet.bet_id)
  const untilTakeOffMs = () => Date.parse(round.ends_at ?? '') - nare.app.clock.now()
  await game.jump(Math.max(0, untilTakeOffMs() - 1000) / 1000)
  const leftMs = untilTakeOffMs()
  const cancelled = await times(30, async (n) => {
    await wait(Math.max(0, leftMs - 45 + n * 3))
    return game.cancel(bettors[n]?.token ?? '', ids[n] ?? '')
  })
  await game.crashed(round)
  for (const [n, { status }] of cancelled.entries()) {
    const bettor = bettors[n] as SeededBettor
    expect((await betOf(bettor, ids[n] ?? '')).state).toBe(status === 200 ? 'void' : 'lost')
    expect(await game.balance(bettor.token)).toBe(status === 200 ? '100.00' : '0.00')
  }
  const shown = (await nare.call(calls.rounds, {})).body.data.find(({ round_id }) => round_id === round.round_id)
  expect(shown).toBeDefined()
})
