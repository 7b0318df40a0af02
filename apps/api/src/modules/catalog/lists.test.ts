import { afterAll, beforeAll, expect, test } from 'vitest'
import { marketsOfSport } from '@nare/bets/markets/markets'
import { sportKeys } from '@nare/bets/markets/sports'
import { matchStates } from '@nare/contract/catalog'
import { price } from '@nare/money/money'
import { outcomeId } from './outcome-ids.ts'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog
const teams = [
  ['Arsenal', 'Chelsea'],
  ['Gor Mahia', 'AFC Leopards'],
  ['Bayern München', 'Köln'],
  ['Tusker', 'Sofapaka'],
  ['Atlético Madrid', 'Sevilla'],
] as const

beforeAll(async () => {
  at = await testCatalog()
  for (let n = 0; n < 25; n += 1) {
    const [home_team, away_team] = teams[n % teams.length] ?? teams[0]
    await at.catalog.manual.createMatch({
      sport_id: n === 24 ? '30' : '79',
      competition_name: `League ${n % 4}`,
      category: n % 2 ? 'Kenya' : 'England',
      home_team,
      away_team,
      start_time: new Date(at.clock.now() + (1 + Math.floor(n / 3)) * 3_600_000).toISOString(),
      home_odd: price(2100n),
      neutral_odd: price(3100n),
      away_odd: price(3500n),
    })
  }
})
afterAll(() => at.base.close())

const plain = { when: 'upcoming', sort: 'time', page: 1, limit: 100 } as const

test('the pages of a list contain every match once, in a stable order', async () => {
  for (const sort of ['top', 'time', 'league'] as const) {
    const whole = await at.catalog.matches({ ...plain, sort })
    const pages = await Promise.all([1, 2, 3, 4].map((page) => at.catalog.matches({ ...plain, sort, page, limit: 7 })))
    expect(pages.flatMap(({ data }) => data.map((item) => item.match_id))).toEqual(
      whole.data.map((item) => item.match_id),
    )
    expect(pages.map(({ meta: { next: _next, ...meta } }) => meta)).toEqual(
      [1, 2, 3, 4].map((page) => ({ page, limit: 7, total: 25 })),
    )
    expect(pages.map(({ meta }) => meta.next !== undefined)).toEqual([true, true, true, false])
  }
  expect(await at.catalog.matches({ ...plain, page: 9 })).toEqual({
    data: [],
    meta: { page: 9, limit: 100, total: 25 },
  })
})

test('the pages after a cursor contain every match that stays once, while a match of an earlier page leaves the list', async () => {
  for (const sort of ['top', 'time', 'league'] as const) {
    const whole = (await at.catalog.matches({ ...plain, sort })).data.map((item) => item.match_id)
    const first = await at.catalog.matches({ ...plain, sort, limit: 7 })
    await at.catalog.manual.driveMatch({ match_id: whole[1] ?? '', state: 'live' })
    const rest = await at.catalog.matches({ ...plain, sort, after: first.meta.next, page: 2 })
    expect([...first.data, ...rest.data].map((item) => item.match_id)).toEqual(whole)
    await at.catalog.manual.driveMatch({ match_id: whole[1] ?? '', state: 'not_started' })
  }
})

test('a list shows the main market, or the requested one', async () => {
  const { data } = await at.catalog.matches({ ...plain, sport_id: '79' })
  expect(data.every(({ odds }) => odds.length === 1 && odds[0]?.sub_type_id === '1')).toBe(true)
  const totals = await at.catalog.matches({ ...plain, sub_type_id: '18' })
  expect(totals.meta.total).toBe(24)
  expect(totals.data[0]?.odds.every((market) => market.sub_type_id === '18')).toBe(true)
  expect(totals.data[0]?.odds.map((market) => market.special_bet_value)).toContain('2.5')
  expect(totals.data[0]?.home_odd).toBe('2.10')
  expect((await at.catalog.matches({ ...plain, sub_type_id: 'nonsense' })).meta.total).toBe(0)
})

test('an outcome has the feed’s id and a stable label', async () => {
  const { data } = await at.catalog.matches({ ...plain, sport_id: '79', limit: 1 })
  const match = await at.catalog.match(data[0]?.match_id ?? '')
  const outcomes = (market: string) => match?.odds.find((one) => one.sub_type_id === market)?.odds ?? []
  expect(outcomes('1').map((outcome) => [outcome.odd_key, outcome.display, outcome.outcome_id])).toEqual([
    ['home_team', '1', '1'],
    ['draw', 'X', '2'],
    ['away_team', '2', '3'],
  ])
  const ids = (market: string) =>
    Object.fromEntries(outcomes(market).map((outcome) => [outcome.odd_key, outcome.outcome_id]))
  expect(ids('45')).toMatchObject({ '0:0': '274', '1:0': '276', '2:1': '288', '4:4': '322', other: '324' })
  expect(ids('47')).toMatchObject({ 'home_team/home_team': '418', 'away_team/draw': '432' })
  expect(Object.values(ids('16')).toSorted()).toEqual(['1714', '1715'])
  expect(Object.values(ids('18')).toSorted()).toEqual(['12', '13'])
})

test('only markets without a counterpart in the feed have outcomes without its ids', () => {
  const lineOfKind = { none: '', total: '2.5', asian: '0.5', start: '0:1', goal: '1', combination: '' } as const
  const without = sportKeys.flatMap(marketsOfSport).filter((of) => {
    const line = lineOfKind[of.line]
    return of.keys(line).some((key) => outcomeId(of.id, key, line) === key)
  })
  const names = without.map(({ id, name }) => `${id} ${name}`)
  expect(names, 'outcome-ids.ts lists the ids that do not follow from the keys').toEqual([
    '23 Home team exact goals',
    '24 Away team exact goals',
  ])
})

test('search finds a team despite a typo, a match by its game id, competitions by country', async () => {
  const found = async (query: string) => (await at.catalog.search(query)).matches.map((match) => match.home_team)
  expect(new Set(await found('arsnal'))).toEqual(new Set(['Arsenal']))
  expect((await found('gor maiha'))[0]).toBe('Gor Mahia')
  expect((await found('munchen'))[0]).toBe('Bayern München')
  expect((await found('ATLETICO'))[0]).toBe('Atlético Madrid')
  expect((await found('Gior Maħia'))[0]).toBe('Gor Mahia')
  expect(await found('zzzzqqq')).toEqual([])
  const { data } = await at.catalog.matches(plain)
  const byGame = await at.catalog.search(data[3]?.game_id ?? '')
  expect(byGame.matches.map((match) => match.match_id)).toEqual([data[3]?.match_id])
  expect((await at.catalog.search('kenya')).competitions.map((competition) => competition.category)).toContain('Kenya')
  expect((await at.catalog.search("%' or 1=1 --")).matches).toEqual([])
})

test('a list can be filtered by text, day, competition and sport', async () => {
  expect((await at.catalog.matches({ ...plain, q: 'leopards' })).meta.total).toBe(5)
  expect((await at.catalog.matches({ ...plain, sport_id: '30' })).meta.total).toBe(1)
  expect((await at.catalog.matches({ ...plain, date: '2001-01-01' })).meta.total).toBe(0)
  const [first] = (await at.catalog.matches(plain)).data
  const inCompetition = await at.catalog.matches({ ...plain, competition_id: first?.competition_id })
  expect(inCompetition.data.every((item) => item.competition_id === first?.competition_id)).toBe(true)
})

test('sports and competitions count what is on offer', async () => {
  const sports = await at.catalog.sports()
  expect(sports.map(({ sport_id, matches }) => [sport_id, matches])).toContainEqual(['79', 24])
  expect(sports).toHaveLength(6)
  const found = await at.catalog.competitions('79')
  const counts = found?.data.flatMap(({ competitions }) => competitions.map(({ matches }) => matches)) ?? []
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(24)
  expect(await at.catalog.competitions('0')).toBeUndefined()
  expect(await at.catalog.match('00000000')).toBeUndefined()
})

test('the own country comes first among the competitions and in printed lists, then the others from A to Z and by rank', async () => {
  const { data = [], top = [] } = (await at.catalog.competitions('79')) ?? {}
  expect(data.map(({ category }) => category)).toEqual(['Kenya', 'England'])
  expect(top.length).toBeGreaterThan(0)
  expect(top.every(({ matches }) => matches > 0)).toBe(true)
  const { ids } = await at.catalog.matchIds({ sport_id: '79', when: 'upcoming', limit: 100 })
  const views = await at.catalog.views(ids, [])
  const countries = ids.map((id) => views.get(id)?.category)
  expect(countries.lastIndexOf('Kenya')).toBe(countries.indexOf('England') - 1)
})

test('a team is found as such, with the number of its matches and the league of the next', async () => {
  const { teams } = await at.catalog.search('ars')
  expect(teams.map(({ name, matches }) => [name, matches])).toEqual([['Arsenal', 5]])
  expect(teams[0]).toMatchObject({ sport_id: '79', category: 'England', competition_name: 'League 0' })
  expect((await at.catalog.search('arsnal')).teams.map(({ name }) => name)).toEqual(['Arsenal'])
  expect((await at.catalog.search('kenya')).teams).toEqual([])
})

test('highlights are never empty while any match is on offer', async () => {
  await at.catalog.manual.createMatch({
    sport_id: '79',
    competition_name: 'Far League',
    home_team: 'Far',
    away_team: 'Away',
    start_time: new Date(at.clock.now() + 200 * 3_600_000).toISOString(),
    home_odd: price(2100n),
    neutral_odd: price(3100n),
    away_odd: price(3500n),
  })
  const highlights = () => at.catalog.matches({ when: 'highlights', sort: 'top', page: 1, limit: 50 })
  expect((await highlights()).meta.total).toBe(25)
  await at.clock.advance(100 * 3600)
  expect((await highlights()).data.map((item) => item.home_team)).toEqual(['Far'])
})

test('changes of a live match are published with increasing versions, and snapshots can be read', async () => {
  const [match] = (await at.catalog.matches(plain)).data
  const id = match?.match_id ?? ''
  at.live.published.length = 0
  await at.catalog.manual.driveMatch({ match_id: id, state: 'live', minute: 5 })
  await at.catalog.manual.driveMatch({ match_id: id, event: 'goal', score: '1:0' })
  await expect
    .poll(() => at.live.published.filter((message) => message.topic === `match:${id}`).length)
    .toBeGreaterThanOrEqual(2)
  const [now] = await at.live.read(`match:${id}`)
  expect(now?.state).toMatchObject({ state: 'live', home_score: 1, away_score: 0, minute: 5 })
  const market = await at.live.read(`market:${id}:1`)
  expect(market).toMatchObject([{ key: '', state: { state: 'suspended' } }])
  await at.catalog.manual.driveMatch({ match_id: id, suspend: false })
  const open = await at.live.read(`market:${id}:1`)
  expect(open[0]?.state).toMatchObject({ state: 'open' })
  expect(open[0]?.version).toBeGreaterThan(market[0]?.version ?? Infinity)
  expect((await at.live.read('sport:79:live'))[0]?.state).toEqual({ matches: [id] })
  expect(await at.live.read('match:nonsense')).toEqual([])
  expect(matchStates).toContain('live')
})

test('search puts names that begin with the text before names that contain it', async () => {
  const start_time = new Date(at.clock.now() + 7_200_000).toISOString()
  const odds = { home_odd: price(2100n), neutral_odd: price(3100n), away_odd: price(3500n) }
  for (const home_team of ['Ottoman', 'Emmanuel', 'Manchester United'])
    await at.catalog.manual.createMatch({
      sport_id: '79',
      competition_name: 'League 0',
      category: 'England',
      away_team: 'Leeds',
      start_time,
      home_team,
      ...odds,
    })
  const { matches } = await at.catalog.search('man')
  expect(matches[0]?.home_team).toBe('Manchester United')
  expect(matches.map((match) => match.home_team)).toContain('Emmanuel')
})
