import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { betting } from '@nare/contract/betting'
import { catalog } from '@nare/contract/catalog'
import { operator } from '@nare/contract/operator'
import { operatorTradingHands as hands } from '@nare/contract/operator-trading-hands'
import { transact } from '#platform/db'
import { testBuses } from '#platform/testing/bus-pair'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, whileBetting, type Bets } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { isFullLength } from '#testing/full-length'
import { operatorsOf, operatorToken } from '#testing/operators'

const baraka = operatorToken('baraka')
const reason = 'news from the ground'
const OPERATORS = operatorsOf({ baraka: 'trader', gitonga: 'marketing' })

let nare: TestApp
let second: TestApp
let bets: Bets
/** What happens while a live bet waits. */
let duringWait: (() => Promise<unknown>) | undefined
beforeAll(async () => {
  const [one, other] = testBuses(2)
  const options = { waitForLive: async () => void (await duringWait?.()) }
  nare = await testApp({ OPERATORS }, { ...options, ...(one && { bus: one }) })
  second = await testApp({ OPERATORS }, { ...options, base: nare.base, ...(other && { bus: other }) })
  bets = betsOn(nare)
})
afterAll(async () => {
  await second.close()
  await nare.close()
})

const matchIn = (competition_name: string) => nare.match({ competition_name })
async function competitionOf(match: string): Promise<string> {
  const { body } = await nare.call(catalog.match, { match_id: match })
  return body.data.competition_id
}
const goLive = (match: string) => bets.drive(match, { state: 'live', minute: 10 })

type Level = 'live' | 'sport' | 'competition' | 'match' | 'market' | 'line' | 'outcome'
const levels: readonly Level[] = ['live', 'sport', 'competition', 'match', 'market', 'line', 'outcome']

/** Sets a flag that concerns a match: of its market 18, line 2.5, outcome "over 2.5" below the match. */
async function setFlag(level: Level, match: string, suspend: boolean, on = nare): Promise<void> {
  const within = { match_id: match, sub_type_id: '18', suspend, reason }
  const calls: Readonly<Record<Level, () => Promise<{ status: number; body: unknown }>>> = {
    live: () => on.call(hands.suspendLive, { suspend, reason }, baraka),
    sport: () => on.call(hands.suspendSport, { sport_id: '79', suspend, reason }, baraka),
    competition: async () =>
      on.call(hands.suspendCompetition, { competition_id: await competitionOf(match), suspend, reason }, baraka),
    match: () => on.call(operator.suspendMatch, { match_id: match, suspend, reason }, baraka),
    market: () => on.call(hands.suspendMarket, within, baraka),
    line: () => on.call(hands.suspendMarket, { ...within, line: '2.5' }, baraka),
    outcome: () => on.call(hands.suspendMarket, { ...within, odd_key: 'over 2.5' }, baraka),
  }
  const { status, body } = await calls[level]()
  if (status !== 200) throw new Error(`${level} was not set: ${JSON.stringify(body)}`)
}

type Line = { readonly state: string; readonly odd_value: string | null }

/** An outcome as the match page of a process shows it. */
async function shown(
  on: TestApp,
  match: string,
  [market, line, key]: readonly [string, string, string],
): Promise<Line> {
  const { body } = await on.call(catalog.match, { match_id: match })
  const found = body.data.odds.find((one) => one.sub_type_id === market && one.special_bet_value === line)
  return { state: found?.state ?? '', odd_value: found?.odds.find((one) => one.odd_key === key)?.odd_value ?? null }
}

const over = ['18', '2.5', 'over 2.5'] as const

/** The line 2.5 of the totals in the live topic of a process. */
async function inTopic(on: TestApp, match: string): Promise<{ version: number; text: string }> {
  const topic = `market:${match}:18`
  const line = (await on.app.live.states([topic])).get(topic)?.find(({ key }) => key === '2.5')
  return { version: line?.version ?? 0, text: JSON.stringify(line?.state) }
}

test.each(levels)(
  'a stop of the level %s refuses bets and is shown in every process, until it is ended',
  async (level) => {
    const match = await matchIn(`Stops ${level}`)
    await goLive(match)
    const { odd_value } = await shown(nare, match, over)
    const picked = pick(match, '18', 'over 2.5', odd_value ?? '')
    const { token } = await nare.bettor(1000)
    expect((await nare.call(betting.place, slipOf([picked]), token)).status).toBe(201)
    const before = await inTopic(nare, match)
    await setFlag(level, match, true)
    for (const on of [nare, second]) {
      expect(await on.call(betting.place, slipOf([picked]), token)).toMatchObject({
        ...{ status: 422, body: { code: 'market_suspended' } },
      })
      const page = await shown(on, match, over)
      expect([page.state === 'suspended', page.odd_value === null]).toContain(true)
      await vi.waitFor(async () => {
        const { version, text } = await inTopic(on, match)
        expect(text).toMatch(/suspended|"over 2.5",null/)
        // Clients drop states that are not newer.
        expect(version).toBeGreaterThan(before.version)
      }, 20_000)
    }
    const stopped = await inTopic(nare, match)
    await setFlag(level, match, false, second)
    await vi.waitFor(async () => expect(await shown(nare, match, over)).toEqual({ state: 'open', odd_value }), 20_000)
    await vi.waitFor(async () => expect((await inTopic(nare, match)).version).toBeGreaterThan(stopped.version), 20_000)
    expect((await nare.call(betting.place, slipOf([picked]), token)).status).toBe(201)
  },
)

test('a list shows a stopped competition as suspended by an operator, and the list of another process too', async () => {
  const match = await matchIn('Listed')
  const competition_id = await competitionOf(match)
  const listed = async (on: TestApp) =>
    (await on.call(catalog.matches, { competition_id })).body.data.map((one) => [one.suspended, one.odds[0]?.state])
  expect(await listed(second)).toEqual([[undefined, 'open']])
  await setFlag('competition', match, true)
  await vi.waitFor(async () => expect(await listed(second)).toEqual([['operator', 'suspended']]), 20_000)
  expect(await listed(nare)).toEqual([['operator', 'suspended']])
  await setFlag('competition', match, false)
  await vi.waitFor(async () => expect(await listed(second)).toEqual([[undefined, 'open']]), 20_000)
})

test(
  'whatever is stopped and ended in whatever order, exactly what no stop concerns is open',
  { timeout: 600_000 },
  async () => {
    const [live, ahead, elsewhere] = [await matchIn('First'), await matchIn('First'), await matchIn('Second')]
    await goLive(live)
    await goLive(elsewhere)
    type Place = { readonly match: string; readonly level: Level }
    const places: Place[] = [
      ...levels.map((level) => ({ match: live, level })),
      { match: elsewhere, level: 'competition' },
      { match: ahead, level: 'match' },
    ]
    const outcomes = [over, ['18', '2.5', 'under 2.5'], ['18', '1.5', 'over 1.5'], ['1', '', 'draw']] as const
    /** The slow twin: an outcome is open if no flag that is set concerns it. */
    const isOpen = (set: ReadonlySet<number>, match: string, [market, line, key]: readonly string[]): boolean =>
      places.every(({ level, match: of }, n) => {
        if (!set.has(n)) return true
        if (level === 'live') return match === ahead
        if (level === 'sport') return false
        if (level === 'competition') return (of === elsewhere) !== (match === elsewhere)
        if (of !== match || level === 'match') return of !== match
        if (market !== '18' || level === 'market') return market !== '18'
        return level === 'line' ? line !== '2.5' : key !== 'over 2.5'
      })
    const moves = fc.array(fc.nat(places.length - 1), { minLength: 6, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(moves, async (order) => {
        const set = new Set<number>()
        const toggle = async (n: number): Promise<void> => {
          const place = places[n]
          if (!place) return
          await setFlag(place.level, place.match, !set.has(n))
          if (!set.delete(n)) set.add(n)
        }
        for (const n of order) {
          await toggle(n)
          for (const match of [live, ahead, elsewhere]) {
            const { body } = await nare.call(betting.validate, {
              slip: outcomes.map(([market, , key]) => pick(match, market, key, '2.00')),
            })
            const open = body.data.map(({ state }) => state === 'open')
            expect(open, `${match} after ${JSON.stringify([...set])}`).toEqual(
              outcomes.map((one) => isOpen(set, match, one)),
            )
          }
        }
        for (const n of [...set]) await toggle(n)
      }),
      { numRuns: isFullLength ? 6 : 2 },
    )
  },
)

test.each<Level>(isFullLength ? ['live', 'sport', 'competition', 'market'] : ['competition', 'market'])(
  'a stop of the level %s succeeds under a stream of bets, and every bet sent after its answer is refused',
  async (level) => {
    const match = await matchIn(`Stream ${level}`)
    if (level === 'live') await goLive(match)
    const price = (await shown(nare, match, over)).odd_value ?? ''
    const bettors = await nare.bettors(100, 1000)
    const { before, afterwards } = await whileBetting({
      bet: (lane) =>
        (lane % 2 ? second : nare).call(
          betting.place,
          slipOf([pick(match, '18', 'over 2.5', price)], { stake: '20' }),
          bettors[lane]?.token,
        ),
      lanes: bettors.length,
      betsOfEach: 6,
      first: 30,
      change: () => setFlag(level, match, true),
    })
    expect(before).toBeLessThan(600)
    expect(afterwards).toBe(0)
    await setFlag(level, match, false)
    await bets.verifyBooks()
  },
)

test.each<Level>(['live', 'sport', 'competition', 'match', 'outcome'])(
  'a stop of the level %s waits for the bets that have read their prices',
  async (level) => {
    const match = await matchIn(`Waits ${level}`)
    const order: string[] = []
    const waiting = sql<{ waits: boolean }>`
      select exists (select from pg_locks where locktype = 'advisory' and not granted and mode = 'ExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())) as waits`
    let stop: Promise<void> | undefined
    await transact(nare.app.db, async (tx) => {
      await nare.app.catalog.lockForBets(tx, [Number(match)])
      stop = setFlag(level, match, true, second).then(() => void order.push('stopped'))
      await vi.waitFor(async () => {
        const { rows } = await waiting.execute(nare.base.db)
        expect([rows[0]?.waits === true, order.length > 0]).toContain(true)
      }, 20_000)
      order.push('bets committed')
    })
    await stop
    expect(order).toEqual(['bets committed', 'stopped'])
    await setFlag(level, match, false)
  },
)

test.each(levels)(
  'a bet that waits for the live delay is refused after a stop of the level %s, also if that has ended',
  async (level) => {
    const match = await matchIn(`Delay ${level}`)
    await goLive(match)
    const picked = pick(match, '18', 'over 2.5', (await shown(nare, match, over)).odd_value ?? '')
    const { token } = await nare.bettor(1000)
    duringWait = async () => {
      await setFlag(level, match, true)
      await setFlag(level, match, false)
    }
    try {
      expect(await bets.place(token, [picked])).toMatchObject({ status: 422, body: { code: 'market_suspended' } })
    } finally {
      duringWait = undefined
    }
    expect(await bets.balance(token)).toBe('1000.00')
  },
)

test('a bet on a stopped market, line or outcome is not cashed out, and one on another is', async () => {
  const match = await matchIn('Cash-outs')
  const cashOuts = cashOutsOn(nare)
  const { token } = await nare.bettor(1000)
  const price = (await shown(nare, match, over)).odd_value ?? ''
  const [on, other] = [
    await bets.mustPlace(token, [pick(match, '18', 'over 2.5', price)]),
    await bets.mustPlace(token, [pick(match)]),
  ]
  for (const level of ['market', 'line', 'outcome', 'competition'] as const) {
    await setFlag(level, match, true)
    expect((await cashOuts.quote(token, on.bet_id)).status).toBe(422)
    expect((await cashOuts.quote(token, other.bet_id)).status).toBe(level === 'competition' ? 422 : 200)
    await setFlag(level, match, false)
    await cashOuts.mustQuote(token, on.bet_id)
  }
})

test('stops need the permission and what they name, and stand in the log', async () => {
  const match = await matchIn('Refused')
  const within = { match_id: match, sub_type_id: '18', suspend: true, reason }
  expect((await nare.call(hands.suspendMarket, within, operatorToken('gitonga'))).status).toBe(403)
  const wrong: [Partial<typeof within> & { line?: string; odd_key?: string }, string][] = [
    [{ sub_type_id: '99999' }, 'sub_type_id'],
    [{ odd_key: 'over 2.6' }, 'odd_key'],
    [{ odd_key: 'over 2.5', line: '3.5' }, 'line'],
    [{ line: 'abc' }, 'line'],
  ]
  for (const [given, field] of wrong)
    expect(await nare.call(hands.suspendMarket, { ...within, ...given }, baraka)).toMatchObject({
      ...{ status: 400, body: { code: 'invalid_input', fields: { [field]: expect.any(String) as string } } },
    })
  const [noMatch, noCompetition, noSport] = [
    await nare.call(hands.suspendMarket, { ...within, match_id: '99999999' }, baraka),
    await nare.call(hands.suspendCompetition, { competition_id: 'none', suspend: true, reason }, baraka),
    await nare.call(hands.suspendSport, { sport_id: '999', suspend: true, reason }, baraka),
  ]
  expect([noMatch.status, noCompetition.status, noSport.status]).toEqual([404, 404, 404])
  await setFlag('outcome', match, true)
  const { rows } = await sql<{ subject: string; facts: unknown }>`
    select subject, facts from operator.audit where action = 'market.suspend' order by id desc limit 1`.execute(
    nare.base.db,
  )
  expect(rows).toEqual([{ subject: `match ${match} 18`, facts: { odd_key: 'over 2.5', suspend: true } }])
  await setFlag('outcome', match, false)
})
