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
  if (read === undefined) throw new Error(`${text} is no price`)
  return read
}
const later = (hours: number) => new Date(at.clock.now() + hours * 3_600_000).toISOString()

async function newMatch(more: { sport_id?: string; home?: string; away?: string } = {}): Promise<number> {
  const made = await at.catalog.byHand.createMatch({
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

test('a match made by hand offers the five prices as given and every other market from them', async () => {
  const id = await newMatch()
  const view = await at.catalog.match(String(id))
  expect([view?.home_odd, view?.neutral_odd, view?.away_odd]).toEqual(['2.00', '3.20', '3.90'])
  const total = view?.odds.find((one) => one.sub_type_id === '18' && one.special_bet_value === '2.5')
  expect(total?.odds.map((one) => [one.odd_key, one.odd_value])).toEqual([
    ['over 2.5', '1.95'],
    ['under 2.5', '1.85'],
  ])
  expect(new Set(view?.odds.map((one) => one.sub_type_id)).size).toBeGreaterThanOrEqual(34)
  expect(view?.game_id).toMatch(/^\d{4,5}$/)
  expect(view?.side_bets).toBe((view?.odds.length ?? 0) - 1)
})

test('prices that are no honest book still make a match that offers them', async () => {
  for (const [home, draw, away] of [
    ['2.00', '2.00', '2.00'],
    ['10.00', '10.00', '10.00'],
    ['1.01', '50.00', '200.00'],
    ['5.00', '5.00', '5.00'],
  ]) {
    const made = await at.catalog.byHand.createMatch({
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

test('every other sport offers its winner at the given prices', async () => {
  for (const sport_id of ['30', '28', '41', '29', '37']) {
    const view = await at.catalog.match(String(await newMatch({ sport_id })))
    expect([sport_id, view?.home_odd, view?.away_odd]).toEqual([sport_id, '2.00', '3.90'])
  }
})

test('a goal stops the match at once and suspend false lets it go on', async () => {
  const id = await newMatch()
  await at.catalog.byHand.driveMatch({ match_id: String(id), state: 'live', minute: 10, score: '0:0' })
  const lines = [{ matchId: id, marketId: '1', line: '' }]
  expect((await at.catalog.offers(at.base.db, lines))[0]).toMatchObject({
    matchState: 'live',
    suspended: false,
    marketState: 'open',
  })
  await at.catalog.byHand.driveMatch({ match_id: String(id), event: 'goal', score: '1:0', minute: 11 })
  expect((await at.catalog.offers(at.base.db, lines))[0]).toMatchObject({
    suspended: true,
    score: { home: 1, away: 0 },
  })
  await at.catalog.byHand.driveMatch({ match_id: String(id), suspend: false })
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

type Drive = Omit<Parameters<TestCatalog['catalog']['byHand']['driveMatch']>[0], 'match_id'>

const drives = async (id: number, ...steps: Drive[]) => {
  for (const step of steps) await at.catalog.byHand.driveMatch({ match_id: String(id), ...step })
}

/** The markets of which every line is closed. */
async function closedOf(id: number, markets: readonly string[]): Promise<string[]> {
  const view = await at.catalog.match(String(id))
  return markets.filter((market) => view?.odds.every((one) => one.sub_type_id !== market || one.state === 'closed'))
}

const ofFirstHalf = ['60', '63', '64', '66', '68', '75', '47']

test('markets of the first half close with it, and those that it has decided close before', async () => {
  const id = await newMatch()
  await drives(id, { state: 'live', minute: 20, score: '1:0' })
  const early = await at.catalog.match(String(id))
  const lines = early?.odds.filter((one) => one.sub_type_id === '68').map((one) => [one.special_bet_value, one.state])
  expect(lines).toContainEqual(['0.5', 'closed'])
  expect(lines).toContainEqual(['1.5', 'open'])
  expect(await closedOf(id, ofFirstHalf)).toEqual([])
  await drives(id, { minute: 46 })
  expect(await closedOf(id, [...ofFirstHalf, '83', '90', '1'])).toEqual(ofFirstHalf)
})

test('what a match that is driven by hand has decided stands when it is abandoned', async () => {
  const id = await newMatch()
  const goals: Drive[] = [
    { state: 'live', minute: 20, score: '1:0' },
    { minute: 46 },
    { minute: 70, score: '1:1' },
    { state: 'abandoned' },
  ]
  await drives(id, ...goals)
  await at.clock.advance(51 * 3600)
  await at.catalog.sweepOverdue()
  const standing = await resultOf(at.base.db, id)
  const known = { halfTime: { home: 1, away: 0 }, fullTime: { home: 1, away: 1 }, goals: ['home', 'away'] }
  expect(standing).toMatchObject({ kind: 'void_undecided', result: { ...known, finished: false } })
})

test('a goal of the first half that is taken back after it leaves no half-time score', async () => {
  const id = await newMatch()
  const taken: Drive[] = [{ state: 'live', minute: 20, score: '1:0' }, { minute: 46 }, { minute: 47, score: '0:0' }]
  await drives(id, ...taken, { state: 'abandoned' })
  await at.clock.advance(51 * 3600)
  await at.catalog.sweepOverdue()
  const { fullTime, halfTime } = (await resultOf(at.base.db, id))?.result ?? {}
  expect([fullTime, halfTime]).toEqual([{ home: 0, away: 0 }, undefined])
})

test('an order of goals that nobody told is not guessed', async () => {
  const id = await newMatch()
  await drives(id, { state: 'live', minute: 30, score: '1:1' }, { minute: 60, score: '2:1' }, { state: 'abandoned' })
  await at.clock.advance(51 * 3600)
  await at.catalog.sweepOverdue()
  const standing = await resultOf(at.base.db, id)
  expect(standing?.result.fullTime).toEqual({ home: 2, away: 1 })
  expect([standing?.result.goals, standing?.result.halfTime]).toEqual([undefined, undefined])
})

test('given odds replace one price of a line and are kept in its history with their source', async () => {
  const id = await newMatch()
  const match_id = String(id)
  await at.catalog.byHand.driveMatch({ match_id, odds: { '1': { home_team: odd('2.20') } } })
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

test('an unknown market or outcome is refused by its name', async () => {
  const match_id = String(await newMatch())
  const outcome = await at.catalog.byHand.driveMatch({ match_id, odds: { '1': { nobody: odd('2.00') } } })
  expect(outcome).toMatchObject({ ok: false, code: 'invalid_input' })
})

test('a stop waits for bets that hold the match, and all that come later see it stopped', async () => {
  const id = await newMatch()
  const order: string[] = []
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  let holding = () => undefined as void
  const isHeld = new Promise<void>((resolve) => (holding = resolve))
  const bet = transact(at.base.db, async (tx) => {
    await at.catalog.lockForBets(tx, [id])
    holding()
    await held
    order.push('bet')
  })
  await isHeld
  const stop = at.catalog.suspend(id).then(() => order.push('stop'))
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from pg_locks where locktype = 'advisory' and objid = ${id}::int::oid and not granted`
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

test('a hold by an operator is not undone by a feed', async () => {
  const id = await newMatch()
  await at.catalog.suspend(id)
  await at.catalog.byHand.driveMatch({ match_id: String(id), suspend: true })
  await at.catalog.byHand.driveMatch({ match_id: String(id), suspend: false })
  expect((await at.catalog.offers(at.base.db, [{ matchId: id, marketId: '1', line: '' }]))[0]?.suspended).toBe(true)
})
