import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookOf, oddsEvent, openOddsStub, scoreOf, type OddsEventBody } from '#testing/odds-api-stub'
import { testCatalog, type TestCatalog } from '../testing.ts'
import { openOddsApi } from './the-odds-api-client.ts'

let at: TestCatalog
let stub: Awaited<ReturnType<typeof openOddsStub>>
let feed: ReturnType<typeof openOddsApi>
const owner = { check: async () => undefined }

beforeAll(async () => {
  at = await testCatalog()
  stub = await openOddsStub()
  feed = openOddsApi({ ...at.feed, url: stub.url, key: 'secret', sports: ['soccer_epl'] })
})
afterAll(async () => {
  stub.close()
  await at.base.close()
})

let events = 0
/** A new event that starts in five hours. */
const newEvent = () => oddsEvent(`event ${++events}`, at.clock.now() + 5 * 3_600_000)
/** Polls lists with these events, and these scores. */
async function poll(odds: unknown, scores: unknown = []): Promise<number> {
  stub.next({ odds, scores })
  return feed.poll(1_000)
}
async function idOf({ id }: { id: string }): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from catalog.match where source_id = ${id}`.execute(at.base.db)
  return rows[0]?.id ?? 0
}
const view = async (event: { id: string }) => at.catalog.match(String(await idOf(event)))
const openLines = async (event: { id: string }) =>
  (await view(event))?.odds.filter(({ state }) => state === 'open').length ?? 0
const takesBets = async (event: { id: string }) => {
  const [offer] = await at.catalog.offers(at.base.db, [{ matchId: await idOf(event), marketId: '1', line: '' }])
  return offer?.suspended === false && offer.marketState === 'open'
}
const home = async (event: { id: string }) => (await view(event))?.home_odd
const findings = async () => (await at.catalog.findings({ page: 1, limit: 100 })).rows
const priced = (event: OddsEventBody, home: number, draw: number, away: number) => ({
  ...event,
  bookmakers: [bookOf(event, { home, draw, away })],
})

test('a match that is missing from a list, or has no usable book in it, accepts no bets until its next usable price', async () => {
  const [one, other] = [newEvent(), newEvent()]
  const gone: unknown[][] = [
    [],
    [{ ...one, bookmakers: [] }],
    [{ ...one, bookmakers: null }],
    [priced(one, 1.001, 3.3, 3.6)],
    [{ ...one, bookmakers: one.bookmakers.map((book) => ({ ...book, last_update: '2020-01-01T00:00:00Z' })) }],
    [{ ...one, bookmakers: one.bookmakers.map((book) => ({ ...book, last_update: 'soon' })) }],
  ]
  await poll([one, other])
  for (const list of gone) {
    await poll([...list, other])
    expect([list, await openLines(one), await takesBets(one), await takesBets(other)]).toEqual([list, 0, false, true])
    expect(await view(one)).toMatchObject({ state: 'not_started', suspended: 'silent_feed' })
    await poll([one, other])
    expect([list, await takesBets(one)]).toEqual([list, true])
  }
})

test('an empty list suspends every match of the sport and is reported once', async () => {
  const one = newEvent()
  await poll([one])
  await poll([])
  await poll([])
  expect(await takesBets(one)).toBe(false)
  expect((await findings()).filter(({ kind }) => kind === 'empty_list')).toMatchObject([
    { subject: 'the-odds-api soccer_epl', facts: { list: 'soccer_epl' } },
  ])
})

test.each([['{"message":"no list"}'], ['[{"id":"cut'], ['null'], ['"x"']])(
  'the body %s is no poll: it suspends nothing and confirms nothing',
  async (body) => {
    const one = newEvent()
    await poll([one])
    const until = () =>
      sql<{ at: Date }>`select price_until as at from catalog.match where source_id = ${one.id}`.execute(at.base.db)
    const before = (await until()).rows
    expect(await poll(body)).toBeGreaterThan(1_000)
    expect([await takesBets(one), (await until()).rows]).toEqual([true, before])
  },
)

test('a price that no poll confirms in time is too old for bets, before and after the owner has suspended its match', async () => {
  const one = newEvent()
  await poll([one])
  await sql`update catalog.match set price_until = platform.real_now() - interval '1 second' where source_id = ${one.id}`.execute(
    at.base.db,
  )
  expect(await takesBets(one)).toBe(false)
  expect(Math.min(...(await at.catalog.freshOf([await idOf(one)])).values())).toBeGreaterThan(60_000)
  await at.catalog.applyFeedSilenceAs(owner, 'the-odds-api')
  expect(await view(one)).toMatchObject({ suspended: 'silent_feed' })
  await at.catalog.applyFeedSilenceAs(owner, 'the-odds-api')
  expect(await view(one)).toMatchObject({ suspended: 'silent_feed' })
  await poll([one])
  expect(await takesBets(one)).toBe(true)
})

test('the smallest malformed part is dropped and counted, and what is good beside it is used', async () => {
  const one = newEvent()
  const [book] = one.bookmakers
  const market = (key: string) => book?.markets.find((each) => each.key === key)?.outcomes ?? []
  const markets = (changes: Record<string, unknown>) => ({
    ...one,
    bookmakers: [
      {
        ...book,
        markets: book?.markets.map((each) => ({
          ...each,
          ...(each.key in changes && { outcomes: changes[each.key] }),
        })),
      },
    ],
  })
  const withPrice = (key: string, price: unknown) => market(key).map((each, n) => (n === 0 ? { ...each, price } : each))
  const broken: readonly (readonly [object, string | undefined])[] = [
    [markets({ totals: null }), '2.10'],
    [markets({ totals: withPrice('totals', null), spreads: 'x' }), '2.10'],
    [markets({ totals: withPrice('totals', 1) }), '2.10'],
    [markets({ spreads: market('spreads').map((each) => ({ ...each, point: null })) }), '2.10'],
    [
      { ...one, home_team: `${one.home_team} `, bookmakers: [bookOf({ ...one, home_team: ` ${one.home_team}` })] },
      '2.10',
    ],
    [
      {
        ...one,
        bookmakers: [null, 5, { key: 'x', markets: [null, { key: 'h2h', outcomes: withPrice('h2h', null) }] }, book],
      },
      '2.10',
    ],
  ]
  for (const [event, price] of broken) {
    await poll([null, { id: 5 }, event])
    expect([event, await home(one), await takesBets(one)]).toEqual([event, price, true])
  }
  const dropped = at.catalog.droppedParts()
  for (const part of ['event', 'book', 'market', 'outcome'])
    expect(dropped).toContainEqual({ labels: { provider: 'the-odds-api', part }, value: expect.any(Number) })
  expect(dropped.every(({ value }) => value > 0)).toBe(true)
})

test('a text that the database cannot store, in a name or an id, does not lose the events beside it', async () => {
  const [one, named, numbered] = [newEvent(), { ...newEvent(), home_team: 'Hull\0City' }, { ...newEvent(), id: '\0' }]
  await poll([named, numbered, one], [scoreOf(numbered, { home: '1', away: '0' })])
  expect(Math.min(await openLines(one), await openLines({ id: '\ufffd' }))).toBeGreaterThan(0)
})

test('prices that cannot be a book are not offered: the next complete book counts', async () => {
  const one = newEvent()
  const wrong = bookOf(one, { home: 4.1, draw: 4.3, away: 4.4 })
  await poll([{ ...one, bookmakers: [wrong] }])
  expect(await view(one)).toBeUndefined()
  await poll([{ ...one, bookmakers: [wrong, bookOf(one, { home: 1.2, draw: 1.9, away: 2 }), ...one.bookmakers] }])
  expect([await home(one), await takesBets(one)]).toEqual(['2.10', true])
})

test('a jump of more than 20 points of chance suspends until two polls agree', async () => {
  const one = newEvent()
  await poll([one])
  await poll([priced(one, 4.6, 3.6, 1.75)])
  expect(await openLines(one)).toBe(0)
  await poll([one])
  expect(await openLines(one)).toBe(0)
  await poll([priced(one, 2.2, 3.3, 3.4)])
  expect([await home(one), await openLines(one)]).toEqual(['2.20', expect.toSatisfy((lines: number) => lines > 40)])
})

test.each(['', ' ', '-1', '1e1', '0x1', '1.0', '1000', 'two', null, 2.5])(
  'the score %j decides no match',
  async (score) => {
    const one = newEvent()
    await poll([one])
    await at.clock.advance(8 * 3600)
    const sent = scoreOf(one, { home: '1', away: '1', completed: true })
    await poll(
      [],
      [
        {
          ...sent,
          scores: [
            { name: one.home_team, score },
            { name: one.away_team, score },
          ],
        },
      ],
    )
    expect(await at.catalog.resultOf(at.base.db, await idOf(one))).toBeUndefined()
    await poll([], [{ ...sent, scores: sent.scores.map((each) => ({ ...each, score: ` ${each.score} ` })) }])
    expect(await at.catalog.resultOf(at.base.db, await idOf(one))).toMatchObject({
      result: { fullTime: { home: 1, away: 1 } },
    })
  },
)

test('a result before the match can be over is a finding; the match accepts no bets, and the result counts when its time has come', async () => {
  const one = newEvent()
  await poll([one])
  const sent = scoreOf(one, { home: '1', away: '0', completed: true })
  await poll([one], [sent])
  await poll([one], [sent])
  expect([await takesBets(one), await at.catalog.resultOf(at.base.db, await idOf(one))]).toEqual([false, undefined])
  expect(
    (await findings()).filter(({ subject }) => subject.endsWith(` ${events}`) || subject.includes('match')),
  ).toMatchObject([{ kind: 'early_result', facts: { score: '1:0' } }])
  await at.clock.advance(5 * 3600 + 89 * 60)
  await poll([], [sent])
  expect(await at.catalog.resultOf(at.base.db, await idOf(one))).toBeUndefined()
  await at.clock.advance(2 * 60)
  await poll([], [sent])
  expect(await at.catalog.resultOf(at.base.db, await idOf(one))).toMatchObject({
    result: { fullTime: { home: 1, away: 0 } },
  })
})

test('swapped sides suspend the match; prices and scores are read by the stored names, and an operator decides', async () => {
  const one = newEvent()
  await poll([one])
  const swapped = { ...priced(one, 1.8, 3.6, 4.6), home_team: one.away_team, away_team: one.home_team }
  await poll([swapped])
  expect(await view(one)).toMatchObject({ home_team: one.home_team, home_odd: '1.80', away_odd: '4.60' })
  expect(await takesBets(one)).toBe(false)
  const found = (await findings()).find(({ kind }) => kind === 'sides_swapped')
  expect(found?.facts).toMatchObject({ stored: `${one.home_team} v ${one.away_team}` })
  await at.catalog.resolveFinding(found?.id ?? 0n, 'reopen', 'asha')
  await poll([swapped])
  expect([await takesBets(one), (await findings()).some(({ kind }) => kind === 'sides_swapped')]).toEqual([true, false])
  await at.clock.advance(8 * 3600)
  await poll(
    [],
    [
      scoreOf(
        { ...one, home_team: one.away_team, away_team: one.home_team },
        { home: '0', away: '2', completed: true },
      ),
    ],
  )
  expect(await at.catalog.resultOf(at.base.db, await idOf(one))).toMatchObject({
    result: { fullTime: { home: 2, away: 0 } },
  })
})

test('a renamed side is stored in versions and shown; an event with other teams is not the match', async () => {
  const one = newEvent()
  await poll([one])
  const sides = { home_team: `${one.home_team} Sports`, away_team: one.away_team }
  await poll([{ ...one, ...sides, bookmakers: [bookOf(sides)] }])
  expect([await view(one), await takesBets(one)]).toMatchObject([sides, true])
  const names = await sql<{ home_team: string }>`
    select home_team from catalog.match_name where match_id = ${await idOf(one)}::int order by version`.execute(
    at.base.db,
  )
  expect(names.rows.map((row) => row.home_team)).toEqual([one.home_team, sides.home_team])
  const others = { home_team: 'Tembo', away_team: 'Nyati' }
  await poll([{ ...one, ...others, bookmakers: [bookOf(others)] }])
  expect([await view(one), await takesBets(one)]).toMatchObject([sides, false])
  expect((await findings()).map(({ kind }) => kind)).toContain('teams_changed')
})

test('a match whose sides are renamed one after the other is held at the second, and its result is not taken', async () => {
  const one = newEvent()
  await poll([one])
  const first = { home_team: one.home_team, away_team: 'Kifaru' }
  await poll([{ ...one, ...first, bookmakers: [bookOf(first)] }])
  expect([await view(one), await takesBets(one)]).toMatchObject([first, true])
  const second = { home_team: 'Nyumbu', away_team: 'Kifaru' }
  await poll([{ ...one, ...second, bookmakers: [bookOf(second)] }])
  expect([await view(one), await takesBets(one)]).toMatchObject([first, false])
  await at.clock.advance(8 * 3600)
  await poll([], [scoreOf({ ...one, ...second }, { home: '3', away: '0', completed: true })])
  expect(await at.catalog.resultOf(at.base.db, await idOf(one))).toBeUndefined()
})

test('a second id of the same match is suspended and reported, never merged; in another competition it is offered', async () => {
  const one = newEvent()
  const again = {
    ...one,
    id: `${one.id} again`,
    home_team: `FC ${one.home_team}`,
    bookmakers: [bookOf({ ...one, home_team: `FC ${one.home_team}` })],
  }
  const elsewhere = { ...one, id: `${one.id} elsewhere`, sport_title: 'Cup' }
  const later = oddsEvent(one.id, Date.parse(one.commence_time) + 13 * 3_600_000)
  await poll([one])
  await poll([one, again, elsewhere, { ...later, id: `${one.id} later` }])
  expect([await takesBets(one), await takesBets(again), await takesBets(elsewhere)]).toEqual([true, false, true])
  expect(await takesBets({ id: `${one.id} later` })).toBe(true)
  expect((await findings()).filter(({ kind }) => kind === 'same_match')).toMatchObject([
    { facts: { same_as: String(await idOf(one)) } },
  ])
})
