import { afterAll, beforeAll, expect, test } from 'vitest'
import { casino } from '@nare/contract/casino'
import { sql } from 'kysely'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { arcadeApp, type ArcadeApp } from '#testing/arcade'

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

test('winners are the last rounds that paid more than their stake, with stake, win and masked name', async () => {
  const bettor = await arcade.nare.bettor(20_000)
  const { body } = await arcade.open('bgaming:coin-duel', bettor)
  const won: unknown[] = []
  for (let n = 0; n < 12; n++) {
    const move = { session: body['session'], side: 'heads', stake: n % 2 ? '50' : '20' }
    const { body: round } = await arcade.post('/api/play', move)
    if (round['pays'] !== '0.00') won.unshift([round['stake'], round['pays']])
  }
  const { status, body: shown } = await arcade.nare.call(casino.winners, {})
  expect(status).toBe(200)
  expect(shown.data.map(({ stake, amount }) => [stake, amount])).toEqual(won)
  for (const winner of shown.data) {
    expect(winner).toMatchObject({ game_id: 'bgaming:coin-duel', name: 'Coin Duel', provider: 'bgaming' })
    expect(winner.player).toBe(`S***${bettor.msisdn.at(-1)}`)
  }
  const lobby = async (asked: object) => (await arcade.nare.call(casino.games, asked)).body.winners
  expect(await lobby({ winners: 'true' })).toEqual(shown.data.slice(0, 6))
  expect(await lobby({ winners: 'false' })).toBeUndefined()
  expect(await lobby({})).toBeUndefined()
})
