import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { cashOut } from '@nare/contract/cash-out'
import { consoleTickets as calls, type NewestTickets } from '@nare/contract/console-tickets'
import type { Sent } from '@nare/contract/route'
import { markOf } from '#modules/tickets/tickets'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, slipOf, type Bets } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'
import { openTicketsTopic, ticketsTopic } from './topic.ts'

const token = (role: string): string => `the-token-of-${role}-of-the-house`
const operators = ['support', 'marketing', 'trader']
  .map((role) => `${role}:${role}:${createHash('sha256').update(token(role)).digest('hex')}`)
  .join(',')

let nare: TestApp
let bets: Bets
let bettor: SeededBettor

beforeAll(async () => {
  nare = await testApp({ OPERATORS: operators })
  bets = betsOn(nare)
  bettor = await nare.bettor(10_000)
})
afterAll(() => nare.close())

const list = async (query: Sent<typeof calls.tickets> = {}) =>
  (await nare.call(calls.tickets, query, token('support'))).body
const ids = async (query: Sent<typeof calls.tickets>): Promise<string[]> =>
  (await list(query)).data.map(({ bet_id }) => bet_id)
const evidence = async (id: string) => (await nare.call(calls.ticket, { id }, token('support'))).body.data

describe('the list', () => {
  let own: SeededBettor
  let placed: Record<'won' | 'lost' | 'open' | 'large', string>
  let match: string

  beforeAll(async () => {
    own = await nare.bettor(10_000)
    const [first, second, third] = [await nare.match(), await nare.match(), await nare.match()]
    match = second
    const place = async (on: string, stake: string) => (await bets.mustPlace(own.token, [pick(on)], { stake })).bet_id
    placed = {
      won: await place(first, '100'),
      lost: await place(second, '50'),
      open: await place(third, '30'),
      large: await place(third, '2000'),
    }
    await bets.result(first, { full_time: '1:0' })
    await bets.result(second, { full_time: '0:1' })
  })
  const mine = (query: Sent<typeof calls.tickets> = {}) => ids({ bettor_id: String(own.id), ...query })

  test('has the tickets of all bettors, newest first, and filters them by every field and by several', async () => {
    const { won, lost, open, large } = placed
    expect(await mine()).toEqual([large, open, lost, won])
    expect((await ids({})).slice(0, 4)).toEqual([large, open, lost, won])
    expect(await mine({ state: 'open' })).toEqual([large, open])
    expect(await mine({ state: 'won', product: 'sports' })).toEqual([won])
    expect(await mine({ product: 'casino' })).toEqual([])
    expect(await ids({ match_id: match })).toEqual([lost])
    expect(await ids({ match_id: match, state: 'won' })).toEqual([])
    expect(await mine({ min_stake: '50' })).toEqual([large, lost, won])
    expect(await ids({ min_stake: '2000' })).toEqual([large])
    expect(await ids({ min_stake: '2000', product: 'casino' })).toEqual([])
    expect(await mine({ min_win: '210' })).toEqual([large, won])
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(nare.app.clock.now())
    expect(await mine({ from: today, to: today })).toHaveLength(4)
    expect(await mine({ to: '2020-01-01' })).toEqual([])
    expect(await mine({ from: '2099-01-01' })).toEqual([])
  })

  test('names the bettor to people who read bettors, and to nobody else', async () => {
    const query = { bettor_id: String(own.id), limit: 1 }
    const nameFor = async (role: string) =>
      (await nare.call(calls.tickets, query, token(role))).body.data.map(({ bettor_name }) => bettor_name)
    const { name } = (await nare.app.identity.bettorFacts([own.id])).get(own.id) ?? {}
    expect([await nameFor('support'), await nameFor('marketing')]).toEqual([[name], [undefined]])
  })

  test('is paged without gaps or repetitions', async () => {
    const read: string[] = []
    for (let before: string | undefined; ;) {
      const { data, meta } = await list({ bettor_id: String(own.id), limit: 3, ...(before && { before }) })
      read.push(...data.map(({ bet_id }) => bet_id))
      if (meta.next === undefined) break
      before = meta.next
    }
    expect(read).toEqual(await mine())
  })

  test('ends a page that has read enough tickets early, with a cursor that goes on', async () => {
    const found: string[] = []
    let pages = 0
    for (let before: string | undefined; pages < 50; pages++) {
      const filter = { state: 'won', minStake: 10_000n, timeZone: 'Africa/Nairobi' } as const
      const { rows, next } = await nare.app.tickets.house.page(filter, { limit: 5, before, reads: [1, 1] })
      found.push(...rows.map(({ bet }) => bet.bet_id))
      if (next === undefined) break
      before = next
    }
    expect(found).toEqual([placed.won])
    expect(pages).toBeGreaterThan(1)
  })

  test('shows amounts, state and first pick', async () => {
    const { data } = await list({ bettor_id: String(own.id), state: 'won' })
    expect(data).toEqual([
      {
        bettor_name: expect.any(String) as string,
        ...{ bet_id: placed.won, bettor_id: String(own.id), product: 'sports', type: 'single', legs: 1, state: 'won' },
        ...{ stake: '100.00', total_odds: '2.10', possible_win: '210.00', returned: '210.00' },
        ...{ placed_at: expect.any(String) as string, settled_at: expect.any(String) as string },
        text: expect.stringMatching(/^(Simba.*) v Chui: 1X2, \1 at 2\.10$/) as string,
      },
    ])
  })

  test('is a file with the same filters', async () => {
    const { body, statusCode } = await nare.app.app.inject({
      url: `/v1/operator/tickets.csv?bettor_id=${own.id}&state=open`,
      headers: { authorization: `Bearer ${token('marketing')}` },
    })
    expect(statusCode).toBe(200)
    const rows = parse<Record<string, string>>(body, { bom: true, columns: true })
    expect(rows.map((row) => [row['bet_id'], row['stake']])).toEqual([
      [placed.large, '2000.00'],
      [placed.open, '30.00'],
    ])
  })

  test('is live for who reads it: the newest tickets, published only when they change', async () => {
    const sent: unknown[] = []
    let reads = false
    const here = {
      hasSubscribers: () => reads,
      publish: (message: unknown) => void sent.push(message),
      publishTo: () => undefined,
    }
    const topic = openTicketsTopic({ live: { here }, tickets: nare.app.tickets })
    await topic.publish()
    expect(sent).toEqual([])
    reads = true
    await topic.publish()
    await topic.publish()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ topic: ticketsTopic, key: 'newest' })
    expect((sent[0] as { state: NewestTickets }).state.data[0]?.bet_id).toBe(placed.large)
    const next = await bets.mustPlace(own.token, [pick(await nare.match())], { stake: '20' })
    await topic.publish()
    expect(sent).toHaveLength(2)
    const { data } = (sent[1] as { state: NewestTickets }).state
    expect(data.slice(0, 2).map(({ bet_id }) => bet_id)).toEqual([next.bet_id, placed.large])
  })
})

describe('the evidence', () => {
  test('of a lost bet has its price, the prices around, the result with its author, the money, and why it lost', async () => {
    const match = await nare.match()
    await bets.price(match, { '1': { home_team: '2.05', draw: '3.40', away_team: '3.60' } })
    const { bet_id } = await bets.mustPlace(bettor.token, [pick(match, '1', 'home_team', '2.05')])
    await bets.price(match, { '1': { home_team: '1.95', draw: '3.40', away_team: '3.60' } })
    await bets.result(match, { half_time: '0:0', full_time: '0:1' })
    const ticket = await evidence(bet_id)
    expect(ticket).toMatchObject({ bet_id, bettor_id: String(bettor.id), state: 'lost', why: 'Lost: its pick lost.' })
    const [leg] = ticket.legs
    expect(leg?.why).toMatch(/^1X2, 1 \(Simba.*\): the match ended 0:1, so it lost\.$/)
    expect(leg?.odd_value).toBe('2.05')
    expect(leg?.prices.map(({ price }) => price)).toEqual(['2.10', '2.05', '1.95'])
    expect(leg?.changes.at(-1)?.state).toBe('ended')
    expect(leg?.results).toEqual([
      expect.objectContaining({
        version: 1,
        kind: 'result',
        result: '0:1 (0:0)',
        settled_at: expect.any(String) as string,
      }),
    ])
    expect(ticket.transfers).toEqual([
      expect.objectContaining({ id: `bet/${bet_id}/stake`, kind: 'stake', account: 'cash', amount: '-100.00' }),
    ])
    expect(ticket.delay).toBeUndefined()
    expect(ticket.audit).toEqual([expect.objectContaining({ operator: 'support', subject: `ticket ${bet_id}` })])
  })

  test('of a corrected bet has both results, and the payment, its reversal and the new state', async () => {
    const match = await nare.match()
    const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
    await bets.result(match, { full_time: '2:0' })
    await bets.result(match, { full_time: '2:2' })
    const { legs, transfers, state } = await evidence(bet_id)
    expect(state).toBe('lost')
    expect(legs[0]?.results.map(({ version, result }) => [version, result])).toEqual([
      [1, '2:0'],
      [2, '2:2'],
    ])
    expect(transfers.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['stake', '-100.00'],
      ['win', '210.00'],
      ['correction', '-210.00'],
    ])
  })

  test('of a bet in play has the score at the bet, the events and stops around it', async () => {
    const match = await nare.match()
    await bets.drive(match, { state: 'live', minute: 10, score: '1:0' })
    await bets.drive(match, { odds: { '7': { home_team: '2.10', draw: '3.00', away_team: '3.40' } } })
    const { bet_id } = await bets.mustPlace(bettor.token, [pick(match, '7', 'home_team')])
    await bets.result(match, { half_time: '1:0', full_time: '1:1' })
    const [leg] = (await evidence(bet_id)).legs
    expect(leg?.score_at_bet).toBe('1:0')
    expect(leg?.why).toMatch(/the match ended 1:1 and after the bet at 1:0 it was 0:1, so it lost\.$/)
    expect(leg?.changes.map(({ state, score }) => [state, score])).toContainEqual(['live', '1:0'])
  })

  test('of a multi names the picks that lost', async () => {
    const [one, two] = [await nare.match(), await nare.match()]
    const { bet_id } = await bets.mustPlace(bettor.token, [pick(one), pick(two)])
    await bets.result(one, { full_time: '1:0' })
    await bets.result(two, { full_time: '0:0' })
    const { why, legs } = await evidence(bet_id)
    expect(why).toBe('Lost: pick 2 lost, and every pick of a multi must win.')
    expect(legs.map((leg) => leg.state)).toEqual(['won', 'lost'])
  })

  test('has the cash-outs that were taken and the amount that was asked for', async () => {
    const match = await nare.match()
    const { bet_id } = await bets.mustPlace(bettor.token, [pick(match)])
    await nare.call(
      cashOut.setRule,
      { bet_id, id: 'b3f6f7a0-0000-4000-8000-000000000001', amount: '150' },
      bettor.token,
    )
    const quote = (await nare.call(cashOut.quote, { bet_id }, bettor.token)).body
    const taken = { bet_id, id: 'b3f6f7a0-0000-4000-8000-000000000002', quote_id: quote.quote_id }
    expect(await nare.call(cashOut.take, taken, bettor.token)).toMatchObject({ status: 200 })
    const ticket = await evidence(bet_id)
    expect(ticket.cash_outs).toEqual([
      expect.objectContaining({ id: taken.id, stake: '100.00', amount: quote.amount, automatic: false }),
    ])
    expect(ticket.cash_out_rule).toMatchObject({ amount: '150.00' })
    expect(ticket.why).toBe(`Cashed out for ${quote.amount}: the picks decide nothing any more.`)
  })

  test('has marks of the session and the browser, and no token', async () => {
    const device = 'd'.repeat(43)
    const match = await nare.match()
    const reply = await nare.app.app.inject({
      method: 'POST',
      url: betting.place.path,
      headers: { authorization: `Bearer ${bettor.token}`, cookie: `nare_device=${device}` },
      payload: slipOf([pick(match)]),
    })
    const { bet } = reply.json<{ bet: { bet_id: string } }>()
    const ticket = await evidence(bet.bet_id)
    expect(ticket.origin).toEqual({
      session: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      device: markOf(device),
    })
    expect(JSON.stringify(ticket)).not.toContain(device)
  })

  test('of an id that is no ticket is not found', async () => {
    for (const id of ['0', '999999999999', 'x', '9'.repeat(40)])
      expect(await nare.call(calls.ticket, { id }, token('support'))).toMatchObject({ status: 404 })
  })
})
