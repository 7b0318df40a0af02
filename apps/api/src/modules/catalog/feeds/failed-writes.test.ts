import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cupFile, cupText } from '#testing/cup-file'
import { whileFailing } from '#testing/failing-writes'
import { openIsportsStub } from '#testing/http-stub'
import { testCatalog, type TestCatalog } from '../testing.ts'
import { openIsports } from './isports-client.ts'
import { openReplay } from './replay.ts'

let at: TestCatalog
beforeEach(async () => {
  at = await testCatalog()
  at.log.level = 'silent'
})
afterEach(() => at.base.close())

/** Runs `work` while no change of a match can be stored. */
const whileBroken = (work: () => Promise<unknown>) =>
  whileFailing(at.base, { on: 'update', table: 'catalog.match', when: 'true' }, work)

const theMatch = async () => {
  const { rows } = await sql<{ state: string; minute: number; score: string }>`
    select state, minute, home_score || ':' || away_score as score from catalog.match`.execute(at.base.db)
  return rows[0]
}
const eventTypes = async () =>
  (await sql<{ type: string }>`select type from catalog.match_event order by n`.execute(at.base.db)).rows.map(
    ({ type }) => type,
  )

test('if a state could not be stored, a replayed tournament sends it again, with its events', async () => {
  const goals1 = [{ name: 'Otieno', minute: 20 }]
  const file = await cupFile(
    cupText([
      {
        round: 'Matchday 1',
        group: 'Group A',
        team1: 'Simba',
        team2: 'Chui',
        score: { ft: [1, 0], ht: [1, 0] },
        goals1,
        goals2: [],
      },
    ]),
  )
  try {
    const replay = await openReplay({ ...at.feed, path: file.path, speed: 1 })
    await replay.tick()
    await at.clock.advance(3600 + 21 * 60 + 30)
    await whileBroken(() => replay.tick())
    expect(await theMatch()).toMatchObject({ state: 'not_started', score: null })
    expect(await eventTypes()).toEqual([])

    await replay.tick()
    expect(await theMatch()).toEqual({ state: 'live', minute: 22, score: '1:0' })
    expect(await eventTypes()).toEqual(['kick_off', 'goal'])
  } finally {
    await file.remove()
  }
})

test('if a score and events could not be stored, the isports feed sends them again', async () => {
  const replies: Record<string, unknown> = {}
  const stub = await openIsportsStub(replies)
  try {
    const feed = openIsports({ ...at.feed, url: stub.url, key: 'secret', company: '8', leagues: [], liveBets: true })
    const seconds = Math.floor(at.clock.now() / 1000)
    const entry = {
      matchId: '1',
      leagueId: '1639',
      leagueName: 'English Premier League',
      homeName: 'Arsenal',
      awayName: 'Hull City',
      matchTime: seconds + 600,
      status: 0,
      homeScore: 0,
      awayScore: 0,
    }
    replies['livescores'] = [entry]
    replies['odds/main'] = {
      europeOdds: ['1,8,1.73,4.00,3.50,1.70,4.10,4.40,1775629978,false,2'],
      overUnder: ['1,8,2.5,0.92,0.75,2.5,0.90,0.80,1775629273,false,2'],
    }
    await feed.turn()
    await at.clock.advance(630)
    // The minute stays the same, so that only the failure can cause the second message.
    const goal = { eventId: '7', type: 1, minute: '1', playerName: 'Saka', homeEvent: true, overtime: '' }
    replies['livescores'] = [{ ...entry, status: 1, startTime: entry.matchTime, homeScore: 1 }]
    replies['events'] = [{ matchId: '1', events: [goal] }]
    await whileBroken(() => feed.turn())
    expect(await theMatch()).toMatchObject({ state: 'not_started', score: null })

    await at.clock.advance(16)
    await feed.turn()
    expect(await theMatch()).toEqual({ state: 'live', minute: 1, score: '1:0' })
    expect(await eventTypes()).toContain('goal')
  } finally {
    stub.close()
  }
})
