import { expect, test } from 'vitest'
import { boards as calls } from '@nare/contract/boards'
import { openLog } from '#platform/log'
import { testApp } from '#testing/app'
import { betsOn } from '#testing/bets'
import { playBoards } from './board-players.ts'

test('after a start the daily leaderboard shows sandbox players with placed and settled bets, and a second run adds none', async () => {
  const nare = await testApp()
  for (let n = 0; n < 5; n++) await nare.match({ home_team: `Home ${n}`, away_team: `Away ${n}` })
  const deps = { ...nare.app, log: openLog('silent') }
  await playBoards(deps)
  await nare.app.betting.settled()
  await nare.app.boards.count()
  const board = async () => (await nare.call(calls.leaderboard, { period: 'day' })).body
  const { data } = await board()
  expect(data.length).toBeGreaterThan(5)
  expect(data[0]).toMatchObject({ rank: 1, player: expect.stringMatching(/^.\*\*\*\d$/u) })
  // Players with equal points share the prizes of their ranks.
  expect(Number(data[0]?.prize)).toBeGreaterThanOrEqual(500)
  await playBoards(deps)
  await nare.app.boards.count()
  expect((await board()).data).toEqual(data)
  await betsOn(nare).verifyBooks()
  await nare.close()
})
