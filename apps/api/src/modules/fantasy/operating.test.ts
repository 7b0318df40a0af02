import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { fantasy } from '@nare/contract/fantasy'
import { operator } from '@nare/contract/operator'
import { prizeOf } from '@nare/fantasy/prizes'
import { operatorFantasy as calls } from '@nare/contract/operator-fantasy'
import { fantasyWorld, someTeam, type FantasyWorld } from './testing/fantasy-world.ts'

const asha = 'the-token-of-asha'
const reason = 'the feed was wrong'

let at: FantasyWorld
beforeAll(async () => {
  at = await fantasyWorld({ OPERATORS: `asha:${createHash('sha256').update(asha).digest('hex')}` })
})
afterAll(() => at.close())

const listed = async (weekId: string) =>
  (await at.nare.call(calls.fantasyWeeks, {}, asha)).body.data.find(({ week_id }) => week_id === weekId)
const switchEntry = (week_id: string, open: boolean) =>
  at.nare.call(calls.switchFantasyEntry, { week_id, open, reason }, asha)
const voidWeek = (week_id: string) => at.nare.call(calls.voidFantasyWeek, { week_id, reason }, asha)
const correct = (week_id: string) => at.nare.call(calls.correctFantasyWeek, { week_id, reason }, asha)
const pointsOf = async (bettor: { id: bigint }) => (await at.app.ledger.balances(bettor.id)).points

test('a week that an operator closed accepts no team until it is reopened, which is possible until its deadline', async () => {
  const { weekId } = await at.week({ league: 'Closed', hours: 1 })
  const { players } = await at.weekOf(weekId)
  const bettors = await at.nare.bettors(12)
  expect((await at.save(weekId, someTeam(players), bettors[0]?.token ?? '')).status).toBe(200)
  expect(await listed(weekId)).toMatchObject({ state: 'open', teams: 1, closed_by: null })
  // Ten bettors save while the operator closes the week. Every accepted team counts; no team is accepted after the response to the close.
  const saving = bettors.slice(1, 11).map(({ token }) => at.save(weekId, someTeam(players), token))
  expect((await switchEntry(weekId, false)).body).toEqual({ week_id: weekId, state: 'closed' })
  const teams = (await listed(weekId))?.teams ?? 0
  const saved = (await Promise.all(saving)).filter(({ status }) => status === 200).length
  expect(teams).toBe(1 + saved)
  const late = () => at.save(weekId, someTeam(players), bettors[11]?.token ?? '')
  expect((await late()).body).toMatchObject({ code: 'deadline_passed' })
  expect(await listed(weekId)).toMatchObject({ state: 'closed', closed_by: 'asha', teams })
  expect(await at.weekOf(weekId)).toMatchObject({ state: 'running', closed: true })
  await at.app.fantasy.advanceAll()
  expect((await switchEntry(weekId, true)).body.state).toBe('open')
  expect(await at.weekOf(weekId)).not.toHaveProperty('closed')
  expect((await late()).status).toBe(200)
  await at.advance(3_700)
  expect(await switchEntry(weekId, true)).toMatchObject({ status: 422, body: { code: 'deadline_passed' } })
  expect(await listed(weekId)).toMatchObject({ state: 'running', teams: teams + 1 })
  expect((await switchEntry('none', false)).status).toBe(404)
})

test('an operator can void an open or a running week once, and the week is over without prizes', async () => {
  const bettor = await at.nare.bettor()
  const open = await at.week({ league: 'Void open' })
  const running = await at.week({ league: 'Void running', hours: 1 })
  for (const { weekId } of [open, running])
    await at.save(weekId, someTeam((await at.weekOf(weekId)).players), bettor.token)
  expect((await voidWeek(open.weekId)).body).toEqual({ week_id: open.weekId, state: 'void' })
  await at.advance(3_700)
  expect((await at.weekOf(running.weekId)).state).toBe('running')
  expect((await voidWeek(running.weekId)).status).toBe(200)
  for (const { weekId, matches } of [open, running]) {
    for (const id of matches) await at.result(id, '2:0')
    await at.app.fantasy.advanceAll()
    await at.app.fantasy.payPrizes()
    expect(await at.weekOf(weekId, bettor.token)).toMatchObject({ state: 'over', voided: true, teams: 1 })
    expect(await listed(weekId)).toMatchObject({ state: 'void', voided_by: 'asha', winners: 0, won: 0 })
    expect(await voidWeek(weekId)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
    expect(await correct(weekId)).toMatchObject({ status: 422, body: { code: 'not_available' } })
  }
  expect(await pointsOf(bettor ?? { id: 0n })).toBe(0)
  const lines = (await at.nare.call(operator.audit, { action: 'fantasy.void' }, asha)).body.data
  expect(lines.map(({ subject, outcome }) => [subject, outcome])).toContainEqual([
    `fantasy week ${open.weekId}`,
    'void',
  ])
})

test('the correction of a finished week pays the difference once to each bettor who has won more, and takes nothing back', async () => {
  const { weekId, matches } = await at.week({ league: 'Corrected', hours: 1 })
  const { players } = await at.weekOf(weekId)
  const bettors = await at.nare.bettors(8)
  for (const [n, { token }] of bettors.entries()) await at.save(weekId, someTeam(players, 2 * n), token)
  expect(await correct(weekId)).toMatchObject({ status: 422, body: { code: 'not_available' } })
  await at.advance(3_700)
  for (const id of matches) await at.result(id, '9:0')
  await at.app.fantasy.advanceAll()
  await at.app.fantasy.payPrizes()
  const before = await Promise.all(bettors.map(pointsOf))
  expect((await correct(weekId)).body).toMatchObject({ changed: false, owed: 0 })

  for (const id of matches) await at.result(id, '0:9')
  expect((await at.weekOf(weekId)).players.reduce((sum, { goals }) => sum + goals, 0)).toBe(45)
  const both = await Promise.all([correct(weekId), correct(weekId)])
  expect(both.filter(({ body }) => body.changed)).toHaveLength(1)
  const owed = both.reduce((sum, { body }) => sum + body.owed, 0)
  await Promise.all(Array.from({ length: 5 }, () => at.app.fantasy.payPrizes()))
  const after = await Promise.all(bettors.map(pointsOf))
  expect(owed).toBeGreaterThan(0)
  expect(after.filter((points, n) => points > (before[n] ?? 0n))).toHaveLength(owed)
  expect(after.every((points, n) => points >= (before[n] ?? 0n))).toBe(true)

  // Each bettor has the larger of two prizes: the one paid before, and the one by the current table.
  const places = (await Promise.all(bettors.map(({ token }) => at.weekOf(weekId, token)))).map(({ mine }) => mine)
  const now = places.map((mine) => {
    const { rank = 0, points = 0 } = mine ?? {}
    return prizeOf({ rank, points, tied: places.filter((other) => other?.rank === rank).length })
  })
  expect(after.map(Number)).toEqual(now.map((prize, n) => Math.max(prize, Number(before[n]))))
  expect(places.map((mine) => mine?.prize ?? 0)).toEqual(after.map(Number))
  const won = after.reduce((sum, points) => sum + Number(points), 0)
  expect(await listed(weekId)).toMatchObject({ state: 'over', won, paid: won })
  expect((await at.weekOf(weekId)).players.reduce((sum, { goals }) => sum + goals, 0)).toBe(45)
  await at.app.clock.advance(31 * 86_400)
  expect(await correct(weekId)).toMatchObject({ status: 422, body: { code: 'not_available' } })
})

test('a closed week is listed after the open ones, and is a running week from its deadline', async () => {
  const order = ['open', 'running', 'over']
  const shown = async () => (await at.nare.call(fantasy.weeks, {})).body.data
  const closed = await at.week({ league: 'Closed list', hours: 1 })
  const open = await at.week({ league: 'Open list', hours: 2 })
  await switchEntry(closed.weekId, false)
  const states = (await shown()).map(({ state }) => state)
  expect(states).toEqual(states.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))
  expect((await shown()).find(({ week_id }) => week_id === closed.weekId)).toMatchObject({ closed: true })
  await at.app.clock.advance(3_700)
  const late = (await shown()).find(({ week_id }) => week_id === closed.weekId)
  expect(late).toMatchObject({ state: 'running' })
  expect(late).not.toHaveProperty('closed')
  await at.app.fantasy.advanceAll()
  expect((await shown()).find(({ week_id }) => week_id === open.weekId)).toMatchObject({ state: 'open' })
  expect(await at.weekOf(closed.weekId)).not.toHaveProperty('closed')
})

test('a week whose seed cannot be opened is shown, and can be voided', async () => {
  const { weekId, matches } = await at.week({ league: 'Lost seed', hours: 1 })
  await sql`update fantasy.secret s set sealed = 'lost' from fantasy.week w
    where w.week_no = s.week_no and w.week_id = ${weekId}`.execute(at.owner)
  await at.advance(3_700)
  for (const id of matches) await at.result(id, '2:0')
  expect(await at.weekOf(weekId)).toMatchObject({ state: 'running' })
  expect((await voidWeek(weekId)).body).toEqual({ week_id: weekId, state: 'void' })
  expect(await at.weekOf(weekId)).toMatchObject({ state: 'over', voided: true })
})

test('a week does not wait for a match that was moved out of it, which is shown as such', async () => {
  const { weekId, matches } = await at.week({ league: 'Moved', hours: 1 })
  const moved = matches[4] ?? ''
  await sql`
    update catalog.match set start_time = start_time + interval '10 days', state = 'postponed'
    where id = ${Number(moved)}::int`.execute(at.owner)
  await at.advance(3_700)
  for (const id of matches.slice(0, 4)) await at.result(id, '1:0')
  await at.app.fantasy.advanceAll()
  const over = await at.weekOf(weekId)
  expect(over.state).toBe('over')
  const shown = over.matches.map(({ match_id, state, moved: hasMoved }) => [match_id, state, hasMoved])
  expect(shown).toEqual([...matches.slice(0, 4).map((id) => [id, 'over', undefined]), [moved, 'void', true]])
  expect(over.players.reduce((sum, { goals }) => sum + goals, 0)).toBe(4)
  expect(over.players.reduce((sum, { starts }) => sum + starts, 0)).toBe(88)
})
