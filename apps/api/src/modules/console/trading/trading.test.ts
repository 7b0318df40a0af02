import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorBoard as calls, zBoardRow, type BoardRow } from '@nare/contract/operator-trading-board'
import type { LiveMessage } from '@nare/contract/live'
import { operatorMatches } from '@nare/contract/operator-trading'
import { roles, rolesWith } from '@nare/contract/permissions'
import type { Sent } from '@nare/contract/route'
import type { Live } from '#platform/live'
import type { PublicSnapshot } from '#platform/live-snapshots'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'
import { boardTopic, openBoard } from './board.ts'

let nare: TestApp
let bets: Bets
const people = Object.fromEntries(roles.map((role) => [role, role]))

beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf(people) })
  bets = betsOn(nare)
})
afterAll(() => nare.close())

const board = async (query: Sent<typeof calls.board> = {}) =>
  (await nare.call(calls.board, query, operatorToken('trader'))).body
const rowOf = async (match: string): Promise<BoardRow | undefined> =>
  (await board({ limit: 2_000 })).data.find(({ match_id }) => match_id === match)
const sheet = async (id: string) => (await nare.call(calls.sheet, { id }, operatorToken('trader'))).body
const grid = async (id: string) => (await nare.call(calls.grid, { id }, operatorToken('trader'))).body.data

test('people who read trading read its calls, and nobody else', async () => {
  const id = await nare.match()
  const outcome = { id, sub_type_id: '1', odd_key: 'home_team' }
  for (const role of roles) {
    const token = operatorToken(role)
    const replies = [
      await nare.call(calls.board, {}, token),
      await nare.call(calls.sheet, { id }, token),
      await nare.call(calls.grid, { id }, token),
      await nare.call(calls.outcome, outcome, token),
    ]
    const expected = rolesWith('trading.read').includes(role) ? 200 : 403
    expect([role, ...replies.map(({ status }) => status)]).toEqual([role, expected, expected, expected, expected])
  }
})

describe('the board', () => {
  test('has prices, margin, bets, stakes, liability and the worst case of a match, a multi with its whole stake', async () => {
    const [match, other, { token }] = [await nare.match(), await nare.match(), await nare.bettor(1_000)]
    await bets.mustPlace(token, [pick(match)], { stake: '100' })
    await bets.mustPlace(token, [pick(match, '1', 'draw', '3.40')], { stake: '50' })
    await bets.mustPlace(token, [pick(match), pick(other)], { stake: '20' })
    const row = await rowOf(match)
    expect(row).toMatchObject({
      ...{ match_id: match, away_team: 'Chui', competition: 'Test League', state: 'not_started', market: 'open' },
      prices: [
        { odd_key: 'home_team', price: '2.10' },
        { odd_key: 'draw', price: '3.40' },
        { odd_key: 'away_team', price: '3.60' },
      ],
      ...{ bets: 3, staked: '170.00', margin_percent: '4.8', by_hand: false, suspended: null, score: null },
      // 210 and 88.20 on 120, 170 on 50.
      liability: [
        { odd_key: 'home_team', amount: '178.20', keeps: '-128.20' },
        { odd_key: 'draw', amount: '120.00', keeps: '0.00' },
        { odd_key: 'away_team', amount: '0.00', keeps: '170.00' },
      ],
      worst: '128.20',
    })
    expect(row?.price_age_s).toBeGreaterThanOrEqual(0)
  })

  test('follows bets, suspensions, scores and results', async () => {
    const [match, { token }] = [await nare.match(), await nare.bettor(1_000)]
    expect(await rowOf(match)).toMatchObject({ bets: 0, staked: '0.00', worst: '0.00' })
    const before = await rowOf(match)
    await bets.mustPlace(token, [pick(match)])
    const after = await rowOf(match)
    expect(after).toMatchObject({ bets: 1, staked: '100.00', worst: '110.00' })
    expect(after?.version).toBeGreaterThan(before?.version ?? Infinity)
    const suspend = { match_id: match, suspend: true, reason: 'A rumour' }
    await nare.call(operatorMatches.suspendMatch, suspend, operatorToken('trader'))
    expect(await rowOf(match)).toMatchObject({
      ...{ market: 'suspended', suspended: 'operator', by_hand: true, held: true },
    })
    await bets.drive(match, { state: 'live', minute: 30, score: '0:2' })
    expect(await rowOf(match)).toMatchObject({ state: 'live', minute: 30, score: '0:2', bets: 1 })
    await bets.result(match, { half_time: '0:2', full_time: '0:2' })
    expect(await rowOf(match)).toBeUndefined()
  })

  test('is filtered by sport and play, has pages in a stable order, and is a file', async () => {
    const [live, later] = [await nare.match({ home_team: 'Mwewe' }), await nare.match({ home_team: 'Tai' })]
    const tennis = await nare.match({ sport_id: '28', home_team: 'Amina', away_team: 'Zawadi', neutral_odd: undefined })
    await bets.drive(live, { state: 'live', minute: 1, score: '0:0' })
    const ids = async (query: Sent<typeof calls.board>) => (await board(query)).data.map(({ match_id }) => match_id)
    expect(await ids({ live: 'true' })).toContain(live)
    expect(await ids({ live: 'true' })).not.toContain(later)
    expect(await ids({ live: 'false' })).not.toContain(live)
    expect(await ids({ sport: '28' })).toEqual([tennis])
    expect(await ids({ sport: '999' })).toEqual([])
    const all = await ids({ limit: 2_000 })
    expect(all[0]).toBe(live)
    const pages = [await board({ limit: 2 }), await board({ limit: 2, page: 2 })]
    expect(pages.flatMap(({ data }) => data.map(({ match_id }) => match_id))).toEqual(all.slice(0, 4))
    expect(pages[0]?.meta).toEqual({ page: 1, limit: 2, total: all.length })
    const file = await nare.app.app.inject({
      url: `${calls.board.path}.csv?sport=28`,
      headers: { authorization: `Bearer ${operatorToken('trader')}` },
    })
    expect(parse(file.body, { columns: true, bom: true })).toMatchObject([{ match_id: tennis, home_team: 'Amina' }])
  })
})

test('the topic has the matches at risk at once, and then a match when it changes', async () => {
  const sent: LiveMessage[] = []
  const read: { snapshot?: PublicSnapshot } = {}
  const live = {
    operatorTopics: (_name: string, _permission: string, snapshot: PublicSnapshot) => void (read.snapshot = snapshot),
    here: { hasSubscribers: () => true, publish: (message: LiveMessage) => sent.push(message) },
  } as unknown as Live
  const [match, quiet, { token }] = [await nare.match(), await nare.match(), await nare.bettor(1_000)]
  await bets.mustPlace(token, [pick(match)])
  const topic = openBoard({ ...nare.app, live })
  topic.register(live)
  const first = (await read.snapshot?.([boardTopic]))?.get(boardTopic) ?? []
  expect(first.map(({ key }) => key)).toContain(match)
  expect(first.map(({ key }) => key)).not.toContain(quiet)
  await topic.publish()
  sent.length = 0
  await topic.publish()
  expect(sent).toEqual([])
  await bets.mustPlace(token, [pick(quiet)], { stake: '20' })
  await topic.publish()
  expect(sent.map(({ topic: name, key }) => [name, key])).toEqual([[boardTopic, quiet]])
  expect(zBoardRow.parse(sent[0]?.state)).toMatchObject({ match_id: quiet, bets: 1, staked: '20.00', worst: '22.00' })
  sent.length = 0
  await bets.price(match, { '1': { home_team: '2.00', draw: '3.40', away_team: '3.60' } })
  await topic.publish()
  expect(sent.map(({ key, state }) => [key, (state as BoardRow).prices[0]?.price])).toEqual([[match, '2.00']])
  sent.length = 0
  await bets.result(match, { full_time: '0:1' })
  await topic.publish()
  expect(sent.map(({ key, state }) => [key, (state as BoardRow).bets, (state as BoardRow).state])).toEqual([
    [match, 0, 'ended'],
  ])
})

describe('a match', () => {
  test('has its markets with fair prices and what each outcome costs, its limits, and what happened by whom', async () => {
    const [match, { token }] = [await nare.match(), await nare.bettor(1_000)]
    await bets.mustPlace(token, [pick(match)], { stake: '100' })
    await bets.mustPlace(token, [pick(match, '1', 'away_team', '3.60')], { stake: '40' })
    const reason = 'The line-ups are late'
    await nare.call(operatorMatches.suspendMatch, { match_id: match, suspend: true, reason }, operatorToken('trader'))
    await nare.call(
      operatorMatches.suspendMatch,
      { match_id: match, suspend: false, reason: 'They came' },
      operatorToken('trader'),
    )
    const { markets, limits, timeline, worst } = await sheet(match)
    const winner = markets[0]
    expect(winner).toMatchObject({ sub_type_id: '1', name: '1X2', state: 'open', margin_percent: '4.8' })
    expect(
      winner?.outcomes.map(({ odd_key, price, bets: count, staked, if_it_wins }) => [
        odd_key,
        price,
        count,
        staked,
        if_it_wins,
      ]),
    ).toEqual([
      ['home_team', '2.10', 1, '100.00', '-70.00'],
      ['draw', '3.40', 0, '0.00', '140.00'],
      ['away_team', '3.60', 1, '40.00', '-4.00'],
    ])
    for (const { price, fair } of winner?.outcomes ?? []) expect(Number(fair)).toBeGreaterThan(Number(price))
    expect(markets.length).toBeGreaterThan(10)
    expect(worst).toBe('70.00')
    expect(limits).toMatchObject({
      stake: expect.stringMatching(/^\d+\.00$/) as string,
      delay_s: expect.any(Number) as number,
    })
    const actions = timeline.filter(({ kind }) => kind === 'action')
    expect(actions.map(({ text, by }) => [text, by])).toEqual([
      ['Match opened again: They came', 'trader'],
      [`Match suspended: ${reason}`, 'trader'],
    ])
    expect(timeline.map(({ text }) => text)).toContain('Bets stopped by hand')
    expect(timeline.map(({ at }) => at)).toEqual(
      timeline
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
  })

  test('has a grid of final scores with what the house keeps, of those that are still possible', async () => {
    const [match, { token }] = [await nare.match(), await nare.bettor(1_000)]
    await bets.mustPlace(token, [pick(match)], { stake: '100' })
    const before = await grid(match)
    const keepsOf = (rows: typeof before, home: number, away: number) =>
      rows.find((row) => row.home === home && row.away === away)?.keeps
    expect([keepsOf(before, 0, 0), keepsOf(before, 2, 1), keepsOf(before, 1, 3)]).toEqual([
      '100.00',
      '-110.00',
      '100.00',
    ])
    await bets.drive(match, { state: 'live', minute: 20, score: '1:0' })
    const after = await grid(match)
    expect([keepsOf(after, 0, 0), keepsOf(after, 1, 0), keepsOf(after, 1, 1)]).toEqual([undefined, '-110.00', '100.00'])
    expect(await grid(await nare.match())).toEqual([])
  })

  test('has the prices of an outcome over time and its largest tickets, with names for people who read bettors', async () => {
    const [match, { token, id }] = [await nare.match(), await nare.bettor(2_000)]
    for (const stake of ['25', '60', '20', '40', '30', '50']) await bets.mustPlace(token, [pick(match)], { stake })
    await bets.price(match, { '1': { home_team: '2.00', draw: '3.40', away_team: '3.60' } })
    const asked = { id: match, sub_type_id: '1', odd_key: 'home_team' }
    const of = async (role: string) => (await nare.call(calls.outcome, asked, operatorToken(role))).body
    const { prices, stakes, tickets, others } = await of('trader')
    expect(prices.map(({ price }) => price)).toEqual(['2.10', '2.00'])
    expect(stakes.reduce((sum, part) => sum + part.bets, 0)).toBe(6)
    expect(tickets.map(({ stake, price, pays }) => [stake, price, pays])).toEqual([
      ['60.00', '2.10', '126.00'],
      ['50.00', '2.10', '105.00'],
      ['40.00', '2.10', '84.00'],
      ['30.00', '2.10', '63.00'],
      ['25.00', '2.10', '52.50'],
    ])
    expect(others).toEqual({ bets: 1, staked: '20.00', pays: '42.00' })
    expect(tickets[0]).toMatchObject({ bettor_id: String(id), legs: 1 })
    expect(tickets[0]?.bettor_name).toEqual(expect.any(String))
  })

  test('that does not exist is not found, and bad input names its field', async () => {
    const token = operatorToken('trader')
    for (const route of [calls.sheet, calls.grid])
      expect(await nare.call(route, { id: '99999999' }, token)).toMatchObject({ status: 404 })
    const outcome = { id: '99999999', sub_type_id: '1', odd_key: 'home_team' }
    expect(await nare.call(calls.outcome, outcome, token)).toMatchObject({ status: 404 })
    const match = await nare.match()
    expect(await nare.call(calls.outcome, { ...outcome, id: match, odd_key: 'nobody' }, token)).toMatchObject({
      status: 404,
    })
    expect(await nare.call(calls.sheet, { id: 'x' }, token)).toMatchObject({
      status: 400,
      body: { fields: { id: expect.anything() as object } },
    })
    expect(await nare.call(calls.board, { live: 'perhaps' as never }, token)).toMatchObject({
      ...{ status: 400, body: { fields: { live: expect.anything() as object } } },
    })
  })
})
