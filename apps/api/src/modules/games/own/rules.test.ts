import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GameChoice, GameMove } from '@nare/contract/game-shapes'
import { games as calls, type GameRound } from '@nare/contract/games'
import { operator } from '@nare/contract/operator'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { multiplierText } from '@nare/games/games'
import { minesMultiplier } from '@nare/games/mines'
import published from '@nare/games/published-vectors.json' with { type: 'json' }
import { checkRound, type PublishedRound } from '@nare/games/verify-files'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, type Bets } from '#testing/bets'
import { gamesEnv, ownGamesOn } from '#testing/own-games'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'

const asha = 'the-token-of-asha'
const OPERATORS = `asha:${createHash('sha256').update(asha).digest('hex')}`
const reason = 'a test of the limits'

let nare: TestApp
let bets: Bets
let own: ReturnType<typeof ownGamesOn>
const logged: string[] = []

beforeAll(async () => {
  const log = openLog('trace', { write: (line) => void logged.push(line) })
  nare = await testApp({ ...gamesEnv, OPERATORS }, { log })
  bets = betsOn(nare)
  own = ownGamesOn(nare)
})
afterAll(() => nare.close())

const { serverSeed, clientSeed, mines_nonce1_3: hidden } = published.stake_like
const mines: GameChoice = { game: 'mines', options: { mines: 3 } }
const hiLo: GameChoice = { game: 'hi-lo', options: {} }
const blackjack: GameChoice = { game: 'blackjack', options: {} }
const limbo = (target: string): GameChoice => ({ game: 'limbo', options: { target } })

/** A bettor whose first round is drawn from the published seeds with nonce 1. */
async function someone(shillings = 100): Promise<SeededBettor> {
  const [one] = await nare.bettors(1, shillings)
  if (!one) throw new Error('no bettor')
  await own.setSeeds(one, { serverSeed, clientSeed, nonce: 1 })
  return one
}

const wrongSteps = (round: GameRound) =>
  checkRound(round as unknown as PublishedRound, serverSeed).flatMap(({ ok, text }) => (ok ? [] : [text]))

test('a bet is refused for its options, its stake and its largest win before anything is staked', async () => {
  const { id, token } = await someone(30_000)
  const refusedFor = async (chosen: GameChoice, given: object, field?: string) => {
    const { status, body } = await own.bet(token, chosen, given)
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
  expect(await refusedFor({ game: 'roulette', options: { bets: [{ on: '37', amount: '20' }] } }, {}, 'bets')).toBe(bad)
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

test('mines cash out by themselves at the last step within the largest win of an operator, and a pause stops new rounds only', async () => {
  const { token } = await someone(200)
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
  await bets.verifyBooks()
})

test('a pause is answered after the rounds that were being placed before it', async () => {
  const { id, token } = await someone()
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

test('the limits of the bettor count rounds and what moves stake, and an excluded bettor only plays on without a stake', async () => {
  const { token } = await someone(1000)
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

  const excluded = await someone(1000)
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
  await bets.verifyBooks()
})

const idOf = async (token: string): Promise<bigint> => {
  const hash = createHash('sha256').update(token).digest('hex')
  const { rows } = await sql<{ bettor: bigint }>`
    select bettor from identity.session where token_hash = decode(${hash}, 'hex')`.execute(nare.base.db)
  return rows[0]?.bettor ?? 0n
}

test('a server seed that cannot be opened plays no round, is logged by its hash, and its open rounds get their stakes back', async () => {
  const { token } = await someone(200)
  const round = await own.mustBet(token, blackjack)
  await own.mustMove(token, round, 'split')
  const log = openLog('trace', { write: (line) => void logged.push(line) })
  const other = await testApp({ GAMES_KEY: '6'.repeat(64) }, { base: nare.base, log })
  const lost = ownGamesOn(other)
  expect((await lost.bet(token, mines)).body).toMatchObject({ code: 'not_available' })
  expect((await lost.move(token, round, 'stand')).body).toMatchObject({ code: 'not_available' })
  expect(logged.join('\n')).toContain(
    `the server seed with the hash ${round.fairness.server_seed_hash} cannot be opened`,
  )
  await nare.call(sandbox.clock, { advance_s: 86_400 })
  expect(await other.app.ownGames.endLeftOpen()).toBeGreaterThan(0)
  await other.close()
  expect(await own.round(token, round.round_id)).toMatchObject({ state: 'done', multiplier: '1.0000', payout: '40.00' })
  expect(await bets.bet(token, round.round_id)).toMatchObject({ state: 'void', returned: '40.00' })
  expect(await bets.balance(token)).toBe('200.00')
  await bets.verifyBooks()
})

test("a stranger's round is not found, and a move of another game is refused", async () => {
  const [asked, stranger] = [await someone(), await someone()]
  const round = await own.mustBet(asked.token, mines)
  expect((await nare.call(calls.round, { round_id: round.round_id }, stranger.token)).status).toBe(404)
  expect((await own.move(stranger.token, round, { reveal: 1 })).status).toBe(404)
  expect((await own.move(asked.token, { ...round, game: 'hi-lo' }, { skip: true })).status).toBe(404)
  expect((await own.move(asked.token, { ...round, round_id: 'x' }, { reveal: 1 })).status).toBe(404)
  expect((await own.move(asked.token, round, 'hit')).status).toBe(400)
  expect((await own.move(asked.token, round, { cash_out: true })).body).toMatchObject({ code: 'bad_move' })
  const flat = { game: 'mines', round_id: round.round_id, id: crypto.randomUUID() } as const
  expect((await nare.call(calls.move, { ...flat, reveal: 1, cash_out: true }, asked.token)).status).toBe(400)
  expect((await nare.call(calls.move, flat, asked.token)).status).toBe(400)
  expect((await nare.call(calls.move, { ...flat, reveal: 1 }, asked.token)).status).toBe(200)
})

test('nothing hidden is in an answer, a log line or a row in clear while a round is open', async () => {
  const secret = '7f'.repeat(32)
  const bettor = await someone(1000)
  await own.setSeeds(bettor, { serverSeed: secret, clientSeed, nonce: 0 })
  const answers: unknown[] = []
  const open = await own.bet(bettor.token, { game: 'mines', options: { mines: 24 } })
  const dealt = await own.bet(bettor.token, blackjack)
  answers.push(open.body, dealt.body, await nare.call(calls.seeds, {}, bettor.token))
  answers.push(await nare.call(calls.rounds, {}, bettor.token), await own.rotate(bettor.token))
  expect(open.body.round.result).toEqual({ revealed: [] })
  if (dealt.body.round.game === 'blackjack' && dealt.body.round.state === 'open')
    expect(dealt.body.round.result.dealer).toHaveLength(1)
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('games', 'betting', 'ledger')`.execute(
    nare.base.db,
  )
  const stored: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`
      .execute(nare.base.db)
      .catch(() => ({ rows: [] }))
    stored.push(...rows.map(({ row }) => row))
  }
  expect(stored.length).toBeGreaterThan(100)
  const hex = Buffer.from(secret).toString('hex')
  for (const text of [JSON.stringify(answers), stored.join('\n'), logged.join('\n')]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(hex)
  }
  const { rows } = await sql<{ result: object }>`
    select result from games.round where bet_id = ${open.body.round.round_id}::bigint`.execute(nare.base.db)
  expect(rows).toEqual([{ result: { revealed: [] } }])
  const reveal = sql`update games.server_seed set revealed = ${secret}, rounds = 1, revealed_at = now(), rotation = gen_random_uuid()
    where bettor_id = ${bettor.id}::bigint and server_seed_hash = ${open.body.round.fairness.server_seed_hash}`
  await expect(reveal.execute(nare.base.db)).rejects.toThrow('is in use')
})

test('rounds left open for a day are ended: cashed out, stood, or with their stake back', async () => {
  const lower: GameMove = { guess: 'lower or same' }
  const cases: [GameChoice, GameMove[], string, string][] = [
    [mines, [], '100.00', 'void'],
    [mines, [{ reveal: 0 }], '102.50', 'won'],
    [hiLo, [{ skip: true }], '100.00', 'void'],
    [hiLo, [lower], '105.74', 'won'],
    [blackjack, [], '120.00', 'won'],
    [blackjack, ['split'], '140.00', 'won'],
  ]
  const left = []
  for (const [chosen, moves, balance, state] of cases) {
    const { token } = await someone()
    let round = await own.mustBet(token, chosen)
    for (const move of moves) round = await own.mustMove(token, round, move)
    expect(round.state).toBe('open')
    await nare.call(protection.selfExclude, { period: '6m' }, token)
    left.push({ token, round, balance, state })
  }
  await nare.app.ownGames.endLeftOpen()
  for (const { token, round } of left) expect(await own.round(token, round.round_id)).toEqual(round)
  await nare.call(sandbox.clock, { advance_s: 86_400 })
  expect(await nare.app.ownGames.endLeftOpen()).toBeGreaterThanOrEqual(left.length)
  expect(await nare.app.ownGames.endLeftOpen()).toBe(0)
  for (const { token, round, balance, state } of left) {
    const ended = await own.round(token, round.round_id)
    expect(ended).toMatchObject({ state: 'done', settled_at: expect.any(String) })
    expect([ended.game, await bets.balance(token)]).toEqual([round.game, balance])
    expect((await bets.bet(token, round.round_id)).state).toBe(state)
    expect(wrongSteps(ended)).toEqual([])
    expect((await own.move(token, round, round.game === 'blackjack' ? 'hit' : { cash_out: true })).body).toMatchObject({
      code: 'round_over',
    })
  }
  await bets.verifyBooks()
})
