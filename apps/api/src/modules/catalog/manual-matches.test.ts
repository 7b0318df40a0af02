import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePrice, type Price } from '@nare/money/money'
import { transact } from '#platform/db'
import { resultOf } from './offers.ts'
import { testCatalog, type TestCatalog } from './testing.ts'

let at: TestCatalog
beforeAll(async () => {
  at = await testCatalog()
})
afterAll(() => at.base.close())

const odd = (text: string): Price => {
  const read = parsePrice(text)
  if (read === undefined) throw new Error(`${text} is not a price`)
  return read
}
const later = (hours: number) => new Date(at.clock.now() + hours * 3_600_000).toISOString()

async function newMatch(more: { sport_id?: string; home?: string; away?: string } = {}): Promise<number> {
  const made = await at.catalog.manual.createMatch({
    sport_id: more.sport_id ?? '79',
    competition_name: 'Test League',
    home_team: more.home ?? 'Home',
    away_team: more.away ?? 'Away',
    start_time: later(2),
    home_odd: odd('2.00'),
    neutral_odd: odd('3.20'),
    away_odd: odd('3.90'),
    over: odd('1.95'),
    under: odd('1.85'),
  })
  if (!made.ok) throw new Error(made.code)
  return Number(made.value.match_id)
}

test('a manual match offers the five given prices, and every other market is priced from them', async () => {
  const id = await newMatch()
  const view = await at.catalog.match(String(id))
  expect([view?.home_odd, view?.neutral_odd, view?.away_odd]).toEqual(['2.00', '3.20', '3.90'])
  const total = view?.odds.find((market) => market.sub_type_id === '18' && market.special_bet_value === '2.5')
  expect(total?.odds.map((outcome) => [outcome.odd_key, outcome.odd_value])).toEqual([
    ['over 2.5', '1.95'],
    ['under 2.5', '1.85'],
  ])
  expect(new Set(view?.odds.map((market) => market.sub_type_id)).size).toBeGreaterThanOrEqual(34)
  expect(view?.game_id).toMatch(/^\d{4,5}$/)
  expect(view?.side_bets).toBe(new Set(view?.odds.map((market) => market.sub_type_id)).size - 1)
})

test('implausible prices still create a match that offers them', async () => {
  for (const [home, draw, away] of [
    ['2.00', '2.00', '2.00'],
    ['10.00', '10.00', '10.00'],
    ['1.01', '50.00', '200.00'],
    ['5.00', '5.00', '5.00'],
  ]) {
    const made = await at.catalog.manual.createMatch({
      sport_id: '79',
      competition_name: 'Odd League',
      home_team: 'A',
      away_team: 'B',
      start_time: later(1),
      home_odd: odd(home ?? ''),
      neutral_odd: odd(draw ?? ''),
      away_odd: odd(away ?? ''),
    })
    if (!made.ok) throw new Error(made.code)
    const view = await at.catalog.match(made.value.match_id)
    expect([view?.home_odd, view?.neutral_odd, view?.away_odd]).toEqual([home, draw, away])
    expect(view?.odds.length).toBeGreaterThan(20)
  }
})

test('every other sport offers its winner market at the given prices', async () => {
  for (const sport_id of ['30', '28', '41', '29', '37']) {
    const view = await at.catalog.match(String(await newMatch({ sport_id })))
    expect([sport_id, view?.home_odd, view?.away_odd]).toEqual([sport_id, '2.00', '3.90'])
  }
})

test('a goal suspends the match immediately, and `suspend: false` reopens it', async () => {
  const id = await newMatch()
  await at.catalog.manual.driveMatch({ match_id: String(id), state: 'live', minute: 10, score: '0:0' })
  const lines = [{ matchId: id, marketId: '1', line: '' }]
  expect((await at.catalog.offers(at.base.db, lines))[0]).toMatchObject({
    matchState: 'live',
    suspended: false,
    marketState: 'open',
  })
  await at.catalog.manual.driveMatch({ match_id: String(id), event: 'goal', score: '1:0', minute: 11 })
  expect((await at.catalog.offers(at.base.db, lines))[0]).toMatchObject({
    suspended: true,
    score: { home: 1, away: 0 },
  })
  await at.catalog.manual.driveMatch({ match_id: String(id), suspend: false })
  expect((await at.catalog.offers(at.base.db, lines))[0]).toMatchObject({ suspended: false, marketState: 'open' })
  const view = await at.catalog.match(String(id))
  const state = (market: string, line: string) =>
    view?.odds.find((one) => one.sub_type_id === market && one.special_bet_value === line)?.state
  expect([state('8', '1'), state('8', '2'), state('18', '0.5'), state('18', '1.5')]).toEqual([
    'closed',
    'open',
    'closed',
    'open',
  ])
})

type Change = Omit<Parameters<TestCatalog['catalog']['manual']['driveMatch']>[0], 'match_id'>

const changeMatch = async (id: number, ...changes: Change[]) => {
  for (const change of changes) await at.catalog.manual.driveMatch({ match_id: String(id), ...change })
}

/** The given markets whose lines are all closed. */
async function closedMarkets(id: number, markets: readonly string[]): Promise<string[]> {
  const view = await at.catalog.match(String(id))
  return markets.filter((market) => view?.odds.every((one) => one.sub_type_id !== market || one.state === 'closed'))
}

const firstHalfMarkets = ['60', '63', '64', '66', '68', '75', '47']

test('first-half markets close at half-time, and decided lines close earlier', async () => {
  const id = await newMatch()
  await changeMatch(id, { state: 'live', minute: 20, score: '1:0' })
  const early = await at.catalog.match(String(id))
  const lines = early?.odds
    .filter((market) => market.sub_type_id === '68')
    .map((market) => [market.special_bet_value, market.state])
  expect(lines).toContainEqual(['0.5', 'closed'])
  expect(lines).toContainEqual(['1.5', 'open'])
  expect(await closedMarkets(id, firstHalfMarkets)).toEqual([])
  await changeMatch(id, { minute: 46 })
  expect(await closedMarkets(id, [...firstHalfMarkets, '83', '90', '1'])).toEqual(firstHalfMarkets)
})

/** The outcomes of a market that are open now. */
async function openOutcomes(id: number, market: string): Promise<string[]> {
  const view = await at.catalog.match(String(id))
  const open = view?.odds.filter((one) => one.sub_type_id === market && one.state === 'open') ?? []
  return open.flatMap(({ odds }) => odds.filter(({ odd_value }) => odd_value !== null).map(({ odd_key }) => odd_key))
}

test('an outcome that the score has made impossible or certain is not open, whatever price is set by hand', async () => {
  const id = await newMatch()
  await changeMatch(id, { state: 'live', minute: 60, score: '2:2' })
  const expectOpen = async () => {
    expect(await openOutcomes(id, '45')).toEqual([
      '2:2',
      '2:3',
      '2:4',
      '3:2',
      '3:3',
      '3:4',
      '4:2',
      '4:3',
      '4:4',
      'other',
    ])
    expect(await openOutcomes(id, '21')).toEqual(['4', '5', '6+'])
    expect(await openOutcomes(id, '24')).toEqual(['2', '3+'])
    expect(await openOutcomes(id, '18')).toEqual(['over 4.5', 'under 4.5', 'over 5.5', 'under 5.5'])
    expect(await closedMarkets(id, ['29', '30', '31', '33', '34', '60', '68', '1'])).toEqual([
      ...['29', '30', '31', '33', '34', '60', '68'],
    ])
  }
  await expectOpen()
  const five = odd('5.00')
  const dead = {
    '45': { '0:0': five },
    '21': { '3': five },
    '24': { '0': five },
    '18': { 'over 3.5': five, 'under 4': five },
  }
  await changeMatch(id, { odds: { ...dead, '29': { yes: five }, '33': { no: five }, '60': { draw: five } } })
  await expectOpen()
  await changeMatch(id, { score: '3:2', odds: { '45': { '2:2': five, '3:2': five } } })
  expect(await openOutcomes(id, '45')).toEqual(['3:2', '3:3', '3:4', '4:2', '4:3', '4:4', 'other'])
})

test('outcomes of other sports close by the score too', async () => {
  const id = await newMatch({ sport_id: '30' })
  const before = await openOutcomes(id, '225')
  await changeMatch(id, { state: 'live', minute: 38, score: '90:76' })
  expect(before).toContain('over 165.5')
  expect(await openOutcomes(id, '225')).toEqual(before.filter((key) => Number(key.split(' ')[1]) > 166))
  expect(await openOutcomes(id, '219')).toEqual(['home_team', 'away_team'])
})

test('the known scores of a manual match are kept when it is abandoned', async () => {
  const id = await newMatch()
  const goals: Change[] = [
    { state: 'live', minute: 20, score: '1:0' },
    { minute: 46 },
    { minute: 70, score: '1:1' },
    { state: 'abandoned' },
  ]
  await changeMatch(id, ...goals)
  await at.clock.advance(51 * 3600)
  await at.catalog.sweepOverdue()
  const currentResult = await resultOf(at.base.db, id)
  const expected = { halfTime: { home: 1, away: 0 }, fullTime: { home: 1, away: 1 }, goals: ['home', 'away'] }
  expect(currentResult).toMatchObject({ kind: 'void_undecided', result: { ...expected, finished: false } })
})

test('a first-half goal revoked in the second half removes the half-time score', async () => {
  const id = await newMatch()
  const changes: Change[] = [{ state: 'live', minute: 20, score: '1:0' }, { minute: 46 }, { minute: 47, score: '0:0' }]
  await changeMatch(id, ...changes, { state: 'abandoned' })
  await at.clock.advance(51 * 3600)
  await at.catalog.sweepOverdue()
  const { fullTime, halfTime } = (await resultOf(at.base.db, id))?.result ?? {}
  expect([fullTime, halfTime]).toEqual([{ home: 0, away: 0 }, undefined])
})

test('an unknown order of goals is not guessed', async () => {
  const id = await newMatch()
  await changeMatch(
    id,
    { state: 'live', minute: 30, score: '1:1' },
    { minute: 60, score: '2:1' },
    { state: 'abandoned' },
  )
  await at.clock.advance(51 * 3600)
  await at.catalog.sweepOverdue()
  const currentResult = await resultOf(at.base.db, id)
  expect(currentResult?.result.fullTime).toEqual({ home: 2, away: 1 })
  expect([currentResult?.result.goals, currentResult?.result.halfTime]).toEqual([undefined, undefined])
})

test('given odds replace one price of a line and are recorded in its history with their source', async () => {
  const id = await newMatch()
  const match_id = String(id)
  await at.catalog.manual.driveMatch({ match_id, odds: { '1': { home_team: odd('2.20') } } })
  const view = await at.catalog.match(match_id)
  expect([view?.home_odd, view?.neutral_odd]).toEqual(['2.20', '3.20'])
  const history = await sql<{ prices: number[]; source: string }>`
    select prices, source from catalog.price_change where match_id = ${id}::int and market_id = 1 order by no`.execute(
    at.base.db,
  )
  expect(history.rows).toEqual([
    { prices: [2000, 3200, 3900], source: 'sandbox' },
    { prices: [2200, 3200, 3900], source: 'sandbox' },
  ])
  await expect(sql`update catalog.price_change set source = 'x'`.execute(at.base.db)).rejects.toThrow()
})

test('an unknown market or outcome is refused', async () => {
  const match_id = String(await newMatch())
  const outcome = await at.catalog.manual.driveMatch({ match_id, odds: { '1': { nobody: odd('2.00') } } })
  expect(outcome).toMatchObject({ ok: false, code: 'invalid_input' })
})

test('a suspension waits for bets that hold the match lock, and later bets see it suspended', async () => {
  const id = await newMatch()
  const order: string[] = []
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  let signalLocked = () => undefined as void
  const locked = new Promise<void>((resolve) => (signalLocked = resolve))
  const bet = transact(at.base.db, async (tx) => {
    await at.catalog.lockForBets(tx, [id])
    signalLocked()
    await released
    order.push('bet')
  })
  await locked
  const stop = at.catalog.suspend(id).then(() => order.push('stop'))
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = ${id}::int::oid and not granted
      and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await waiting.execute(at.base.db)).rows[0]?.count).toBe(1)
  const next = transact(at.base.db, async (tx) => {
    await at.catalog.lockForBets(tx, [id])
    return (await at.catalog.offers(tx, [{ matchId: id, marketId: '1', line: '' }]))[0]?.suspended
  })
  release()
  await Promise.all([bet, stop])
  expect(order).toEqual(['bet', 'stop'])
  expect(await next).toBe(true)
  expect((await at.catalog.offers(at.base.db, [{ matchId: id, marketId: '1', line: '' }]))[0]?.suspended).toBe(true)
  await at.catalog.reopen(id)
  expect((await at.catalog.offers(at.base.db, [{ matchId: id, marketId: '1', line: '' }]))[0]?.suspended).toBe(false)
})

test('a feed cannot reopen a match that an operator suspended', async () => {
  const id = await newMatch()
  await at.catalog.suspend(id)
  await at.catalog.manual.driveMatch({ match_id: String(id), suspend: true })
  await at.catalog.manual.driveMatch({ match_id: String(id), suspend: false })
  expect((await at.catalog.offers(at.base.db, [{ matchId: id, marketId: '1', line: '' }]))[0]?.suspended).toBe(true)
})
