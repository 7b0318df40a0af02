import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GameChoice } from '@nare/contract/game-shapes'
import { games as calls } from '@nare/contract/games'
import published from '@nare/games/published-vectors.json' with { type: 'json' }
import { testApp, type TestApp } from '#testing/app'
import { betsOn, type Bets } from '#testing/bets'
import { gamesEnv, ownGamesOn } from '#testing/own-games'
import type { SeededBettor } from '#testing/seed'

/** Two processes on one database. Turns order the commands within a process; only locks order those of both. */
let nare: TestApp
let other: TestApp
let bets: Bets
let own: ReturnType<typeof ownGamesOn>
let beside: ReturnType<typeof ownGamesOn>

beforeAll(async () => {
  nare = await testApp(gamesEnv)
  other = await testApp(gamesEnv, { base: nare.base })
  bets = betsOn(nare)
  own = ownGamesOn(nare)
  beside = ownGamesOn(other)
})
afterAll(async () => {
  await betsOn(nare).verifyBooks()
  await other.close()
  await nare.close()
})

const mines: GameChoice = { game: 'mines', options: { mines: 3 } }
const dice: GameChoice = { game: 'dice', options: { target: '50.50', over: true } }
const { serverSeed, clientSeed, mines_nonce1_3: hidden } = published.stake_like
/** Player ♠J ♥10, dealer ♥5: the hand can be doubled and split. */
const blackjack: GameChoice = { game: 'blackjack', options: {} }

async function newBettor(shillings: number): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  await own.setSeeds(seeded, { serverSeed, clientSeed, nonce: 1 })
  return seeded
}

/** Runs a hundred calls concurrently, every second one in the other process. */
const hundred = <T>(run: (on: typeof own, n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 100 }, (_, n) => run(n % 2 ? beside : own, n)))
const countOf = <T>(all: readonly T[], test: (one: T) => boolean): number => all.filter(test).length
const codes = (all: readonly { status: number; body: Record<string, unknown> }[]) =>
  new Set(all.filter(({ status }) => status >= 300).map(({ body }) => body['code']))

test('a hundred identical concurrent bets place one round, and all get its response', async () => {
  const { token } = await newBettor(100)
  const id = randomUUID()
  const responses = await hundred((on) => on.bet(token, mines, { id }))
  expect(countOf(responses, ({ status }) => status === 201)).toBe(100)
  expect(new Set(responses.map(({ body }) => body.round.round_id)).size).toBe(1)
  expect(await bets.balance(token)).toBe('80.00')
  expect(await own.bet(token, mines, { id, stake: '21' })).toMatchObject({ status: 409, body: { code: 'id_reused' } })
  expect(await own.bet(token, { game: 'mines', options: { mines: 4 } }, { id })).toMatchObject({ status: 409 })
  expect(await own.bet(token, dice, { id })).toMatchObject({ status: 409, body: { code: 'id_reused' } })
})

test('of a hundred different concurrent bets with funds for ten, ten are placed, with ten nonces', async () => {
  const { id, token } = await newBettor(200)
  const responses = await hundred((on) => on.bet(token, mines))
  expect(countOf(responses, ({ status }) => status === 201)).toBe(10)
  expect(codes(responses)).toEqual(new Set(['insufficient_funds']))
  const placed = responses.flatMap(({ status, body }) => (status === 201 ? [body.round.fairness.nonce] : []))
  expect(placed.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const { rows } = await sql<{ nonce: number; open_rounds: number }>`
    select nonce, open_rounds from games.seeds where bettor_id = ${id}::bigint`.execute(nare.base.db)
  expect(rows).toEqual([{ nonce: 11, open_rounds: 10 }])
})

test('a hundred identical concurrent moves make one move, and a repeat gets the same response', async () => {
  const { token } = await newBettor(100)
  const round = await own.mustBet(token, mines)
  const id = randomUUID()
  const responses = await hundred((on) => on.move(token, round, { reveal: 0 }, id))
  expect(countOf(responses, ({ status }) => status === 200)).toBe(100)
  expect(responses[0]?.body.round).toMatchObject({ state: 'open', moves: [{ reveal: 0 }], result: { revealed: [0] } })
  await own.mustMove(token, round, { reveal: 1 })
  await own.mustMove(token, round, { cash_out: true })
  const again = await own.move(token, round, { reveal: 0 }, id)
  expect(again.body.round).toEqual(responses[0]?.body.round)
  expect(again.body.balance).toBe(await bets.balance(token))
  for (const move of [{ reveal: 2 }, { cash_out: true }] as const)
    expect(await own.move(token, round, move, id)).toMatchObject({ status: 409, body: { code: 'id_reused' } })
  const next = await own.mustBet(token, mines)
  expect(await own.move(token, next, { reveal: 0 }, id)).toMatchObject({ status: 409, body: { code: 'id_reused' } })
})

test('of a hundred concurrent cash-outs and moves the first one decides, and the round is paid once', async () => {
  const { id, token } = await newBettor(100)
  const round = await own.mustBet(token, mines)
  await own.mustMove(token, round, { reveal: 0 })
  const responses = await hundred((on, n) =>
    on.move(token, round, n % 4 < 2 ? { cash_out: true } : { reveal: hidden[0] ?? 0 }),
  )
  expect(countOf(responses, ({ status }) => status === 200)).toBe(1)
  expect(codes(responses)).toEqual(new Set(['round_over']))
  const { rows } = await sql<{ open_rounds: number }>`
    select open_rounds from games.seeds where bettor_id = ${id}::bigint`.execute(nare.base.db)
  expect(rows).toEqual([{ open_rounds: 0 }])
})

test('identical moves that add a stake are debited once, different ones only up to the balance', async () => {
  const same = await newBettor(100)
  const first = await own.mustBet(same.token, blackjack)
  const id = randomUUID()
  const responses = await hundred((on) => on.move(same.token, first, 'split', id))
  expect(countOf(responses, ({ status }) => status === 200)).toBe(100)
  expect(responses[0]?.body.round).toMatchObject({ stake: '20.00', staked: '40.00', state: 'open' })
  expect(await bets.balance(same.token)).toBe('60.00')

  const poor = await newBettor(39)
  const second = await own.mustBet(poor.token, blackjack)
  const doubles = await hundred((on) => on.move(poor.token, second, 'double'))
  expect(codes(doubles)).toEqual(new Set(['insufficient_funds']))
  expect(doubles[0]?.body).toMatchObject({ insufficient_balance: true, balance: '19.00' })
  expect(await own.round(poor.token, second.round_id)).toEqual(second)

  const enough = await newBettor(59)
  const third = await own.mustBet(enough.token, blackjack)
  const splits = await hundred((on) => on.move(enough.token, third, 'split'))
  expect(countOf(splits, ({ status }) => status === 200)).toBe(1)
  expect(codes(splits)).toEqual(new Set(['bad_move']))
  await own.mustMove(enough.token, third, 'stand')
  const done = await own.mustMove(enough.token, third, 'stand')
  // 19 and 20 against a dealer who busts with 25.
  expect(done).toMatchObject({ state: 'done', staked: '40.00', payout: '80.00', multiplier: '4.0000' })
  expect(await bets.balance(enough.token)).toBe('99.00')
  expect(await bets.bet(enough.token, third.round_id)).toMatchObject({
    stake: '40.00',
    returned: '80.00',
    state: 'won',
  })
})

test('while seeds rotate during a stream of bets, no round uses a revealed seed, and nonces have no gap', async () => {
  const bettor = await nare.bettor(10_000)
  const { id, token } = bettor
  const first = await hundred((on) => nareSeeds(on === own ? nare : other, token))
  expect(new Set(first.map(({ server_seed_hash }) => server_seed_hash)).size).toBe(1)
  const responses = await hundred<{ status: number }>((on, n) =>
    n % 10 === 5 ? on.rotate(token) : on.bet(token, dice),
  )
  expect(countOf(responses, ({ status }) => status === 201)).toBe(90)
  expect(countOf(responses, ({ status }) => status === 200)).toBe(10)
  const { rows } = await sql<{ hash: string; rounds: number; revealed: number; nonces: number[] }>`
    select s.server_seed_hash as hash, s.rounds, (s.revealed is not null)::int as revealed,
      array(select nonce from games.round r where r.seed_id = s.seed_id order by nonce) as nonces
    from games.server_seed s where bettor_id = ${id}::bigint order by seed_id`.execute(nare.base.db)
  expect(rows.filter(({ revealed }) => revealed)).toHaveLength(10)
  for (const { rounds, revealed, nonces } of rows) {
    expect(nonces).toEqual(nonces.map((_, n) => n))
    if (revealed) expect(nonces).toHaveLength(rounds)
  }
  expect((await own.rotate(token)).status).toBe(200)
  expect(await own.wrongRounds(token)).toEqual([])
})

const nareSeeds = async (on: TestApp, token: string) => (await on.call(calls.seeds, {}, token)).body

test('seeds are rotated once per command, with its client seed, and not while a round is open', async () => {
  const bettor = await nare.bettor(100)
  const { token } = bettor
  const round = await own.mustBet(token, mines)
  expect(await own.rotate(token, 'mine')).toMatchObject({ status: 422, body: { code: 'round_open' } })
  await own.mustMove(token, round, { reveal: 0 })
  const now = await own.round(token, round.round_id)
  if (now.state === 'open') await own.mustMove(token, round, { cash_out: true })
  const id = randomUUID()
  const responses = await hundred((on) => on.rotate(token, 'my own seed', id))
  expect(countOf(responses, ({ status }) => status === 200)).toBe(100)
  for (const { body } of responses) expect(body).toEqual(responses[0]?.body)
  expect(responses[0]?.body).toMatchObject({ client_seed: 'my own seed', nonce: 0, revealed: { rounds: 1 } })
  expect(await nareSeeds(nare, token)).toMatchObject({ client_seed: 'my own seed', nonce: 0 })
  for (const client_seed of ['another', undefined])
    expect(await own.rotate(token, client_seed, id)).toMatchObject({ status: 409, body: { code: 'id_reused' } })
  const kept = await own.rotate(token)
  expect(kept.body).toMatchObject({ client_seed: 'my own seed', revealed: { client_seed: 'my own seed', rounds: 0 } })
  expect((await own.rotate(token, 'my own seed', id)).body).toEqual(responses[0]?.body)
  for (const wrong of ['', 'x'.repeat(65), 'küche', 'a\nb'])
    expect(await own.rotate(token, wrong)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})
