import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betsOn } from './bets.ts'
import { dice } from './cup-bettors.ts'
import { cupFile, cupText } from './cup-file.ts'
import { againstTwin, factsOf, suspendedShare } from './cup-report.ts'
import { playCups } from './cup-season.ts'
import { openCupWorld, openWaits } from './cup-world.ts'
import { testApp, type TestApp } from './app.ts'

/** A small tournament of four sides, played live with 30 bettors, who cash out some of their bets. It takes about a minute. */
const sides = ['Simba', 'Chui', 'Tembo', 'Nyati']
const goals = (...minutes: (number | string)[]) => minutes.map((minute) => ({ name: 'Otieno', minute }))
const match = (day: number, [home, away]: readonly [number, number], given: Record<string, unknown>) => ({
  date: `2031-06-0${day}`,
  team1: sides[home],
  team2: sides[away],
  ...given,
})
const rows = [
  match(1, [0, 1], { group: 'A', score: { ft: [2, 1] }, goals1: goals(9, '45+2'), goals2: goals(80) }),
  match(1, [2, 3], { group: 'A', time: '15:30', score: { ft: [0, 0] } }),
  match(3, [0, 2], { group: 'A', score: { ft: [1, 0], ht: [1, 0] } }),
  match(3, [1, 3], { group: 'A', time: '18:00', score: { ft: [0, 3] }, goals2: goals(46, 47, '90+5') }),
  match(5, [0, 3], { round: 'Final', score: { ft: [1, 1], et: [2, 1] }, goals1: goals(51, 109), goals2: goals(88) }),
]

let nare: TestApp
let file: Awaited<ReturnType<typeof cupFile>>
const waits = openWaits()

beforeAll(async () => {
  file = await cupFile(cupText(rows))
  nare = await testApp({ LIMITS_BY_ADDRESS: 'off', LIMIT_SESSION_MINUTE: '100000' }, { waitForLive: waits.wait })
})
afterAll(async () => {
  await nare?.close()
  await file?.remove()
})

test('a tournament is bet on and cashed out live: every bet matches the reference implementation, and the books balance', async () => {
  const { app } = nare
  const facts = factsOf([file.path])
  const bettors = await nare.bettors(30, 100_000)
  const world = await openCupWorld({ app, paths: [file.path] })
  await world.start()
  const { bets, answers } = await playCups({
    app,
    world,
    waits,
    bettors,
    roll: dice(7),
    stepS: 120,
    slipsPerStep: 4,
    combinationsPerStep: 3,
    cashOutsPerStep: 2,
    matches: rows.length,
  })
  const { stored, wrong } = await againstTwin(app.db, { bets, facts, boost: app.country.boost })
  expect(wrong).toEqual([])
  expect(stored).toHaveLength(bets.length)
  expect(bets.filter(({ isLive }) => isLive).length).toBeGreaterThan(200)
  const isCombined = ({ legs: [leg] }: (typeof bets)[number]) => leg?.market === '900'
  expect(bets.filter((bet) => bet.isLive && isCombined(bet)).length).toBeGreaterThan(100)
  expect(bets.filter((bet) => bet.paid > 0n && isCombined(bet)).length).toBeGreaterThan(5)
  expect(bets.filter(({ paid }) => paid > 0n).length).toBeGreaterThan(20)
  expect(answers.get('cashed out in part')).toBeGreaterThan(0)
  expect((await suspendedShare(app.db)).share).toBeGreaterThan(0)
  const late = await sql<{ late: number }>`
    select count(*)::int as late from betting.bet b join betting.leg l using (bet_id) join catalog.result r on r.match_id = l.match_id
    where b.placed_at > r.at`.execute(app.db)
  expect(late.rows[0]?.late).toBe(0)
  await betsOn(nare).verifyBooks()
}, 600_000)
