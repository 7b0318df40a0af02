import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { operator as operatorCalls } from '@nare/contract/operator'
import { openOddsApi } from '#modules/catalog/feeds/the-odds-api-client'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from './app.ts'
import { betsOn, pick, slipOf, type Bets } from './bets.ts'
import { bookOf, oddsEvent, openOddsStub, scoreOf, type OddsEventBody } from './odds-api-stub.ts'

const hourMs = 3_600_000
const operatorToken = 'the-token-of-asha'
let nare: TestApp
let bets: Bets
let stub: Awaited<ReturnType<typeof openOddsStub>>
let feed: ReturnType<typeof openOddsApi>

beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${createHash('sha256').update(operatorToken).digest('hex')}` })
  bets = betsOn(nare)
  stub = await openOddsStub()
  const { app, base } = nare
  const { ingest, drop } = app.catalog
  const deps = { db: base.db, clock: app.clock, log: openLog('fatal'), ingest, drop }
  feed = openOddsApi({ ...deps, url: stub.url, key: 'secret', sports: ['soccer_epl'] })
})
afterAll(async () => {
  stub.close()
  await nare.close()
})

const matchIdOf = async (sourceId: string) => {
  const { rows } = await sql<{ id: number }>`select id from catalog.match where source_id = ${sourceId}`.execute(
    nare.base.db,
  )
  return String(rows[0]?.id)
}
const viewOf = async (sourceId: string) => nare.app.catalog.match(await matchIdOf(sourceId))
const openLines = async (sourceId: string) =>
  (await viewOf(sourceId))?.odds.filter(({ state }) => state === 'open').length ?? 0
const findingsOf = async (sourceId: string) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from catalog.finding where match_id = ${await matchIdOf(sourceId)}::int`.execute(nare.base.db)
  return rows.map(({ kind }) => kind)
}

/** A way in which a feed can be wrong about an event. `odds` and `scores` are what the next poll has instead of it. */
type Fault = {
  readonly odds: (event: OddsEventBody) => readonly object[]
  readonly scores?: (event: OddsEventBody) => readonly object[]
  /** The event's final entry, if its facts have changed. */
  readonly last?: (event: OddsEventBody) => OddsEventBody
  /** Whether betting before the start is open after it. */
  readonly open: boolean
  readonly finding?: string
  /** What a bet on the home side becomes, which wins 2:1. */
  readonly bet: 'won' | 'void'
}

const reversed = (event: OddsEventBody): OddsEventBody => ({
  ...event,
  home_team: event.away_team,
  away_team: event.home_team,
})
const renamed = (event: OddsEventBody): OddsEventBody => {
  const sides = { home_team: event.home_team, away_team: `${event.away_team} United` }
  return { ...event, ...sides, bookmakers: [bookOf(sides)] }
}
const moved = (event: OddsEventBody): OddsEventBody => ({
  ...event,
  commence_time: new Date(Date.parse(event.commence_time) + 72 * hourMs).toISOString(),
})
const malformed = (event: OddsEventBody): object => {
  const [book] = event.bookmakers
  const broken = book?.markets.map((market) =>
    market.key === 'h2h'
      ? { ...market, outcomes: market.outcomes.map((one, n) => ({ ...one, price: n === 1 ? null : one.price })) }
      : { ...market, outcomes: null },
  )
  return { ...event, bookmakers: [null, { key: 'broken', markets: broken }, book] }
}

const faults: Readonly<Record<string, Fault>> = {
  missing: { odds: () => [], open: false, bet: 'won' },
  empty: { odds: (event) => [{ ...event, bookmakers: [] }], open: false, bet: 'won' },
  malformed: { odds: (event) => [malformed(event)], open: true, bet: 'won' },
  reversed: {
    odds: (event) => [reversed(event)],
    last: reversed,
    open: false,
    finding: 'sides_swapped',
    bet: 'won',
  },
  renamed: { odds: (event) => [renamed(event)], last: renamed, open: true, bet: 'won' },
  doubled: { odds: (event) => [event, { ...event, id: `${event.id} again` }], open: true, bet: 'won' },
  moved: { odds: (event) => [moved(event)], last: moved, open: true, bet: 'void' },
  early: {
    odds: (event) => [event],
    scores: (event) => [scoreOf(event, { home: '0', away: '3', completed: true })],
    open: false,
    finding: 'early_result',
    bet: 'won',
  },
}
const situations = ['no bets', 'single', 'accumulator', 'live'] as const

test('whatever a feed gets wrong, a line without a confirmed price is not open, and each bet gets what its match decides', async () => {
  const { token } = await nare.bettor(10_000)
  const now = nare.app.clock.now()
  const cases = Object.entries(faults).flatMap(([name, fault]) =>
    situations.map((situation) => {
      const id = `${name} ${situation}`
      return { id, name, situation, fault, event: oddsEvent(id, now + (situation === 'live' ? 1 : 6) * hourMs) }
    }),
  )
  stub.next({ odds: cases.map(({ event }) => event) })
  await feed.poll(1_000)
  const placed = new Map<string, bigint>()
  const others: string[] = []
  for (const { id, situation } of cases) {
    expect([id, await openLines(id)]).toEqual([id, expect.toSatisfy((lines: number) => lines > 40)])
    if (situation === 'no bets') continue
    const picks = [pick(await matchIdOf(id))]
    if (situation === 'accumulator') {
      const other = await nare.match({ start_time: new Date(now + 30 * hourMs).toISOString() })
      others.push(other)
      picks.push(pick(other))
    }
    placed.set(id, BigInt((await bets.mustPlace(token, picks)).bet_id))
  }

  // The matches of the situation 'live' are in play; then comes the fault.
  await nare.app.clock.advance(2 * 3600)
  const live = cases.filter(({ situation }) => situation === 'live')
  const playing = live.map(({ event }) => scoreOf(event, { home: '1', away: '0' }))
  stub.next({ odds: cases.map(({ event }) => event), scores: playing })
  await feed.poll(1_000)
  stub.next({
    odds: cases.flatMap(({ fault, event }) => fault.odds(event)),
    scores: cases.flatMap(({ fault, event }) => fault.scores?.(event) ?? []),
  })
  await feed.poll(1_000)
  for (const { id, situation, fault } of cases) {
    const isOpen = (await openLines(id)) > 0
    expect([id, isOpen]).toEqual([id, fault.open && situation !== 'live'])
    expect([id, await findingsOf(id)]).toEqual([id, fault.finding ? [fault.finding] : []])
    if (fault === faults['doubled']) expect([id, await openLines(`${id} again`)]).toEqual([id, 0])
  }

  await nare.app.clock.advance(84 * 3600)
  stub.next({
    scores: cases.map(({ fault, event }) => {
      const last = fault.last?.(event) ?? event
      const isReversed = last.home_team !== event.home_team
      return scoreOf(last, { home: isReversed ? '1' : '2', away: isReversed ? '2' : '1', completed: true })
    }),
  })
  await feed.poll(1_000)
  for (const other of others) await bets.result(other, { half_time: '1:0', full_time: '1:0' })
  for (const { id, situation, fault } of cases) {
    await nare.app.betting.settle(Number(await matchIdOf(id)))
    const { rows } = await sql<{ state: string; returned: bigint }>`
      select state, returned from betting.bet where bet_id = ${placed.get(id) ?? 0n}::bigint`.execute(nare.base.db)
    const single = fault.bet === 'won' ? 21_000n : 10_000n
    const returned = situation === 'accumulator' ? (single * 21n) / 10n : single
    const state = fault.bet === 'void' && situation !== 'accumulator' ? 'void' : 'won'
    expect([id, rows]).toEqual([id, placed.has(id) ? [{ state, returned }] : []])
  }
  await bets.verifyBooks()
})

test('a bet placed before play, but after the start that is known last, is void; one placed earlier counts', async () => {
  const { token } = await nare.bettor(1_000)
  const event = oddsEvent('brought forward', nare.app.clock.now() + 5 * hourMs)
  stub.next({ odds: [event] })
  await feed.poll(1_000)
  const match = await matchIdOf(event.id)
  const early = await bets.mustPlace(token, [pick(match)])
  await nare.app.clock.advance(2 * 3600)
  const late = await bets.mustPlace(token, [pick(match)])
  const begun = { ...event, commence_time: new Date(Date.parse(event.commence_time) - 4 * hourMs).toISOString() }
  await nare.app.clock.advance(3600)
  stub.next({ scores: [scoreOf(begun, { home: '2', away: '0', completed: true })] })
  await feed.poll(1_000)
  await nare.app.betting.settle(Number(match))
  const states = [await bets.bet(token, early.bet_id), await bets.bet(token, late.bet_id)].map(({ state }) => state)
  expect(states).toEqual(['won', 'void'])
})

test('a bet counts from the kick-off that it was sold with, unless the move was announced a day before', async () => {
  const { token } = await nare.bettor(1_000)
  const event = oddsEvent('announced', nare.app.clock.now() + 26 * hourMs)
  stub.next({ odds: [event] })
  await feed.poll(1_000)
  const match = await matchIdOf(event.id)
  const early = await bets.mustPlace(token, [pick(match)])
  stub.next({ odds: [moved(event)] })
  await feed.poll(1_000)
  const interrupted = await nare.match()
  const resumed = await bets.mustPlace(token, [pick(interrupted)])
  for (const state of ['live', 'interrupted', 'live'] as const) {
    await bets.drive(interrupted, { state })
    if (state === 'interrupted') await nare.app.clock.advance(50 * 3600)
  }
  await bets.result(interrupted, { half_time: '1:0', full_time: '1:0' })
  await nare.app.clock.advance(51 * 3600)
  stub.next({ scores: [scoreOf(moved(event), { home: '2', away: '0', completed: true })] })
  await feed.poll(1_000)
  await nare.app.betting.settle(Number(match))
  const { rows } = await sql<{ state: string }>`
    select state from unnest(${[early.bet_id, resumed.bet_id]}::bigint[]) with ordinality as i (bet_id, n)
      join betting.bet using (bet_id) order by n`.execute(nare.base.db)
  expect(rows.map(({ state }) => state)).toEqual(['won', 'void'])
})

test('a match that was moved after its kick-off takes bets, unless it will be closed before it can be over', async () => {
  const { token } = await nare.bettor(1_000)
  const events = ['in time', 'too late'].map((id) => oddsEvent(id, nare.app.clock.now() + hourMs))
  stub.next({ odds: events })
  await feed.poll(1_000)
  const sold = await Promise.all(
    events.map(async ({ id }) => bets.mustPlace(token, [pick(await matchIdOf(id))], { stake: '50' })),
  )
  await nare.app.clock.advance(2 * 3600)
  const by = (event: OddsEventBody, hours: number) => ({
    ...event,
    commence_time: new Date(Date.parse(event.commence_time) + hours * hourMs).toISOString(),
  })
  const [inTime, tooLate] = [by(events[0] as OddsEventBody, 46), by(events[1] as OddsEventBody, 47)]
  stub.next({ odds: [inTime, tooLate] })
  await feed.poll(1_000)
  const place = async ({ id }: OddsEventBody) => nare.call(betting.place, slipOf([pick(await matchIdOf(id))]), token)
  const replies = [await place(inTime), await place(tooLate)]
  expect(replies).toMatchObject([{ status: 201 }, { status: 422, body: { code: 'market_suspended' } }])
  // The bet that was sold with the first kick-off will be void: the match cannot be over within two days of it.
  await nare.app.clock.advance(48.4 * 3600)
  stub.next({ scores: [scoreOf(tooLate, { home: '2', away: '0', completed: true })] })
  await feed.poll(1_000)
  await nare.app.betting.settle(Number(await matchIdOf(tooLate.id)))
  expect(await bets.bet(token, sold[1]?.bet_id ?? '')).toMatchObject({ state: 'void', returned: '50.00' })
})

test('matches of the same sides at nearly the same time do not fit one slip, in another competition either', async () => {
  const { token } = await nare.bettor(1_000)
  const event = oddsEvent('derby', nare.app.clock.now() + 5 * hourMs)
  stub.next({ odds: [event, { ...event, id: 'derby again', sport_title: 'Another league' }] })
  await feed.poll(1_000)
  const picks = [pick(await matchIdOf('derby')), pick(await matchIdOf('derby again'))]
  for (const each of picks) await bets.mustPlace(token, [each])
  const reply = await nare.call(betting.place, slipOf(picks), token)
  expect(reply).toMatchObject({ status: 422, body: { code: 'related_contingency' } })
})

test('an operator sees a finding and resolves it once: the match takes bets again, or stays suspended', async () => {
  const events = ['reopened', 'kept'].map((id) => oddsEvent(id, nare.app.clock.now() + 5 * hourMs))
  stub.next({ odds: events })
  await feed.poll(1_000)
  stub.next({ odds: events.map(reversed) })
  await feed.poll(1_000)
  const list = async () => (await nare.call(operatorCalls.findings, { limit: 100 }, operatorToken)).body.data
  const resolve = async (sourceId: string, resolution: 'reopen' | 'keep') => {
    const subject = `match ${await matchIdOf(sourceId)}`
    const finding = (await list()).find((one) => one.subject === subject)
    expect(finding).toMatchObject({
      kind: 'sides_swapped',
      state: 'open',
      facts: { stored: `Simba ${sourceId} v Chui ${sourceId}` },
    })
    const input = { id: finding?.finding_id ?? '', resolution, reason: 'checked with the league' }
    const replies = [await nare.call(operatorCalls.resolveFinding, input, operatorToken)]
    replies.push(await nare.call(operatorCalls.resolveFinding, input, operatorToken))
    expect(replies.map(({ status }) => status)).toEqual([200, 404])
    return openLines(sourceId)
  }
  expect(await resolve('reopened', 'reopen')).toBeGreaterThan(40)
  expect(await resolve('kept', 'keep')).toBe(0)
  const audit = await nare.call(operatorCalls.audit, { action: 'finding.resolve' }, operatorToken)
  expect(audit.body.data.map(({ outcome }) => outcome)).toContain('resolved')
  expect((await nare.call(operatorCalls.findings, {})).status).toBe(401)
})
