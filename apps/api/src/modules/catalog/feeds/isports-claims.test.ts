import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIsportsStub, type HttpStub } from '#testing/http-stub'
import { testCatalog, type TestCatalog } from '../testing.ts'
import { readEntries } from './isports-api.ts'
import { openIsports } from './isports-client.ts'
import { readOdds } from './isports-odds.ts'

let at: TestCatalog
let stub: HttpStub
const lists: Record<string, unknown> = {}

beforeAll(async () => {
  at = await testCatalog()
  stub = await openIsportsStub(lists)
})
afterAll(async () => {
  stub.close()
  await at.base.close()
})

let matches = 0
function newMatch() {
  const matchId = String(++matches)
  const sides = { homeName: `Simba ${matchId}`, awayName: `Chui ${matchId}` }
  const matchTime = Math.floor(at.clock.now() / 1000) + 3_600
  const entry = { matchId, leagueName: 'League', ...sides, matchTime, status: 0, homeScore: 0, awayScore: 0 }
  const row = (home: string, away: string) => `${matchId},8,1.73,4.00,3.50,${home},4.10,${away},1775629978,false,2`
  return { entry, row, priced: { europeOdds: [row('1.70', '4.40')], overUnder: [] } }
}
const open = () => openIsports({ ...at.feed, url: stub.url, key: 'secret', company: '8', leagues: [], liveBets: true })
async function turn(feed: ReturnType<typeof open>, { livescores, ...given }: typeof lists): Promise<void> {
  Object.assign(lists, { 'odds/main': undefined, livescores, ...given })
  await at.clock.advance(61)
  await feed.turn()
}
async function viewOf({ matchId }: { matchId: string }) {
  const { rows } = await sql<{ id: number }>`select id from catalog.match where source_id = ${matchId}`.execute(
    at.base.db,
  )
  return at.catalog.match(String(rows[0]?.id ?? 0))
}
const openLines = async (entry: { matchId: string }) =>
  (await viewOf(entry))?.odds.filter(({ state }) => state === 'open').length ?? 0

test('a match without prices in the list accepts no bets, even if the feed has started after its last prices; no list confirms nothing', async () => {
  const { entry, priced } = newMatch()
  await turn(open(), { livescores: [entry], 'odds/main': priced })
  expect(await openLines(entry)).toBeGreaterThan(50)
  const restarted = open()
  await turn(restarted, { livescores: [entry] })
  expect([await openLines(entry), restarted.isConnected()]).toEqual([
    expect.toSatisfy((lines: number) => lines > 50),
    true,
  ])
  await turn(restarted, { livescores: [entry], 'odds/main': { europeOdds: [] } })
  expect(await openLines(entry)).toBe(0)
  await turn(restarted, { livescores: [entry], 'odds/main': priced })
  expect(await openLines(entry)).toBeGreaterThan(50)
})

test('swapped sides suspend the match, and its prices and result are read in the stored order', async () => {
  const { entry, row, priced } = newMatch()
  const feed = open()
  await turn(feed, { livescores: [entry], 'odds/main': priced })
  const swapped = { ...entry, homeName: entry.awayName, awayName: entry.homeName }
  await turn(feed, { livescores: [swapped], 'odds/main': { europeOdds: [row('4.30', '1.72')] } })
  expect(await viewOf(entry)).toMatchObject({ home_odd: '1.72', away_odd: '4.30', suspended: 'operator' })
  await at.clock.advance(3 * 3600)
  await turn(feed, { livescores: [{ ...swapped, status: -1, homeScore: 0, awayScore: 2 }] })
  expect(await viewOf(entry)).toMatchObject({ state: 'ended', home_score: 2, away_score: 0 })
})

test('an early result is a finding, and counts when its time has come, without a score at half-time that is impossible', async () => {
  const { entry, priced } = newMatch()
  const feed = open()
  await turn(feed, { livescores: [entry], 'odds/main': priced })
  const ended = { ...entry, status: -1, homeScore: 1, homeHalfScore: 2, awayHalfScore: 0 }
  await turn(feed, { livescores: [ended] })
  expect(await viewOf(entry)).toMatchObject({ state: 'not_started', suspended: 'operator' })
  await at.clock.advance(3 * 3600)
  await turn(feed, { livescores: [ended] })
  const view = await viewOf(entry)
  expect(view).toMatchObject({ state: 'ended', home_score: 1 })
  expect(view).not.toHaveProperty('half_time')
})

test('a malformed field that may be missing does not hide its match; one that decides the score does', () => {
  const { entry } = newMatch()
  const read = (fields: object) => readEntries([{ ...entry, ...fields }]).entries
  expect(read({ homeRed: 'x', leagueName: 5, homeHalfScore: -1, updateTime: null })).toEqual([
    expect.not.objectContaining({ leagueName: 5 }),
  ])
  expect(read({ homeName: ' Simba  ' })).toMatchObject([{ homeName: 'Simba' }])
  for (const fields of [
    { homeScore: '' },
    { homeScore: 1000 },
    { awayScore: null },
    { extraExplain: { extraTimeStatus: 'x' } },
    // Without the score of regular time the score after extra time would settle the bets.
    { extraExplain: { extraTimeStatus: 1 } },
    { extraExplain: { penHomeScore: 4, penAwayScore: 3, homeScore: 1 } },
  ])
    expect([fields, read(fields)]).toEqual([fields, []])
})

test('rows of prices that cannot be a book are dropped, and the rows beside them are used', () => {
  const [{ row }, { row: broken }, { row: hexadecimal }] = [newMatch(), newMatch(), newMatch()]
  const europeOdds = [broken('4.10', '4.40'), null, 5, '', hexadecimal('0x2', '4.40'), row(' 1.70 ', '4.40')]
  expect(readOdds({ europeOdds, overUnder: 'x' })).toMatchObject({
    entries: [[String(matches - 2), { given: { home_odd: 1.7, away_odd: 4.4 } }]],
    invalid: 5,
  })
})

test('rows of another company are not used, and of several different rows about one match none is', () => {
  const [one, doubled, repeated] = [newMatch(), newMatch(), newMatch()]
  const ofAnother = (row: string) => row.replace(',8,', ',9,')
  const totalOf = ({ entry }: typeof one, line: string) =>
    `${entry.matchId},8,0.9,2.5,0.9,${line},0.9,0.9,1775629978,false,2`
  const europeOdds = [
    ...[one.row('1.70', '4.40'), ofAnother(one.row('1.20', '9.00'))],
    ...[doubled.row('1.70', '4.40'), doubled.row('4.40', '1.70')],
    ...[repeated.row('1.70', '4.40'), repeated.row('1.70', '4.40')],
  ]
  const overUnder = [
    totalOf(one, '2.5'),
    ofAnother(totalOf(one, '3.5')),
    totalOf(repeated, '2.5'),
    totalOf(repeated, '1.5'),
  ]
  const { entries, invalid } = readOdds({ europeOdds, overUnder }, { company: '8' })
  expect(entries.map(([id, { given }]) => [id, given.home_odd, given.line])).toEqual([
    [one.entry.matchId, 1.7, 2.5],
    [repeated.entry.matchId, 1.7, 2.5],
  ])
  expect(invalid).toBe(3)
})
