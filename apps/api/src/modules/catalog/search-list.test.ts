import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '#platform/db'
import { searchText } from '#platform/search-text'
import { openSearchList } from './search-list.ts'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog
const leagues = [
  ['England', 'Premier League'],
  ['England', 'League One'],
  ['Kenya', 'Premier League'],
  ['Germany', '2. Bundesliga'],
  ['International', 'Club Friendly Games'],
] as const
const clubs = [
  ...[
    'Arsenal',
    'Chelsea',
    'Manchester United',
    'Manchester City',
    'Newcastle United',
    'West Ham United',
    'Leeds United',
  ],
  ...['Gor Mahia', 'AFC Leopards', 'Kariobangi Sharks', 'Kakamega Homeboyz', 'Tusker', 'Sofapaka', 'Ulinzi Stars'],
  ...[
    'Bayern München',
    '1. FC Köln',
    'TSV 1860 München',
    'Schalke 04',
    'Borussia Mönchengladbach',
    'Borussia Dortmund',
  ],
  ...[
    'Atlético Madrid',
    'Real Madrid',
    'Real Sociedad B',
    'Łódź',
    'Sevilla U21',
    'Emmanuel',
    'Ottoman',
    'AIK',
    'A1 1e5',
  ],
] as const

beforeAll(async () => {
  at = await testCatalog()
  const hour = 3_600_000
  await at.catalog.ingest(
    clubs.flatMap((homeTeam, n) =>
      [1, 5].map((step) => {
        const [category, name] = leagues[(n + step) % leagues.length] ?? leagues[0]
        return {
          kind: 'fixture' as const,
          match: { source: 'test', sourceId: `${n}/${step}` },
          at: at.clock.date(),
          sportId: '79',
          competition: { name, category, rank: (n * step) % 3 },
          ...{ homeTeam, awayTeam: clubs[(n + step) % clubs.length] ?? '' },
          startTime: new Date(at.clock.now() + hour * (1 + ((n * step) % 4))),
          lines: [],
        }
      }),
    ),
  )
})
afterAll(() => at.base.close())

/** What people type: parts of one or two words, at times with two letters swapped, one left out or one too many. */
const queries = fc
  .record({
    name: fc.constantFrom(...clubs, ...leagues.flat()),
    from: fc.nat(12),
    length: fc.integer({ min: 1, max: 24 }),
    typo: fc.constantFrom('none', 'none', 'swapped', 'missing', 'other'),
    place: fc.nat(8),
    other: fc.constantFrom('', '', ' united', ' u', 'x', ' 04'),
  })
  .map(({ name, from, length, typo, place, other }) => {
    const part = [...name.slice(from % name.length, (from % name.length) + length)]
    if (typo === 'swapped') part.splice(place, 2, ...part.slice(place, place + 2).reverse())
    if (typo !== 'none' && typo !== 'swapped') part.splice(place, 1, typo === 'other' ? 'e' : '')
    return searchText(part.join('') + other)
  })
  .filter((text) => text !== '')

const onOffer = sql`(m.state in ('live', 'interrupted') or (m.state = 'not_started' and m.start_time > platform.now()))`
const nearness = (words: string) => {
  const names = sql.raw(words)
  return sql`' ' || ${names} like '% ' || q.text || '%' desc, ${names} like '%' || q.text || '%' desc,
    round(word_similarity(q.text, ${names})::numeric, 2) desc`
}

/** What PostgreSQL finds for each text: by the index operators of pg_trgm and its full-text search. */
const foundBySql = (texts: readonly string[]) =>
  transact(at.base.db, async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', '0.45', true)`.execute(tx)
    const { rows } = await sql<{ text: string; matches: number[]; competitions: string[]; listed: number[] }>`
      select q.text,
        array(select m.id from catalog.match m join catalog.competition c on c.id = m.competition_id
          where ${onOffer} and (m.game_id::text = q.text or m.id::text = q.text or m.words like '%' || q.text || '%' or q.text <% m.words)
          order by m.game_id::text = q.text desc, to_tsvector('simple', m.words) @@ plainto_tsquery('simple', q.text) desc,
            ${nearness('m.words')}, c.rank, m.start_time, m.id limit 20) as matches,
        array(select c.id from catalog.competition c where c.words like '%' || q.text || '%' or q.text <% c.words
          order by ${nearness('c.words')}, c.rank, c.id limit 20) as competitions,
        array(select m.id from catalog.match m join catalog.competition c on c.id = m.competition_id
          where ${onOffer} and (m.words || ' ' || c.words like '%' || q.text || '%' or q.text <% (m.words || ' ' || c.words)
            or m.game_id::text = q.text) order by m.id) as listed
      from unnest(${texts}::text[]) with ordinality q (text, n) order by q.n`.execute(tx)
    return rows
  })

test('searches find the same names in the same order as PostgreSQL', async () => {
  const { rows: games } = await sql<{
    id: number
    game_id: number
  }>`select id, game_id from catalog.match limit 2`.execute(at.base.db)
  const numbers = games.flatMap(({ id, game_id }) => [String(id), String(game_id)])
  const texts = [...new Set([...numbers, ...fc.sample(queries, { numRuns: 1_500, seed: 1 })])]
  const names = openSearchList({ db: at.base.db, clock: at.clock })
  const expected = await foundBySql(texts)
  for (const { text, ...lists } of expected) {
    const { competitions, matchIds } = await names.search(text)
    const listed = await names.matchesWith(text)
    const found = { matches: matchIds, competitions: competitions.map((one) => one.competition_id), listed }
    expect({ text, ...found }).toEqual({ text, ...lists })
  }
  // Typos that are found by similarity alone are among them, and texts that nothing is similar to.
  expect(expected.filter(({ matches }) => matches.length === 0).length).toBeGreaterThan(50)
  expect(expected.filter(({ matches }) => matches.length > 0).length).toBeGreaterThan(500)
})
