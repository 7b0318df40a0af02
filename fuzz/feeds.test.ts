import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { market } from '@nare/bets/markets/markets'
import type { Score } from '@nare/bets/result'
import { readText } from '@nare/api/modules/catalog/feeds/football-data'
import * as isports from '@nare/api/modules/catalog/feeds/isports-api'
import * as isportsOdds from '@nare/api/modules/catalog/feeds/isports-odds'
import { messagesOf } from '@nare/api/modules/catalog/feeds/isports-play'
import { parseCup } from '@nare/api/modules/catalog/feeds/openfootball'
import type { MatchMessage } from '@nare/api/modules/catalog/feeds/port'
import { toOffer, toProgress } from '@nare/api/modules/catalog/feeds/the-odds-api'
import { openOddsApi } from '@nare/api/modules/catalog/feeds/the-odds-api-client'
import { readOdds, readScores } from '@nare/api/modules/catalog/feeds/the-odds-api-read'
import { isBook } from '@nare/api/modules/catalog/price-claims'
import type { Compared } from '@nare/api/modules/catalog/store-claims'
import { testCatalog } from '@nare/api/modules/catalog/testing'
import { oddsEvent, openOddsStub, scoreOf } from '@nare/api/testing/odds-api-stub'
import { mutated, mutatedText } from './feed-mutations.ts'
import { seededRandom } from './random.ts'

/** The mutations of all readers, and the polls of a catalogue; `npm run fuzz feeds` runs 100,000 and 1,000. */
const mutations = Number(process.env['FEED_MUTATIONS'] ?? 2_000)
const polls = Number(process.env['FEED_POLLS'] ?? 25)
const seed = Number(process.env['SEED'] ?? 20261128)
const timeoutMs = 60 * 60_000

const startMs = Date.parse('2026-11-28T15:00:00Z')
const now = new Date(startMs + 7_200_000)
const band = { least: 1, most: 1.4 }
/** Prices are rounded to hundredths after their book was judged; the catalogue judges them again. */
const roundedBand = { least: 0.98, most: 1.42 }
const drop = () => undefined
const about = { sportKey: 'soccer_epl', at: now, staleMs: 1_800_000, validMs: 900_000, band }
const event = oddsEvent('one', startMs)
const recordedFile = new URL('../apps/api/src/modules/catalog/feeds/recorded/the-odds-api.json', import.meta.url)
const recorded = JSON.parse(readFileSync(recordedFile, 'utf8')) as { bodies: Record<string, object> }
const recordedEvents = Object.values(recorded.bodies).filter((body) => 'bookmakers' in body)
const entry = {
  ...{
    matchId: '1',
    leagueId: '1639',
    leagueName: 'League',
    homeName: 'Simba',
    awayName: 'Chui',
    matchTime: startMs / 1000,
  },
  ...{ status: -1, homeScore: 2, awayScore: 1, homeHalfScore: 1, awayHalfScore: 0, homeRed: 0, awayRed: 0, var: '' },
  extraExplain: { homeScore: 1, awayScore: 1, extraTimeStatus: 1, penHomeScore: 4, penAwayScore: 2 },
}
const prices = {
  europeOdds: ['1,8,1.73,4.00,3.50,1.70,4.10,4.40,1775629978,false,2'],
  overUnder: ['1,8,2.5,0.92,0.75,2.5,0.9,0.8,1,false,2'],
}
const incidents = [
  { matchId: '1', events: [{ eventId: '7', type: 1, minute: '12', playerName: 'A', homeEvent: true }] },
]
const csv = `Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG,B365H,B365D,B365A,Status
E0,10/08/2018,20:00,Leicester,Málaga,2,1,1,0,1.57,3.9,7.5,
E0,11/08/2018,7:00 PM,"Man, United",Burnley,0,0,0,0,2.1,3.3,3.6,awarded
`
const cup = {
  name: 'Cup',
  matches: [
    {
      ...{ round: 'Matchday 1', date: '2031-06-01', time: '20:00 UTC+3', team1: 'Simba', team2: 'Chui' },
      score: { ft: [1, 0], ht: [1, 0] },
      goals1: [{ name: 'A', minute: '45+2' }],
    },
    { date: '2031-06-02', team1: 'Tembo', team2: 'Nyati', score: [2, 2], status: 'postponed' },
  ],
}

function checkScore(score: Score | undefined): void {
  for (const count of score ? [score.home, score.away] : [])
    if (!Number.isInteger(count) || count < 0 || count > 999) throw new Error(`the score ${count}`)
}

function checkMessages(messages: readonly MatchMessage[]): void {
  for (const message of messages) {
    if (message.kind === 'result') for (const score of [message.fullTime, message.halfTime]) checkScore(score)
    if (message.kind === 'score') checkScore(message.score)
    if (message.kind !== 'price') continue
    if (message.validMs === undefined) throw new Error('a price without an age')
    for (const line of message.lines) {
      if (line.prices.some((at) => at !== null && (at <= 1000n || at > 1_000_000n)))
        throw new Error(`the price ${line.prices.join()}`)
      const [home, draw, away] = line.prices.map(Number)
      if (
        line.marketId === '1' &&
        !isBook(
          [home, draw, away].map((at) => (at ?? 0) / 1000),
          roundedBand,
        )
      )
        throw new Error(`the book ${line.prices.join()}`)
      if (market(line.marketId) === undefined) throw new Error(`the market ${line.marketId}`)
    }
  }
}

const withoutFixtures = (messages: readonly object[]) =>
  messages.filter((one): one is MatchMessage => 'kind' in one && one.kind !== 'fixture')

const stored: Compared = { change: 'same', stored: { homeTeam: 'A', awayTeam: 'B' }, startTime: now }
const swapped: Compared = { ...stored, change: 'swapped' }

/** Reads one mutation of one message of each reader, and checks what comes out. Returns what was read, for the failure's text. */
const readers: readonly ((random: ReturnType<typeof seededRandom>) => unknown)[] = [
  (random) => {
    const body = mutated(random.chance(0.05) ? recordedEvents : [event], random)
    for (const one of readOdds(body, drop)?.entries ?? [])
      checkMessages(withoutFixtures(toOffer(one, random.pick([undefined, stored, swapped]), about).messages))
    return body
  },
  (random) => {
    const body = mutated([scoreOf(event, { home: '2', away: '1', completed: random.chance(0.5) })], random)
    for (const one of readScores(body, drop)?.entries ?? [])
      checkMessages(withoutFixtures(toProgress(one, stored, now)))
    return body
  },
  (random) => {
    const body = mutated([entry], random)
    for (const one of isports.readEntries(body).entries)
      for (const each of [one, isports.exchanged(one)])
        checkMessages(
          messagesOf({ entry: each, stored: undefined, basis: undefined, quietMs: 0, nowMs: now.getTime() }),
        )
    return body
  },
  (random) => {
    const body = mutated(prices, random)
    for (const [, odds] of isportsOdds.readOdds(body).entries)
      checkMessages([{ kind: 'price', lines: isportsOdds.linesOf(isportsOdds.exchangedOdds(odds)), validMs: 1 }])
    return body
  },
  (random) => {
    const body = mutated(incidents, random)
    isports.readEvents(body)
    return body
  },
  (random) => {
    const text = mutatedText(csv, random)
    for (const match of readText(text)) {
      for (const score of [match.fullTime, match.halfTime, match.corners]) checkScore(score)
      if (Number.isNaN(match.kickOff.getTime())) throw new Error('no kick-off')
    }
    return text
  },
  (random) => {
    const text = random.chance(0.5) ? JSON.stringify(mutated(cup, random)) : mutatedText(JSON.stringify(cup), random)
    try {
      for (const match of parseCup(text, 'cup.json')) {
        for (const score of [match.fullTime, match.halfTime]) checkScore(score)
        if (Number.isNaN(match.kickOff.getTime())) throw new Error('no kick-off')
      }
    } catch (error) {
      // A file that is no file of matches is refused by name.
      if (!(error instanceof Error && error.message.includes('is not a file of football.json'))) throw error
    }
    return text
  },
]

test('no reader of a feed throws, and none lets a wrong score, price or book pass', { timeout: timeoutMs }, () => {
  const random = seededRandom(seed)
  for (let n = 0; n < mutations; n += 1) {
    try {
      random.pick(readers)(random)
    } catch (error) {
      throw new Error(`seed ${seed}, mutation ${n}: ${String(error)}`, { cause: error })
    }
  }
})

test(
  'a catalogue fed with mutations keeps its sides, opens nothing without a price in the last list, and stores each result once',
  { timeout: timeoutMs },
  async () => {
    const random = seededRandom(seed)
    const at = await testCatalog()
    const stub = await openOddsStub()
    const feed = openOddsApi({ ...at.feed, url: stub.url, key: 'secret', sports: ['soccer_epl'] })
    const events = Array.from({ length: 6 }, (_, n) =>
      oddsEvent(`match ${n}`, at.clock.now() + (n < 2 ? 1 : 900) * 3_600_000),
    )
    try {
      stub.next({ odds: events })
      await feed.poll(1_000)
      for (let n = 0; n < polls; n += 1) {
        await at.clock.advance(600)
        const body = random.chance(0.2) ? events : mutated(events, random)
        const scores = events.map((one, place) =>
          scoreOf(one, { home: '2', away: String(place), completed: random.chance(0.5) }),
        )
        stub.next({ odds: body, scores: mutated(scores, random) })
        await feed.poll(1_000)
        const listed = Array.isArray(body) ? body : undefined
        const { rows } = await sql<{ source_id: string; home_team: string; away_team: string; home: number | null }>`
        select m.source_id, m.home_team, m.away_team, (
          select k.prices[1] from catalog.market k where k.match_id = m.id and k.market_id = 1 and k.state = 'open'
            and m.state = 'not_started' and not (m.suspended or m.held) and m.price_until > platform.real_now()) as home
        from catalog.match m`.execute(at.base.db)
        for (const row of rows) {
          const own = events.find(({ id }) => id === row.source_id)
          if (own)
            expect([n, row.home_team === own.away_team, row.away_team === own.home_team]).toEqual([n, false, false])
          const sent = listed?.filter(
            (one: unknown) => typeof one === 'object' && one !== null && 'id' in one && one.id === row.source_id,
          )
          const isConfirmed = listed === undefined || JSON.stringify(sent).includes(`"price":${(row.home ?? 0) / 1000}`)
          expect([n, row.source_id, row.home === null || isConfirmed]).toEqual([n, row.source_id, true])
        }
        const wrong = await sql`
        select from catalog.result r left join catalog.result b on (b.match_id, b.version) = (r.match_id, r.version - 1)
        where greatest(r.full_home, r.full_away) > 999 or (r.version > 1 and b.version is null)
          or (r.kind, r.full_home, r.full_away) = (b.kind, b.full_home, b.full_away)`.execute(at.base.db)
        expect([n, wrong.rows]).toEqual([n, []])
      }
    } finally {
      stub.close()
      await at.base.close()
    }
  },
)
