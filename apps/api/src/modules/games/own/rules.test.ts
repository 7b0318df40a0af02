import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GameChoice, GameMove } from '@nare/contract/game-shapes'
import { games as calls, type GameRound } from '@nare/contract/games'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import published from '@nare/games/published-vectors.json' with { type: 'json' }
import type { PublishedRound } from '@nare/games/check'
import { roundSteps } from '@nare/games/verify-files'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, type Bets } from '#testing/bets'
import { gamesEnv, ownGamesOn } from '#testing/own-games'
import type { SeededBettor } from '#testing/seed'

let nare: TestApp
let bets: Bets
let own: ReturnType<typeof ownGamesOn>
const logged: string[] = []

beforeAll(async () => {
  const log = openLog('trace', { write: (line) => void logged.push(line) })
  nare = await testApp(gamesEnv, { log })
  bets = betsOn(nare)
  own = ownGamesOn(nare)
})
afterAll(() => closeWithBooks(nare))

const { serverSeed, clientSeed } = published.stake_like
const mines: GameChoice = { game: 'mines', options: { mines: 3 } }
const hiLo: GameChoice = { game: 'hi-lo', options: {} }
const blackjack: GameChoice = { game: 'blackjack', options: {} }

/** All rows of these schemas as text, read as the owner of the tables: the application may not read all of them. */
async function storedRows(schemas: readonly string[]): Promise<string[]> {
  const { db } = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' })
  try {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any(${schemas}::text[])`.execute(
      db,
    )
    const stored: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db)
      for (const { row } of rows) stored.push(row)
    }
    return stored
  } finally {
    await db.destroy()
  }
}

/** A new bettor whose first round uses the published seeds with nonce 1. */
async function newBettor(shillings = 100): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  await own.setSeeds(seeded, { serverSeed, clientSeed, nonce: 1 })
  return seeded
}

const wrongSteps = (round: GameRound) =>
  roundSteps(round as unknown as PublishedRound, serverSeed).flatMap(({ ok, text }) => (ok ? [] : [text]))

test('if a server seed cannot be decrypted, bets and moves are refused, the hash of the seed is logged, and open rounds are refunded', async () => {
  const { token } = await newBettor(200)
  const round = await own.mustBet(token, blackjack)
  await own.mustMove(token, round, 'split')
  const log = openLog('trace', { write: (line) => void logged.push(line) })
  const other = await testApp({ GAMES_KEY: '6'.repeat(64) }, { base: nare.base, log })
  const withOtherKey = ownGamesOn(other)
  expect((await withOtherKey.bet(token, mines)).body).toMatchObject({ code: 'not_available' })
  expect((await withOtherKey.move(token, round, 'stand')).body).toMatchObject({ code: 'not_available' })
  expect(logged.join('\n')).toContain(
    `the server seed with the hash ${round.fairness.server_seed_hash} cannot be decrypted`,
  )
  await nare.call(sandbox.clock, { advance_s: 86_400 })
  expect(await other.app.ownGames.endAbandoned()).toBeGreaterThan(0)
  await other.close()
  expect(await own.round(token, round.round_id)).toMatchObject({ state: 'done', multiplier: '1.0000', payout: '40.00' })
  expect(await bets.bet(token, round.round_id)).toMatchObject({ state: 'void', returned: '40.00' })
  expect(await bets.balance(token)).toBe('200.00')
})

test('a new key goes on with rounds whose seeds the earlier one has sealed, and seals the next seeds by itself', async () => {
  const { token } = await nare.bettor(200)
  const round = await own.mustBet(token, mines)
  const key = '6'.repeat(64)
  const turned = await testApp({ GAMES_KEY: `${key},${gamesEnv.GAMES_KEY}` }, { base: nare.base })
  const withNewKey = ownGamesOn(turned)
  const { state } = await withNewKey.mustMove(token, round, { reveal: 1 })
  if (state === 'open') await withNewKey.mustMove(token, round, { cash_out: true })
  // The seed that was already promised as the next one, then one that was drawn after the change.
  for (let n = 0; n < 2; n++) expect((await withNewKey.rotate(token)).status).toBe(200)
  const alone = await testApp({ GAMES_KEY: key }, { base: nare.base })
  expect((await ownGamesOn(alone).bet(token, mines)).status).toBe(201)
  expect((await own.bet(token, mines)).body).toMatchObject({ code: 'not_available' })
  await alone.close()
  await turned.close()
})

test("another bettor's round is not found, and a malformed move or a move of another game is refused", async () => {
  const [owner, stranger] = [await newBettor(), await newBettor()]
  const round = await own.mustBet(owner.token, mines)
  expect((await nare.call(calls.round, { round_id: round.round_id }, stranger.token)).status).toBe(404)
  expect((await own.move(stranger.token, round, { reveal: 1 })).status).toBe(404)
  expect((await own.move(owner.token, { ...round, game: 'hi-lo' }, { skip: true })).status).toBe(404)
  expect((await own.move(owner.token, { ...round, round_id: 'x' }, { reveal: 1 })).status).toBe(404)
  expect((await own.move(owner.token, round, 'hit')).status).toBe(400)
  expect((await own.move(owner.token, round, { cash_out: true })).body).toMatchObject({ code: 'bad_move' })
  // The fields of a move may be sent in the body itself or under `move`; a blackjack move may also be sent by its name.
  const flat = { game: 'mines', round_id: round.round_id, id: crypto.randomUUID() } as const
  expect((await nare.call(calls.move, { ...flat, reveal: 1, cash_out: true }, owner.token)).status).toBe(400)
  expect((await nare.call(calls.move, flat, owner.token)).status).toBe(400)
  expect((await nare.call(calls.move, { ...flat, reveal: 1 }, owner.token)).status).toBe(200)
  expect((await nare.call(calls.move, { ...flat, move: { reveal: 1, skip: true } }, owner.token)).status).toBe(400)
  const { token } = await newBettor(200)
  const dealt = await own.mustBet(token, blackjack)
  const named = { game: 'blackjack', round_id: dealt.round_id, id: crypto.randomUUID() } as const
  for (const move of [
    { move: 'cash_out' },
    { move: { hit: false } },
    { move: 'constructor' },
    { hit: true, stand: true },
  ])
    expect([move, (await nare.call(calls.move, { ...named, ...move } as never, token)).status]).toEqual([move, 400])
  const byName = await nare.call(calls.move, { ...named, move: { split: true } }, token)
  expect(byName.body.round.moves).toEqual(['split'])
  expect((await nare.call(calls.move, { ...named, split: true }, token)).body.round).toEqual(byName.body.round)
  expect((await nare.call(calls.move, { ...named, move: 'split' }, token)).body.round).toEqual(byName.body.round)
})

test('while a round is open, no response, log line or stored row contains a server seed or a hidden outcome in plain text', async () => {
  const secret = '7f'.repeat(32)
  const bettor = await newBettor(1000)
  await own.setSeeds(bettor, { serverSeed: secret, clientSeed, nonce: 0 })
  const answers: unknown[] = []
  const open = await own.bet(bettor.token, { game: 'mines', options: { mines: 24 } })
  const dealt = await own.bet(bettor.token, blackjack)
  answers.push(open.body, dealt.body, await nare.call(calls.seeds, {}, bettor.token))
  answers.push(await nare.call(calls.rounds, {}, bettor.token), await own.rotate(bettor.token))
  expect(open.body.round.result).toEqual({ revealed: [] })
  if (dealt.body.round.game === 'blackjack' && dealt.body.round.state === 'open')
    expect(dealt.body.round.result.dealer).toHaveLength(1)
  const stored = await storedRows(['games', 'betting', 'ledger'])
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

test('a round that has been open for a day is cashed out, ended by standing, or refunded', async () => {
  const lower: GameMove = { guess: 'lower or same' }
  const cases: [GameChoice, GameMove[], string, string][] = [
    [mines, [], '100.00', 'void'],
    [mines, [{ reveal: 0 }], '102.50', 'won'],
    [hiLo, [{ skip: true }], '100.00', 'void'],
    [hiLo, [lower], '105.74', 'won'],
    [blackjack, [], '120.00', 'won'],
    [blackjack, ['split'], '140.00', 'won'],
  ]
  const abandoned = []
  for (const [chosen, moves, balance, state] of cases) {
    const { token } = await newBettor()
    let round = await own.mustBet(token, chosen)
    for (const move of moves) round = await own.mustMove(token, round, move)
    expect(round.state).toBe('open')
    await nare.call(protection.selfExclude, { period: '6m' }, token)
    abandoned.push({ token, round, balance, state })
  }
  await nare.app.ownGames.endAbandoned()
  for (const { token, round } of abandoned) expect(await own.round(token, round.round_id)).toEqual(round)
  await nare.call(sandbox.clock, { advance_s: 86_400 })
  expect(await nare.app.ownGames.endAbandoned()).toBeGreaterThanOrEqual(abandoned.length)
  expect(await nare.app.ownGames.endAbandoned()).toBe(0)
  for (const { token, round, balance, state } of abandoned) {
    const ended = await own.round(token, round.round_id)
    expect(ended).toMatchObject({ state: 'done', settled_at: expect.any(String) })
    expect([ended.game, await bets.balance(token)]).toEqual([round.game, balance])
    expect((await bets.bet(token, round.round_id)).state).toBe(state)
    expect(wrongSteps(ended)).toEqual([])
    expect((await own.move(token, round, round.game === 'blackjack' ? 'hit' : { cash_out: true })).body).toMatchObject({
      code: 'round_over',
    })
  }
})
