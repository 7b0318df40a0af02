import { randomUUID } from 'node:crypto'
import { tipOf } from '@nare/fair/chain'
import { fromHex, toHex } from '@nare/fair/hash'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { casino } from '@nare/contract/casino'
import { crash as calls } from '@nare/contract/crash'
import { ledger } from '@nare/contract/ledger'
import { live } from '@nare/contract/live'
import { crashPoint, multiplierAt, reachedAt } from '@nare/games/crash'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import type { TestApp } from '#testing/app'
import { any, crashWorld, long, short, type CrashGame } from '../testing/crash-world.ts'

let nare: TestApp
let game: CrashGame
beforeAll(async () => {
  const world = await crashWorld()
  nare = world.nare
  game = world.game
  // The first bet of a process is slower.
  const { token } = await someone()
  await game.until((now) => now.phase === 'betting')
  await game.bet(token)
})
afterAll(async () => {
  await game.verifyBooks()
  await nare.close()
})

const someone = async (shillings = 1000) => {
  const bettor = await nare.bettor(shillings)
  return bettor
}
const hundredths = (text: string | undefined) => Math.round(Number(text) * 100)

test('a manual cash-out pays the multiplier of its moment immediately', async () => {
  const { token } = await someone()
  const round = await game.betting(long)
  const placed = await game.bet(token)
  expect(placed).toMatchObject({
    status: 201,
    body: {
      status: 201,
      bet: { round_id: round.round_id, slot: 1, stake: '100.00', auto_cash_out: null, state: 'open', returned: '0.00' },
      balance: '900.00',
    },
  })
  const { bet_id } = placed.body.bet
  expect(await game.cashOut(token, bet_id)).toMatchObject({ status: 422, body: { code: 'too_early' } })
  await game.flying(round)
  await game.jump(2)
  const out = await game.cashOut(token, bet_id)
  expect(out).toMatchObject({ status: 200, body: { bet: { state: 'won', bet_id } } })
  const at = hundredths(out.body.bet.cashed_out_at)
  expect(at).toBeGreaterThanOrEqual(multiplierAt(2000))
  expect(at).toBeLessThan(game.pointOf(round.game_no))
  expect(out.body.bet.returned).toBe((at / 1).toFixed(2))
  expect(out.body.balance).toBe((900 + at).toFixed(2))
  expect(await game.balance(token)).toBe(out.body.balance)
  const bet = (await nare.call(betting.bet, { id: bet_id }, token)).body.data
  expect(bet).toMatchObject({
    product: 'games',
    state: 'won',
    returned: out.body.bet.returned,
    legs: [],
    game: { game: 'crash', round_id: round.round_id, multiplier: out.body.bet.cashed_out_at },
  })
  const [winner] = (await nare.call(casino.winners, {})).body.data
  expect(winner).toMatchObject({ game_id: 'nare:crash', stake: '100.00', amount: out.body.bet.returned })
  expect((await nare.call(casino.recent, {}, token)).body.data.map(({ game_id }) => game_id)).toEqual(['nare:crash'])
  expect(bet.game).not.toHaveProperty('result')
  await game.crashed(round)
  expect((await nare.call(betting.bet, { id: bet_id }, token)).body.data).toMatchObject({
    state: 'won',
    game: { multiplier: out.body.bet.cashed_out_at, result: (game.pointOf(round.game_no) / 100).toFixed(2) },
  })
  const evidence = await nare.app.tickets.house.evidence(BigInt(bet_id))
  expect(evidence?.proof.why).toBe(`Crash: cashed out at ${out.body.bet.cashed_out_at}, which paid ${bet.returned}.`)
  expect(evidence?.proof.round?.facts).toContainEqual({
    name: 'crash point',
    value: (game.pointOf(round.game_no) / 100).toFixed(2),
  })
  expect(evidence?.proof.round?.steps.map(({ text }) => text.split(' ')[0])).toEqual(['Take-off', 'Crashed'])
  const file = await nare.app.app.inject({ url: '/v1/bets.csv', headers: { authorization: `Bearer ${token}` } })
  expect(file.body.split('\r\n')[1]).toContain(',games,single,100.00,')
  const statement = (await nare.call(ledger.transactions, {}, token)).body.data
  expect(statement.slice(0, 2).map((row) => [row.kind, row.product, row.game, row.name])).toEqual([
    ['win', 'games', 'crash', 'Crash'],
    ['stake', 'games', 'crash', 'Crash'],
  ])
})

test('a reached target pays exactly its multiplier, and a missed one loses the stake', async () => {
  const [first, second] = [await someone(), await someone()]
  const round = await game.betting(long)
  const point = game.pointOf(round.game_no)
  const [reached, missed] = [String(point / 100), String((point + 1) / 100)]
  const wins = await game.bet(first.token, { auto_cash_out: Number(reached).toFixed(2) })
  const loses = await game.bet(second.token, { auto_cash_out: Number(missed).toFixed(2) })
  const early = await game.bet(first.token, { auto_cash_out: '1.20', slot: 2 })
  expect([wins.status, loses.status, early.status]).toEqual([201, 201, 201])
  await game.flying(round)
  await game.jump((reachedAt(120) + 50) / 1000)
  await expect.poll(() => game.balance(first.token)).toBe('920.00')
  expect(await game.cashOut(first.token, early.body.bet.bet_id)).toMatchObject({
    status: 409,
    body: { code: 'too_late', bet: { state: 'won', cashed_out_at: '1.20' } },
  })
  await game.crashed(round)
  expect(await game.balance(first.token)).toBe((920 + point).toFixed(2))
  expect(await game.balance(second.token)).toBe('900.00')
  const views = (await nare.call(betting.bets, { product: 'games' }, first.token)).body.data
  expect(views.map(({ state, total_odds }) => [state, total_odds])).toEqual([
    ['won', '1.20'],
    ['won', (point / 100).toFixed(2)],
  ])
})

test('a bet during a flight is placed on the next round, with one bet per slot and round', async () => {
  const { token } = await someone()
  const round = await game.betting(long)
  await game.flying(round)
  const next = await game.bet(token)
  expect(next.status).toBe(201)
  expect(next.body.bet.round_id).not.toBe(round.round_id)
  expect(await game.bet(token)).toMatchObject({ status: 409, body: { code: 'slot_taken', slot: 1 } })
  expect((await game.bet(token, { slot: 2 })).status).toBe(201)
  expect(await game.cashOut(token, next.body.bet.bet_id)).toMatchObject({ status: 422, body: { code: 'too_early' } })
  const own = (await nare.call(calls.bets, {}, token)).body.data
  expect(own.map(({ slot, round_id, state }) => [slot, round_id, state])).toEqual([
    [1, next.body.bet.round_id, 'open'],
    [2, next.body.bet.round_id, 'open'],
  ])
  await game.crashed(round)
  const after = await game.until((now) => now.round_id === next.body.bet.round_id)
  expect(after).toMatchObject({ bets: 2, staked: '200.00' })
  await game.crashed(after)
})

test('a bet can be cancelled once before its flight, which frees its slot; afterwards it is too late', async () => {
  const { token } = await someone()
  const stranger = await someone()
  // A bet on the next round can be cancelled while the current flight lasts.
  const flying = await game.betting(long)
  await game.flying(flying)
  const { bet_id: first, round_id } = (await game.bet(token)).body.bet
  expect(await game.cancel(stranger.token, first)).toMatchObject({ status: 404 })
  const id = randomUUID()
  expect(await game.cancel(token, first, id)).toMatchObject({
    status: 200,
    body: { bet: { state: 'void', returned: '100.00' }, balance: '1000.00' },
  })
  expect(await game.cancel(token, first, id)).toMatchObject({ status: 200, body: { balance: '1000.00' } })
  expect((await nare.call(casino.recent, {}, token)).body.data).toEqual([])
  expect(await game.cancel(token, first)).toMatchObject({ status: 409, body: { code: 'too_late' } })
  const again = await game.bet(token)
  expect(again).toMatchObject({ status: 201, body: { bet: { round_id } } })
  await game.crashed(flying)
  await game.flying({ round_id })
  expect(await game.cancel(token, again.body.bet.bet_id)).toMatchObject({ status: 409, body: { code: 'too_late' } })
  await game.crashed({ round_id })
  expect(await game.balance(token)).toBe('900.00')
})

test('a cash-out after the crash is too late', async () => {
  const { token } = await someone()
  const round = await game.betting(short)
  const { bet_id } = (await game.bet(token)).body.bet
  await game.flying(round)
  await game.jump(300)
  expect(await game.cashOut(token, bet_id)).toMatchObject({ status: 409, body: { code: 'too_late' } })
  await game.crashed(round)
  expect(await game.cashOut(token, bet_id)).toMatchObject({
    status: 409,
    body: { code: 'too_late', bet: { state: 'lost', returned: '0.00' } },
  })
  expect(await game.balance(token)).toBe('900.00')
})

test('a bet is cashed out automatically at the largest win', async () => {
  const { token } = await someone(20_000)
  const round = await game.betting((point) => point >= 150)
  const placed = await game.bet(token, { stake: '20000' })
  expect(placed.body.bet.cashes_out_at).toBe('50.00')
  await game.flying(round)
  await game.crashed(round)
  const won = game.pointOf(round.game_no) >= 5000
  expect(await game.balance(token)).toBe(won ? '1000000.00' : '0.00')
})

test('stakes that wait more than a minute for their flight are returned', async () => {
  const { token } = await someone()
  const round = await game.betting((point) => reachedAt(point) > 70_000 || point >= 150)
  await game.flying(round)
  const next = await game.bet(token)
  expect(next.body.bet.round_id).not.toBe(round.round_id)
  await game.jump(61)
  await expect.poll(() => game.balance(token)).toBe('1000.00')
  expect((await nare.call(betting.bet, { id: next.body.bet.bet_id }, token)).body.data.state).toBe('void')
  await game.crashed(round)
})

test('no stakes are accepted while more than three finished rounds are not settled', async () => {
  const { db: owner } = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' })
  // Rounds whose next try is not due.
  const broken = (from: number, to: number) =>
    sql`
    insert into platform.round (name, round_no, round_id, epoch, state, locked_at, ended_at, settle_at)
    select 'crash', 1000000 + n, 'broken-' || n, 0, 'ended', now(), now(), now() + interval '1 hour' from generate_series(${from}::int, ${to}::int) n`.execute(
      owner,
    )
  const { token } = await someone()
  await game.betting(long)
  // The round before may be one more that is not settled yet.
  await broken(1, 2)
  expect((await game.bet(token)).status).toBe(201)
  await broken(3, 4)
  expect(await game.bet(token, { slot: 2 })).toMatchObject({ status: 422, body: { code: 'not_available' } })
  await sql`update platform.round set settle_at = null where round_id like 'broken-%'`
    .execute(owner)
    .finally(() => owner.destroy())
  expect((await game.bet(token, { slot: 2 })).status).toBe(201)
})

test('bets with a wrong stake, target, slot or too little money are refused, and a repeated bet is placed once', async () => {
  const { token } = await someone(150)
  await game.betting(any)
  expect(await game.bet(token, { stake: '19.99' })).toMatchObject({ status: 422, body: { code: 'stake_too_small' } })
  expect(await game.bet(token, { stake: '20001' })).toMatchObject({ status: 422, body: { code: 'stake_too_large' } })
  expect(await game.bet(token, { stake: '151' })).toMatchObject({ status: 422, body: { code: 'insufficient_funds' } })
  expect(await game.bet(token, { auto_cash_out: '1.00' })).toMatchObject({ status: 400 })
  expect(await game.bet(token, { slot: 3 as 1 })).toMatchObject({ status: 400 })
  const id = randomUUID()
  const first = await game.bet(token, { id })
  const again = await game.bet(token, { id })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(await game.bet(token, { id, stake: '50' })).toMatchObject({ status: 409, body: { code: 'id_reused' } })
})

test('a round can be checked by its chain: tip, hash, crash point and seal', async () => {
  const round = await game.betting(any)
  expect(round).not.toHaveProperty('hash')
  expect(round).not.toHaveProperty('crash_point')
  await game.crashed(round)
  const chain = (await nare.call(calls.chain, {})).body
  const { data, meta } = (await nare.call(calls.rounds, { page: 1, limit: 100 })).body
  expect(meta.total).toBe(data.length)
  expect(data.map(({ game_no }) => game_no)).toEqual(data.map(({ game_no }) => game_no).toSorted((a, b) => b - a))
  expect(data.find(({ round_id }) => round_id === round.round_id)).toBeDefined()
  for (const { game_no, hash, crash_point } of data) {
    expect(toHex(tipOf(fromHex(hash), game_no))).toBe(chain.tip)
    const point = crashPoint({ salt: chain.salt ?? '', hash: fromHex(hash) })
    expect(hundredths(crash_point)).toBe(point)
  }
  const ended = data.find(({ round_id }) => round_id === round.round_id)
  expect(toHex(tipOf(fromHex(ended?.hash ?? ''), 1))).toBe(round.seal)
  const states = (await nare.call(live.states, { topics: 'crash' })).body.data
  expect(states).toHaveLength(1)
})

test('the database refuses the hash of an unfinished round, a second salt, and a second decision on a bet', async () => {
  const { db } = nare.base
  const bettor = await nare.bettor()
  await game.until(({ phase }) => phase === 'betting' || phase === 'flying')
  const { bet_id } = (await game.bet(bettor.token, { slot: 2 })).body.bet
  expect((await game.cancel(bettor.token, bet_id)).status).toBe(200)
  const hash = 'ab'.repeat(32)
  await expect(
    sql`update games.crash_round set hash = ${hash}, crash_point = 200 where round = (
      select max(id) from platform.round where name = 'crash' and state = 'open')`.execute(db),
  ).rejects.toThrow('cannot be published')
  await expect(sql`update games.crash_chain set salt = ${hash}`.execute(db)).rejects.toThrow('was drawn already')
  await expect(
    sql`update games.crash_bet set decided_at = platform.now() where bet_id = ${bet_id}::bigint`.execute(db),
  ).rejects.toThrow('was decided already')
})
