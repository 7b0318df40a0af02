import { afterAll, beforeAll, expect, test } from 'vitest'
import { casino } from '@nare/contract/casino'
import { sql } from 'kysely'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { arcadeApp, type ArcadeApp } from '#testing/arcade'
import { ownGamesOn } from '#testing/own-games'

let arcade: ArcadeApp

beforeAll(async () => {
  arcade = await arcadeApp()
})
afterAll(() => arcade.close())

test('a lobby does not wait for its winners', async () => {
  const arcade = await arcadeApp()
  const { db } = openDb(arcade.nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' })
  const lobby = await db.transaction().execute(async (tx) => {
    await sql`lock table casino.round in access exclusive mode`.execute(tx)
    return arcade.nare.call(casino.games, { winners: 'true' })
  })
  await db.destroy()
  await arcade.close()
  expect(lobby.status).toBe(200)
  expect(lobby.body.games.length).toBeGreaterThan(0)
  expect(lobby.body.winners).toBeUndefined()
})

test('winners are the last rounds of casino and own games that paid more than their stake, with masked names', async () => {
  const { nare } = arcade
  const own = ownGamesOn(nare)
  const bettor = await nare.bettor(20_000)
  const { body } = await arcade.open('bgaming:coin-duel', bettor)
  const won: unknown[] = []
  for (let n = 0; n < 12; n++) {
    const move = { session: body['session'], side: 'heads', stake: n % 2 ? '50' : '20' }
    const { body: round } = await arcade.post('/api/play', move)
    if (round['pays'] !== '0.00') won.unshift(['bgaming:coin-duel', 'Coin Duel', round['stake'], round['pays']])
    const { stake, payout } = await own.mustBet(bettor.token, { game: 'limbo', options: { target: '1.01' } })
    if (payout !== '0.00') won.unshift(['nare:limbo', 'Limbo', stake, payout])
  }
  const { status, body: shown } = await nare.call(casino.winners, {})
  expect(status).toBe(200)
  expect(shown.data.map(({ game_id, name, stake, amount }) => [game_id, name, stake, amount])).toEqual(won.slice(0, 20))
  expect(won.length).toBeGreaterThan(0)
  for (const winner of shown.data) expect(winner.player).toBe(`S***${bettor.msisdn.at(-1)}`)
  const lobby = async (asked: object) => (await nare.call(casino.games, asked)).body.winners
  expect(await lobby({ winners: 'true' })).toEqual(shown.data.slice(0, 6))
  expect(await lobby({ winners: 'false' })).toBeUndefined()
  expect(await lobby({})).toBeUndefined()
})

test('the own games that were played are among the recent ones, even without a launch', async () => {
  const { nare } = arcade
  const own = ownGamesOn(nare)
  const bettor = await nare.bettor(20_000)
  await arcade.open('bgaming:coin-duel', bettor)
  await own.mustBet(bettor.token, { game: 'limbo', options: { target: '2.00' } })
  await own.mustBet(bettor.token, { game: 'mines', options: { mines: 1 } })
  const recent = async () => (await nare.call(casino.recent, {}, bettor.token)).body.data.map(({ game_id }) => game_id)
  expect(await recent()).toEqual(['nare:mines', 'nare:limbo', 'bgaming:coin-duel'])
  await nare.call(casino.play, { game_id: 'nare:limbo', mode: 'real' }, bettor.token)
  expect(await recent()).toEqual(['nare:limbo', 'nare:mines', 'bgaming:coin-duel'])
})
