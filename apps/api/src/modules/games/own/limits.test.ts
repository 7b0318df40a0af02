import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GameChoice } from '@nare/contract/game-shapes'
import { games as calls, type GameRound } from '@nare/contract/games'
import { operator } from '@nare/contract/operator'
import { protection } from '@nare/contract/protection'
import { multiplierText } from '@nare/games/games'
import { minesMultiplier } from '@nare/games/mines'
import published from '@nare/games/published-vectors.json' with { type: 'json' }
import type { PublishedRound } from '@nare/games/check'
import { roundSteps } from '@nare/games/verify-files'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, type Bets } from '#testing/bets'
import { gamesEnv, ownGamesOn } from '#testing/own-games'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'

const asha = 'the-token-of-asha'
const OPERATORS = `asha:${createHash('sha256').update(asha).digest('hex')}`
const reason = 'a test of the limits'

let nare: TestApp
let bets: Bets
let own: ReturnType<typeof ownGamesOn>

beforeAll(async () => {
  nare = await testApp({ ...gamesEnv, OPERATORS })
  bets = betsOn(nare)
  own = ownGamesOn(nare)
})
afterAll(() => closeWithBooks(nare))

const { serverSeed, clientSeed, mines_nonce1_3: hidden } = published.stake_like
const mines: GameChoice = { game: 'mines', options: { mines: 3 } }
const hiLo: GameChoice = { game: 'hi-lo', options: {} }
const blackjack: GameChoice = { game: 'blackjack', options: {} }
const limbo = (target: string): GameChoice => ({ game: 'limbo', options: { target } })

/** A new bettor whose first round uses the published seeds with nonce 1. */
async function newBettor(shillings = 100): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  await own.setSeeds(seeded, { serverSeed, clientSeed, nonce: 1 })
  return seeded
}

const wrongSteps = (round: GameRound) =>
  roundSteps(round as unknown as PublishedRound, serverSeed).flatMap(({ ok, text }) => (ok ? [] : [text]))

test('a bet with wrong options, a wrong stake or too large a win is refused and nothing is debited', async () => {
  const { id, token } = await newBettor(30_000)
  const refusedFor = async (chosen: GameChoice, changes: object, field?: string) => {
    const { status, body } = await own.bet(token, chosen, changes)
    expect(body['fields'] === undefined ? undefined : Object.keys(body['fields'] as object)).toEqual(field && [field])
    return `${status} ${String(body['code'])}`
  }
  const bad = '400 invalid_input'
  const dice: GameChoice = { game: 'dice', options: { target: '50', over: true } }
  expect(await refusedFor(dice, { target: '100' }, 'target')).toBe(bad)
  expect(await refusedFor(dice, { target: '50.505' }, 'target')).toBe(bad)
  expect(await refusedFor(dice, { target: undefined }, 'target')).toBe(bad)
  expect(await refusedFor(dice, { over: undefined }, 'over')).toBe(bad)
  expect(await refusedFor(limbo('1.00'), {}, 'target')).toBe(bad)
  expect(await refusedFor(limbo('1000000.01'), {}, 'target')).toBe(bad)
  expect(await refusedFor(mines, { mines: 25 }, 'mines')).toBe(bad)
  expect(await refusedFor({ game: 'keno', options: { picks: [1, 1], risk: 'low' } }, {}, 'picks')).toBe(bad)
  expect(await refusedFor({ game: 'wheel', options: { segments: 15, risk: 'low' } }, {}, 'segments')).toBe(bad)
  const red = (amount: string): GameChoice => ({ game: 'roulette', options: { bets: [{ on: 'red', amount }] } })
  expect(await refusedFor(red('21'), {}, 'bets')).toBe(bad)
  for (const on of ['37', 'split 3-4', 'street 2-3-4'])
    expect(await refusedFor({ game: 'roulette', options: { bets: [{ on, amount: '20' }] } }, {}, 'bets')).toBe(bad)
  expect(await refusedFor(blackjack, { game: 'poker' }, 'game')).toBe(bad)
  expect(await refusedFor(mines, { stake: '19.99' })).toBe('422 stake_too_small')
  expect(await refusedFor(mines, { stake: '0' })).toBe('422 stake_too_small')
  expect(await refusedFor(mines, { stake: '20000.01' })).toBe('422 stake_too_large')
  expect((await own.bet(token, limbo('25000.01'))).body).toMatchObject({ code: 'payout_too_large', limit: '500000.00' })
  expect((await own.bet(token, limbo('25000'))).status).toBe(201)
  const { rows } = await sql`select nonce from games.seeds where bettor_id = ${id}::bigint`.execute(nare.base.db)
  expect(rows).toEqual([{ nonce: 2 }])
  expect(
    (await nare.call(calls.bet, { game: 'mines', id: crypto.randomUUID(), stake: '20', options: { mines: 5 } }, token))
      .body.round.options,
  ).toEqual({ mines: 5 })
})

test('mines cash out automatically at an operator’s largest win, and a pause stops only new rounds', async () => {
  const { token } = await newBettor(200)
  const limits = { min_stake: '10', max_win: '40' }
  const set = await nare.call(operator.limitGame, { game: 'mines', ...limits, reason }, asha)
  expect(set.body).toMatchObject({ min_stake: '10.00', max_stake: '20000.00', max_win: '40.00' })
  const wrong = { min_stake: '30', max_stake: '20' }
  expect((await nare.call(operator.limitGame, { game: 'mines', ...wrong, reason }, asha)).status).toBe(400)
  expect((await nare.call(operator.limitGame, { game: 'dice', max_win: '500000.01', reason }, asha)).status).toBe(400)
  let round = await own.mustBet(token, mines)
  const open = await own.mustBet(token, mines, { stake: '10' })
  const safe = Array.from({ length: 25 }, (_, field) => field).filter((field) => !hidden.includes(field))
  for (const field of safe) if (round.state === 'open') round = await own.mustMove(token, round, { reveal: field })
  const steps = round.moves.length
  expect(minesMultiplier(3, steps) * 2000n).toBeLessThanOrEqual(4000n * 10_000n)
  expect(minesMultiplier(3, steps + 1) * 2000n).toBeGreaterThan(4000n * 10_000n)
  expect(round).toMatchObject({
    state: 'done',
    max_win: '40.00',
    multiplier: multiplierText(minesMultiplier(3, steps)),
  })
  expect(wrongSteps(round)).toEqual([])

  const pause = (paused: boolean) => nare.call(operator.pauseGame, { game: 'mines', paused, reason }, asha)
  expect((await pause(true)).body).toEqual({ game: 'mines', paused: true })
  expect((await own.bet(token, mines)).body).toMatchObject({ code: 'not_available', game: 'mines' })
  expect((await own.bet(token, hiLo)).status).toBe(201)
  expect((await own.move(token, open, { reveal: 20 })).status).toBe(200)
  const row = (await nare.call(operator.games, {}, asha)).body.data.find(({ game }) => game === 'mines')
  expect(row).toMatchObject({ paused: true, operator: 'asha', return_percent: '99.00', max_win_most: '500000.00' })
  await pause(false)
  await nare.call(operator.limitGame, { game: 'mines', reason }, asha)
  expect((await own.bet(token, mines)).status).toBe(201)
  const audit = (await nare.call(operator.audit, { subject: 'game mines' }, asha)).body.data
  expect(audit.map(({ action, outcome }) => `${action} ${outcome}`).toReversed()).toEqual([
    'game.limit done',
    'game.limit invalid_input',
    'game.pause paused',
    'game.pause resumed',
    'game.limit done',
  ])
})

test('a pause returns after the rounds in progress are placed', async () => {
  const { id, token } = await newBettor()
  const cash = await nare.base.db.startTransaction().execute()
  await sql`select from ledger.account where owner = ${id}::bigint and kind = 'cash' for update`.execute(cash)
  const placed = own.bet(token, hiLo)
  await expect.poll(() => waitingForLocks(nare.base.db)).toBe(1)
  let answered = false
  const pause = (paused: boolean) => nare.call(operator.pauseGame, { game: 'hi-lo', paused, reason }, asha)
  const paused = pause(true).finally(() => (answered = true))
  await expect.poll(() => waitingForLocks(nare.base.db)).toBe(2)
  expect(answered).toBe(false)
  await cash.rollback().execute()
  expect((await placed).status).toBe(201)
  await paused
  expect((await own.bet(token, hiLo)).body).toMatchObject({ code: 'not_available' })
  await pause(false)
})

test('a bettor’s limits count stakes of rounds and of moves, and an excluded bettor can finish a round without a stake', async () => {
  const { token } = await newBettor(1000)
  await nare.call(protection.setLimits, { stake: { bet: '30', day: '100' } }, token)
  const first = await own.mustBet(token, blackjack)
  expect(await own.move(token, first, 'double')).toMatchObject({
    status: 403,
    body: { code: 'limit_reached', limit: 'stake.bet', used: '20.00' },
  })
  await own.mustMove(token, first, 'stand')
  await own.setSeeds({ id: await idOf(token), token }, { serverSeed: `${serverSeed} 2`, clientSeed, nonce: 0 })
  for (let n = 0; n < 4; n++) expect((await own.bet(token, mines)).status).toBe(201)
  expect((await own.bet(token, mines)).body).toMatchObject({ code: 'limit_reached', limit: 'stake.day' })

  const excluded = await newBettor(1000)
  const dealt = await own.mustBet(excluded.token, blackjack)
  expect((await nare.call(protection.selfExclude, { period: '7d' }, excluded.token)).status).toBe(200)
  expect(await own.bet(excluded.token, mines)).toMatchObject({ status: 403, body: { code: 'self_excluded' } })
  expect(await own.move(excluded.token, dealt, 'double')).toMatchObject({
    status: 403,
    body: { code: 'self_excluded' },
  })
  const stood = await own.mustMove(excluded.token, dealt, 'stand')
  // 20 against a dealer who draws ♥9 to 15 and has 24.
  expect(stood).toMatchObject({ state: 'done', payout: '40.00' })
  expect(await bets.balance(excluded.token)).toBe('1020.00')
})

const idOf = async (token: string): Promise<bigint> => {
  const hash = createHash('sha256').update(token).digest('hex')
  const { rows } = await sql<{ bettor: bigint }>`
    select bettor from identity.session where token_hash = decode(${hash}, 'hex')`.execute(nare.base.db)
  return rows[0]?.bettor ?? 0n
}
