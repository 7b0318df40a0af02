import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MatchView } from '@nare/contract/catalog'
import { price } from '@nare/money/money'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog
beforeAll(async () => {
  at = await testCatalog()
})
afterAll(() => at.base.close())

const plain = { when: 'upcoming', sort: 'time', page: 1, limit: 10 } as const

async function newMatch(home_team: string): Promise<string> {
  const made = await at.catalog.manual.createMatch({
    sport_id: '79',
    competition_name: 'League',
    home_team,
    away_team: 'Away',
    start_time: new Date(at.clock.now() + 3_600_000).toISOString(),
    home_odd: price(2100n),
    neutral_odd: price(3100n),
    away_odd: price(3500n),
  })
  if (!made.ok) throw new Error('The match was refused')
  return made.value.match_id
}

test('further markets are returned with one line each and do not filter the list', async () => {
  await newMatch('One')
  const [match] = (await at.catalog.matches({ ...plain, markets: '18,29' })).data
  expect(match?.odds.map((market) => [market.sub_type_id, market.special_bet_value])).toEqual([
    ['1', ''],
    ['18', '2.5'],
    ['29', ''],
  ])
  expect((await at.catalog.matches({ ...plain, markets: '999' })).data[0]?.odds).toHaveLength(1)
  expect((await at.catalog.matches(plain)).data[0]?.odds).toHaveLength(1)
})

test('a list shows the total of 2.5 while it says something, else the most even line', async () => {
  const total = (line: string, over: bigint, under: bigint) => ({
    ...{ marketId: '18', line, state: 'open' as const },
    keys: [`over ${line}`, `under ${line}`],
    prices: [over, under],
  })
  const lineOf = async (sourceId: string, lines: ReturnType<typeof total>[]) => {
    await at.catalog.ingest([
      {
        ...{ kind: 'fixture' as const, match: { source: 'test', sourceId }, at: at.clock.date(), sportId: '79' },
        competition: { name: 'Lines', category: 'Test' },
        ...{ homeTeam: sourceId, awayTeam: 'Lined', startTime: new Date(at.clock.now() + 3_600_000), lines },
      },
    ])
    const { data } = await at.catalog.matches({ ...plain, limit: 50, markets: '18' })
    const match = data.find(({ home_team }) => home_team === sourceId)
    return match?.odds.map(({ special_bet_value }) => special_bet_value)
  }
  expect(await lineOf('usual', [total('1.5', 1900n, 1900n), total('2.5', 2500n, 1500n)])).toEqual(['2.5'])
  expect(
    await lineOf('late', [total('2.5', 1050n, 9000n), total('3.5', 1500n, 2500n), total('4.5', 1800n, 2000n)]),
  ).toEqual(['4.5'])
})

test('the number of side bets of a match counts the markets on its page other than the main one, even while suspended', async () => {
  const id = await newMatch('Two')
  const onPage = async () =>
    new Set(
      (await at.catalog.match(id))?.odds.filter(({ state }) => state !== 'closed').map((market) => market.sub_type_id),
    ).size
  const sideBets = async () => (await at.catalog.match(id))?.side_bets
  expect(await sideBets()).toBe((await onPage()) - 1)
  await at.catalog.manual.driveMatch({ match_id: id, suspend: true })
  expect(await sideBets()).toBe((await onPage()) - 1)
  expect(await sideBets()).toBeGreaterThan(20)
})

test('an interrupted match counts as live wherever live matches are counted', async () => {
  const id = await newMatch('Three')
  await at.catalog.manual.driveMatch({ match_id: id, state: 'live', minute: 20 })
  await at.catalog.manual.driveMatch({ match_id: id, state: 'interrupted' })
  const { meta } = await at.catalog.matches({ ...plain, when: 'live', sport_id: '79' })
  const soccer = (await at.catalog.sports()).find(({ sport_id }) => sport_id === '79')
  expect([meta.total, soccer?.live]).toEqual([1, 1])
  expect((await at.live.read('sport:79:live'))[0]?.state).toEqual({ matches: [id] })
})

test('the break between the halves is part of the match in lists and in its topic', async () => {
  await at.catalog.ingest([
    {
      kind: 'fixture',
      match: { source: 'test', sourceId: '1' },
      at: at.clock.date(),
      sportId: '79',
      competition: { name: 'Test League', category: 'Test' },
      homeTeam: 'Half',
      awayTeam: 'Time',
      startTime: at.clock.date(),
      lines: [
        {
          marketId: '1',
          line: '',
          state: 'open',
          keys: ['home_team', 'draw', 'away_team'],
          prices: [2000n, 3000n, 4000n],
        },
      ],
    },
  ])
  const score = { home: 1, away: 0 }
  const play = (minute: number, halfTime?: typeof score) =>
    at.catalog.ingest([
      {
        kind: 'score',
        match: { source: 'test', sourceId: '1' },
        at: at.clock.date(),
        state: 'live',
        minute,
        score,
        ...(halfTime && { halfTime }),
      },
    ])
  const now = async () => {
    const found = (await at.catalog.matches({ ...plain, when: 'live' })).data.find(
      ({ home_team }) => home_team === 'Half',
    )
    const [topic] = await at.live.read(`match:${found?.match_id}`)
    return [found, topic?.state as { at_half_time?: true } | undefined].map((one) => one?.at_half_time)
  }
  await play(45)
  expect(await now()).toEqual([undefined, undefined])
  await play(45, score)
  expect(await now()).toEqual([true, true])
  await play(46)
  expect(await now()).toEqual([undefined, undefined])
})

test('lists show a new match, a price and a suspension as soon as they are committed', async () => {
  const match = { source: 'test', sourceId: 'prompt' }
  const about = { match, at: at.clock.date() }
  const line = { marketId: '1', line: '', state: 'open', keys: ['home_team', 'draw', 'away_team'] } as const
  const inLists = async (of: (one: MatchView) => unknown) => {
    const lists = await Promise.all([at.catalog.matches(plain), at.catalog.matches({ ...plain, sub_type_id: '1' })])
    return lists.map(({ data }) => data.filter(({ home_team }) => home_team === 'Prompt').map(of))
  }
  const soccer = async () => (await at.catalog.sports()).find(({ sport_id }) => sport_id === '79')?.matches ?? 0
  const before = await soccer()
  expect(await inLists((one) => one.home_odd)).toEqual([[], []])
  await at.catalog.ingest([
    {
      ...about,
      kind: 'fixture',
      sportId: '79',
      competition: { name: 'League', category: 'Somewhere' },
      startTime: new Date(at.clock.now() + 3_600_000),
      homeTeam: 'Prompt',
      awayTeam: 'Away',
      lines: [{ ...line, prices: [2100n, 3100n, 3500n] }],
    },
  ])
  expect([await soccer(), await inLists((one) => one.home_odd)]).toEqual([before + 1, [['2.10'], ['2.10']]])
  await at.catalog.ingest([{ ...about, kind: 'price', lines: [{ ...line, prices: [2500n, 3100n, 3500n] }] }])
  expect(await inLists((one) => one.home_odd)).toEqual([['2.50'], ['2.50']])
  const [[id]] = (await inLists((one) => one.match_id)) as [[string], unknown]
  await at.catalog.suspend(Number(id))
  expect(await inLists((one) => one.suspended)).toEqual([['operator'], ['operator']])
})

test('lists and searches show what another process has changed after half a second', async () => {
  const other = await testCatalog(at.base)
  const id = await newMatch('Remote')
  const soon = () => at.clock.advance(1)
  const seen = async () => {
    const lists = [
      (await at.catalog.matches({ ...plain, limit: 100 })).data,
      (await at.catalog.search('remote')).matches,
    ]
    return [...lists, await at.catalog.listed([Number(id)])].map((list) =>
      list.filter(({ match_id }) => match_id === id),
    )
  }
  const each = (value: object | undefined) =>
    [value, value, value].map((one) => (one ? [expect.objectContaining(one)] : []))
  expect(await seen()).toEqual(each({ home_odd: '2.10' }))
  const line = { marketId: '1', line: '', state: 'open', keys: ['home_team', 'draw', 'away_team'] } as const
  await other.catalog.apply(Number(id), [{ kind: 'price', lines: [{ ...line, prices: [2500n, 3100n, 3500n] }] }], {
    source: 'test',
    takesControl: true,
  })
  await soon()
  expect(await seen()).toEqual(each({ home_odd: '2.50' }))
  await other.catalog.suspend(Number(id))
  await soon()
  expect(await seen()).toEqual(each({ home_odd: '2.50', suspended: 'operator' }))
  await other.catalog.manual.driveMatch({ match_id: id, state: 'cancelled' })
  await soon()
  expect((await seen()).slice(0, 2)).toEqual([[], []])
})
