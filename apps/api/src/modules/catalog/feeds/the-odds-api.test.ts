import type { RequestListener } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openHttpStub, type HttpStub } from '#testing/http-stub'
import { testCatalog, type TestCatalog } from '../testing.ts'
import recorded from './recorded/the-odds-api.json' with { type: 'json' }
import { openOddsApi } from './the-odds-api-client.ts'
import { toOffer } from './the-odds-api.ts'
import { readOdds } from './the-odds-api-read.ts'

type Reply = RequestListener

const body = (what: keyof typeof recorded.bodies): unknown => recorded.bodies[what]

let at: TestCatalog
let stub: HttpStub
let replies: Record<string, Reply> = {}
let requests: URL[] = []

beforeAll(async () => {
  at = await testCatalog()
  stub = await openHttpStub((request, response) => {
    const address = new URL(request.url ?? '/', 'http://local')
    requests.push(address)
    const reply = replies[address.pathname]
    if (reply) return reply(request, response)
    response.writeHead(404).end('{}')
  })
})
afterAll(async () => {
  stub.close()
  await at.base.close()
})
afterEach(() => {
  replies = {}
  requests = []
})

const json =
  (body: unknown, headers: Record<string, string> = {}): Reply =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  (_request, response) =>
    void response.writeHead(code, headers).end('{"message":"no"}')

const kickOff = () => new Date(Math.floor(at.clock.now() / 1000) * 1000 + 7_200_000).toISOString()

function event(id: string, home = 2.1) {
  const outcomes = [
    { name: `Arsenal ${id}`, price: home },
    { name: `Chelsea ${id}`, price: 3.6 },
    { name: 'Draw', price: 3.3 },
  ]
  const totals = [
    { name: 'Over', price: 1.92, point: 2.5 },
    { name: 'Under', price: 1.9, point: 2.5 },
  ]
  const spreads = [
    { name: `Arsenal ${id}`, price: 1.88, point: -0.25 },
    { name: `Chelsea ${id}`, price: 2.02, point: 0.25 },
  ]
  return {
    id,
    sport_key: 'soccer_epl',
    sport_title: 'EPL',
    commence_time: kickOff(),
    home_team: `Arsenal ${id}`,
    away_team: `Chelsea ${id}`,
    bookmakers: [
      {
        key: 'onexbet',
        markets: [
          { key: 'h2h', outcomes },
          { key: 'totals', outcomes: totals },
          { key: 'spreads', outcomes: spreads },
        ],
      },
    ],
  }
}

const odds = '/v4/sports/soccer_epl/odds'
const scores = '/v4/sports/soccer_epl/scores'
const open = (timeoutMs = 5_000) =>
  openOddsApi({ ...at.feed, url: stub.url, key: 'secret', sports: ['soccer_epl'], timeoutMs })
const every = 300_000

async function viewOf(sourceId: string) {
  const rows = await sql<{ id: number }>`select id from catalog.match where source_id = ${sourceId}`.execute(at.base.db)
  return at.catalog.match(String(rows.rows[0]?.id ?? 0))
}

test('events become matches with the bookmaker’s prices; every other market that the final score decides is priced from them', async () => {
  replies = { [odds]: json([event('one')], { 'x-requests-remaining': '400' }), [scores]: json([]) }
  const feed = open()
  expect(await feed.poll(every)).toBe(every)
  expect(feed.quota()).toBe(400)
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
    apiKey: 'secret',
    markets: 'h2h,totals,spreads',
  })
  const view = await viewOf('one')
  expect([view?.home_odd, view?.neutral_odd, view?.away_odd]).toEqual(['2.10', '3.30', '3.60'])
  const line = (market: string, at_: string) =>
    view?.odds
      .find((one) => one.sub_type_id === market && one.special_bet_value === at_)
      ?.odds.map((outcome) => outcome.odd_value)
  expect(line('18', '2.5')).toEqual(['1.92', '1.90'])
  expect(line('16', '-0.25')).toEqual(['1.88', '2.02'])
  // Markets, each once, whatever its lines.
  expect(view?.side_bets).toBe(22)
})

test('new prices replace old ones, and the same ones change nothing', async () => {
  const feed = open()
  replies = { [odds]: json([event('two')]), [scores]: json([]) }
  await feed.poll(every)
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from catalog.price_change`.execute(at.base.db)).rows[0]?.n
  const before = await count()
  await feed.poll(every)
  expect(await count()).toBe(before)
  replies = { ...replies, [odds]: json([event('two', 1.95)]) }
  await feed.poll(every)
  expect((await viewOf('two'))?.home_odd).toBe('1.95')
})

test('scores make a match live without betting, and a completed event is its result', async () => {
  const feed = open()
  const one = event('three')
  replies = { [odds]: json([one]), [scores]: json([]) }
  await feed.poll(every)
  await at.clock.advance(4 * 3600)
  const about = {
    id: 'three',
    commence_time: one.commence_time,
    home_team: one.home_team,
    away_team: one.away_team,
  }
  const goals = (home: string, away: string) => [
    { name: one.away_team, score: away },
    { name: one.home_team, score: home },
  ]
  replies = { [odds]: json([]), [scores]: json([{ ...about, completed: false, scores: goals('1', '0') }]) }
  await feed.poll(every)
  expect(await viewOf('three')).toMatchObject({ state: 'live', home_score: 1, away_score: 0 })
  expect((await viewOf('three'))?.odds.every((line) => line.state !== 'open')).toBe(true)
  replies = { ...replies, [scores]: json([{ ...about, completed: true, scores: goals('2', '1') }]) }
  await feed.poll(every)
  expect(await viewOf('three')).toMatchObject({ state: 'ended', home_score: 2, away_score: 1 })
})

test('a score decreases if a goal is retracted, but not because of an older response', async () => {
  const feed = open()
  const one = event('corrected')
  replies = { [odds]: json([one]), [scores]: json([]) }
  await feed.poll(every)
  await at.clock.advance(4 * 3600)
  const about = {
    id: 'corrected',
    commence_time: one.commence_time,
    home_team: one.home_team,
    away_team: one.away_team,
  }
  const sent = async (home: string, agoS: number | undefined, completed = false) => {
    const updated = agoS === undefined ? null : new Date(at.clock.now() - agoS * 1000).toISOString()
    const list = [
      { name: one.home_team, score: home },
      { name: one.away_team, score: '0' },
    ]
    replies = { [odds]: json([]), [scores]: json([{ ...about, completed, scores: list, last_update: updated }]) }
    await feed.poll(every)
    return (await viewOf('corrected'))?.home_score
  }
  expect(await sent('1', 600)).toBe(1)
  expect(await sent('2', 300)).toBe(2)
  expect(await sent('1', 599)).toBe(2)
  expect(await sent('1', 200)).toBe(1)
  expect(await sent('3', undefined)).toBe(3)
  expect(await sent('2', 500, true)).toBe(2)
})

test('after a refusal, a fault, invalid JSON or a timeout the feed pauses and continues', async () => {
  const feed = open(200)
  const waits = async (reply: Reply) => {
    replies = { [odds]: reply, [scores]: json([]) }
    return feed.poll(1_000)
  }
  expect(await waits(status(429, { 'retry-after': '60' }))).toBe(60_000)
  expect(await waits(status(401))).toBe(3_600_000)
  const first = await waits(status(500))
  expect(await waits(status(500))).toBeGreaterThan(first)
  expect(await waits((_request, response) => void response.writeHead(200).end('<html>'))).toBeGreaterThan(1_000)
  expect(await waits(() => undefined)).toBeGreaterThan(1_000)
  expect(await waits((_request, response) => void response.destroy())).toBeGreaterThan(1_000)
  expect(await waits(json([]))).toBe(1_000)
})

test('entries with missing fields or invalid odds are skipped; the others are ingested', async () => {
  const broken = [
    { id: 'x' },
    null,
    { ...event('four'), bookmakers: [] },
    { ...event('five'), commence_time: 'soon' },
    {
      ...event('six'),
      bookmakers: [{ key: 'b', markets: [{ key: 'h2h', outcomes: [{ name: 'Arsenal', price: 0 }] }] }],
    },
    event('seven'),
  ]
  replies = { [odds]: json(broken), [scores]: json([{ id: 'seven', completed: true, scores: null }]) }
  await open().poll(every)
  const rows = await sql<{ source_id: string }>`
    select source_id from catalog.match where source_id in ('four', 'five', 'six', 'seven')`.execute(at.base.db)
  expect(rows.rows).toEqual([{ source_id: 'seven' }])
  replies = { [odds]: json({ message: 'not a list' }), [scores]: json('no') }
  expect(await open().poll(1_000)).toBeGreaterThan(1_000)
})

test('only the unknown sport is paused, and it is polled again after half an hour', async () => {
  const unknown: Reply = (_request, response) =>
    void response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(body('unknown sport')))
  const other = '/v4/sports/soccer_gone/odds'
  const feed = openOddsApi({ ...at.feed, url: stub.url, key: 'secret', sports: ['soccer_gone', 'soccer_epl'] })
  const poll = async () => {
    requests = []
    expect(await feed.poll(every)).toBe(every)
    return requests.map(({ pathname }) => pathname)
  }
  replies = { [other]: unknown, [odds]: json([]), [scores]: json([]) }
  expect(await poll()).toEqual([other, odds, scores])
  expect(await poll()).toEqual([odds, scores])
  await at.clock.advance(1801)
  replies = { ...replies, [other]: status(422) }
  expect(await poll()).toEqual([other, odds, scores])
})

test('the cost of a poll is summed, and with quota for fewer than ten polls the feed slows down', async () => {
  const costs = (cost: string) => ({ 'x-requests-remaining': '79', 'x-requests-last': cost })
  replies = { [odds]: json([], costs('3')), [scores]: json([], costs('2')) }
  const feed = open()
  expect(await feed.poll(every)).toBe(every)
  expect(feed.cost()).toBe(5)
  replies = { [odds]: json([], costs('6')), [scores]: json([], costs('2')) }
  expect(await feed.poll(every)).toBe(every * 10)
})

const about = {
  sportKey: 'soccer_epl',
  at: new Date('2026-11-27T12:00:00Z'),
  staleMs: 30 * 60_000,
  validMs: 900_000,
  band: { least: 1, most: 1.4 },
}

function linesOf(what: keyof typeof recorded.bodies) {
  const [event] = readOdds([body(what)], () => undefined)?.entries ?? []
  const message = event && toOffer(event, undefined, about).messages.find(({ kind }) => kind === 'price')
  if (message?.kind !== 'price') throw new Error('no prices')
  const main = message.lines.find((line) => line.marketId === '1')
  const total = message.lines.find((line) => line.marketId === '18' && line.line === '2.5')
  return { states: new Set(message.lines.map((line) => line.state)), main: main?.prices, total: total?.prices }
}

test('prices come from the first bookmaker with fresh prices', () => {
  expect(linesOf('an old book before a fresh one')).toMatchObject({
    states: new Set(['open']),
    main: [2040n, 3300n, 3600n],
  })
  expect(linesOf('no times')).toMatchObject({ states: new Set(['open']), main: [2100n, 3300n, 3600n] })
})

test('stale prices are no prices', () => {
  expect(() => linesOf('only an old book')).toThrow('no prices')
})

test('a stale market of a fresh bookmaker is skipped', () => {
  expect(linesOf('old totals').total).not.toEqual([1500n, 2500n])
  expect(linesOf('old totals').states).toEqual(new Set(['open']))
})

test('a low quota slows the feed down', async () => {
  replies = { [odds]: json([], { 'x-requests-remaining': '3' }), [scores]: json([], { 'x-requests-remaining': '2' }) }
  expect(await open().poll(every)).toBe(every * 10)
})
