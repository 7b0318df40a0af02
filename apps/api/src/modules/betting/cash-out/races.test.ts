import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, whileBetting, type Bets } from '#testing/bets'
import { cashOutsOn, type CashOuts } from '#testing/cash-outs'
import type { SeededBettor } from '#testing/seed'

let nare: TestApp
let second: TestApp
let bets: Bets
let cashOuts: CashOuts
let secondCashOuts: CashOuts

beforeAll(async () => {
  nare = await testApp()
  second = await testApp({}, { base: nare.base })
  bets = betsOn(nare)
  cashOuts = cashOutsOn(nare)
  secondCashOuts = cashOutsOn(second)
})
afterAll(async () => {
  await betsOn(nare).verifyBooks()
  await second.close()
  await nare.close()
})

const bettor = (shillings = 100): Promise<SeededBettor> => nare.bettor(shillings)

const times = <T>(count: number, run: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => run(n))
const cents = (text: string): number => Math.round(Number(text) * 100)
/** Alternates between the two servers. Each server has its own turns of bettors, so the turns do not order their commands. */
const either = (n: number): CashOuts => (n % 2 ? secondCashOuts : cashOuts)

describe('a bet pays once', () => {
  test('for a hundred identical concurrent cash-outs: each returns the same payment', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match)])
    const { quote_id, amount } = await cashOuts.mustQuote(token, bet.bet_id)
    const id = randomUUID()
    const responses = await Promise.all(times(100, (n) => either(n).take(token, bet.bet_id, quote_id, { id })))
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
    expect(new Set(responses.map((response) => `${response.body.amount} ${response.body.balance}`))).toEqual(
      new Set([`${amount} ${amount}`]),
    )
  })

  test('for a hundred different concurrent cash-outs at one quote', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match)])
    const { quote_id, amount } = await cashOuts.mustQuote(token, bet.bet_id)
    const responses = await Promise.all(times(100, (n) => either(n).take(token, bet.bet_id, quote_id)))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(new Set(responses.flatMap((response) => (response.status === 200 ? [] : [response.body['code']])))).toEqual(
      new Set(['quote_used']),
    )
    expect(await bets.balance(token)).toBe(amount)
  })

  test('for a hundred concurrent cash-outs at a hundred quotes', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match)])
    const quotes = await Promise.all(times(100, (n) => either(n).mustQuote(token, bet.bet_id)))
    const responses = await Promise.all(quotes.map(({ quote_id }, n) => either(n).take(token, bet.bet_id, quote_id)))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    const reasons = responses.flatMap((response) => (response.status === 200 ? [] : [response.body['reason']]))
    expect(new Set(reasons)).toEqual(new Set(['cashed_out']))
    expect(await bets.balance(token)).toBe(quotes[0]?.amount)
  })

  test('for concurrent partial cash-outs: each quote pays one part', async () => {
    const [match, { token }] = [await nare.match(), await bettor()]
    const bet = await bets.mustPlace(token, [pick(match)])
    const quotes = await Promise.all(times(20, (n) => either(n).mustQuote(token, bet.bet_id)))
    const part = '0.10'
    const responses = await Promise.all(
      quotes.map(({ quote_id }, n) => either(n).take(token, bet.bet_id, quote_id, { part })),
    )
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.filter((response) => response.body['code'] === 'quote_changed')).toHaveLength(19)
    expect((await bets.bet(token, bet.bet_id)).left).toEqual({ stake: '90.00', possible_win: '189.00' })
  })

  test('for two concurrent commands with one id on different bets: the first is paid, the second refused', async () => {
    const [match, { token }] = [await nare.match(), await bettor(200)]
    const both = [await bets.mustPlace(token, [pick(match)]), await bets.mustPlace(token, [pick(match)])]
    const id = randomUUID()
    const quotes = await Promise.all(both.map((bet) => cashOuts.mustQuote(token, bet.bet_id)))
    const responses = await Promise.all(
      both.map(({ bet_id }, n) => either(n).take(token, bet_id, quotes[n]?.quote_id ?? '', { id })),
    )
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.find((response) => response.status === 409)?.body['code']).toBe('id_reused')
  })
})

describe('a bet is replaced once', () => {
  const open = async () => {
    const [match, other, { token }] = [await nare.match(), await nare.match(), await bettor()]
    const { bet_id: bet } = await bets.mustPlace(token, [pick(match)])
    return { match, other, token, bet, ...(await cashOuts.mustQuote(token, bet)) }
  }
  const editsOf = async (token: string) => (await nare.call(betting.bets, {}, token)).body.data

  test('by a hundred identical concurrent edits: each returns the same bet', async () => {
    const { token, bet, quote_id: quote, amount, other } = await open()
    const id = randomUUID()
    const responses = await Promise.all(
      times(100, (n) => either(n).edit(token, { bet, quote, id, picks: [pick(other)] })),
    )
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.bet.bet_id} ${body.balance}`)).size).toBe(1)
    expect(responses[0]).toMatchObject({
      status: 201,
      body: { balance: '0.00', bet: { stake: amount, replaces: bet } },
    })
    expect(await editsOf(token)).toHaveLength(2)
  })

  test('by a hundred different concurrent edits at a hundred quotes', async () => {
    const { token, bet, amount, other } = await open()
    const quotes = await Promise.all(times(100, (n) => either(n).mustQuote(token, bet)))
    const keys = [pick(other), pick(other, '1', 'draw', '3.40'), pick(other, '1', 'away_team', '3.60')]
    const responses = await Promise.all(
      quotes.map(({ quote_id: quote }, n) =>
        either(n).edit(token, { bet, quote, picks: keys.slice(n % 3, (n % 3) + 1) }),
      ),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    const reasons = responses.flatMap(({ status, body }) => (status === 201 ? [] : [body['reason']]))
    expect(new Set(reasons)).toEqual(new Set(['cashed_out']))
    const [newBet, old] = await editsOf(token)
    expect([newBet?.stake, old?.returned, await bets.balance(token)]).toEqual([amount, amount, '0.00'])
  })

  test('by an edit at the same time as a cash-out: one of them', async () => {
    for (let n = 0; n < 10; n++) {
      const { token, bet, quote_id: quote, amount, other } = await open()
      const second = await either(n).mustQuote(token, bet)
      const [edited, taken] = await Promise.all([
        either(n).edit(token, { bet, quote, picks: [pick(other)] }),
        either(n + 1).take(token, bet, second.quote_id),
      ])
      expect([edited.status, taken.status].toSorted((one, other) => one - other)).toEqual(
        edited.status === 201 ? [201, 422] : [200, 422],
      )
      expect(await bets.balance(token)).toBe(edited.status === 201 ? '0.00' : amount)
    }
  })

  test('or settled, by edits at the same time as results and voids of the old and of the new match', async () => {
    const [match, other, third] = [await nare.match(), await nare.match(), await nare.match()]
    const bettors = await nare.bettors(40)
    const placed = await Promise.all(bettors.map(({ token }) => bets.mustPlace(token, [pick(match)])))
    const quotes = await Promise.all(
      placed.map(({ bet_id }, n) => either(n).mustQuote(bettors[n]?.token ?? '', bet_id)),
    )
    const edits = placed.map(({ bet_id: bet }, n) =>
      either(n).edit(bettors[n]?.token ?? '', {
        ...{ bet, quote: quotes[n]?.quote_id ?? '' },
        picks: n % 2 ? [pick(other)] : [pick(third)],
      }),
    )
    const [edited] = await Promise.all([
      Promise.all(edits),
      bets.result(match, { full_time: '1:0' }),
      bets.result(third, { cancelled: true }),
      bets.drive(other, { event: 'goal', score: '1:0' }).catch(() => undefined),
    ])
    await bets.result(other, { full_time: '1:0' })
    for (const [n, { token }] of bettors.entries()) {
      const [last, old] = await editsOf(token)
      const [quote, balance] = [quotes[n]?.amount, await bets.balance(token)]
      if (edited[n]?.status !== 201) expect([last?.state, balance]).toEqual(['won', '210.00'])
      else expect([old?.returned, last?.stake, balance]).toEqual([quote, quote, last?.returned])
    }
  })

  test('and the exposure of both matches is the sum of what their bets have', async () => {
    const [match, other] = [await nare.match(), await nare.match()]
    const bettors = await nare.bettors(20)
    const placed = await Promise.all(bettors.map(({ token }) => bets.mustPlace(token, [pick(match), pick(other)])))
    await Promise.all(
      placed.map(async ({ bet_id: bet }, n) => {
        const token = bettors[n]?.token ?? ''
        const { quote_id: quote } = await either(n).mustQuote(token, bet)
        const picks = [[pick(match)], [pick(other)], [pick(other, '1', 'draw', '3.40'), pick(match)]][n % 3] ?? []
        return either(n).edit(token, { bet, quote, picks })
      }),
    )
    const { rows } = await sql<{ bets: bigint; liability: bigint }>`
      select sum(bets)::bigint as bets, sum(liability)::bigint as liability from betting.exposure
      where match_id = any(${[Number(match), Number(other)]}::int[])`.execute(nare.base.db)
    const { rows: legs } = await sql<{ legs: bigint; liability: bigint }>`
      select count(*)::bigint as legs, sum((b.possible_win - b.stake + l.n - 1) / l.n)::bigint as liability
      from betting.bet b, lateral (select count(*)::bigint as n from betting.leg where bet_id = b.bet_id) l, betting.leg own
      where own.bet_id = b.bet_id and b.state = 'open' and own.match_id = any(${[Number(match), Number(other)]}::int[])`.execute(
      nare.base.db,
    )
    expect(rows).toEqual([{ bets: legs[0]?.legs, liability: legs[0]?.liability }])
    expect(legs[0]?.legs).toBe(26n)
  })
})

test('concurrent cash-outs and a settlement: each bet is cashed out or settled, never both', async () => {
  const match = await nare.match()
  const bettors = await nare.bettors(40)
  const placed = await Promise.all(bettors.map(({ token }) => bets.mustPlace(token, [pick(match)])))
  const quotes = await Promise.all(placed.map(({ bet_id }, n) => cashOuts.mustQuote(bettors[n]?.token ?? '', bet_id)))
  const takes = placed.map(({ bet_id }, n) =>
    either(n).take(bettors[n]?.token ?? '', bet_id, quotes[n]?.quote_id ?? ''),
  )
  const [taken] = await Promise.all([Promise.all(takes), bets.result(match, { full_time: '1:0' })])
  const ends = await Promise.all(placed.map(({ bet_id }, n) => bets.bet(bettors[n]?.token ?? '', bet_id)))
  for (const [n, end] of ends.entries()) {
    const isTaken = taken[n]?.status === 200
    expect([end.state, end.returned]).toEqual(isTaken ? ['cashed_out', quotes[n]?.amount] : ['won', '210.00'])
    expect(await bets.balance(bettors[n]?.token ?? '')).toBe(end.returned)
  }
})

test('the books agree after partial cash-outs concurrent with results, corrections and rollbacks of a multi', async () => {
  const [a, b] = [await nare.match(), await nare.match()]
  const bettors = await nare.bettors(20)
  const placed = await Promise.all(bettors.map(({ token }) => bets.mustPlace(token, [pick(a), pick(b)])))
  const take = async (n: number): Promise<void> => {
    const [token, betId] = [bettors[n]?.token ?? '', placed[n]?.bet_id ?? '']
    for (const part of ['0.25', '0.50', '0.10']) {
      const quote = await either(n).quote(token, betId)
      if (quote.status === 200) await either(n + 1).take(token, betId, quote.body.quote_id, { part })
    }
  }
  const results = async (): Promise<void> => {
    for (const full_time of ['1:0', '0:1', '2:0']) await bets.result(a, { full_time })
    await bets.result(a, { rollback: true })
    await bets.result(a, { full_time: '1:0' })
  }
  await Promise.all([...times(bettors.length, take), results()])
  await bets.result(b, { full_time: '1:0' })
  const ends = await Promise.all(placed.map(({ bet_id }, n) => bets.bet(bettors[n]?.token ?? '', bet_id)))
  for (const [n, end] of ends.entries()) {
    expect(end.state).toBe('won')
    const rest = end.left ? cents(end.left.possible_win) : 44_100
    expect(Math.abs(cents(end.returned) - cents(end.cash_out?.paid ?? '0') - rest)).toBeLessThanOrEqual(1)
    expect(await bets.balance(bettors[n]?.token ?? '')).toBe(end.returned)
  }
})

test('no cash-out succeeds after the response to a suspension', async () => {
  const match = await nare.match()
  const bettors = await nare.bettors(60, 1000)
  const betsOfEach = await Promise.all(
    bettors.map(async ({ token }) => [
      await bets.mustPlace(token, [pick(match)]),
      await bets.mustPlace(token, [pick(match)]),
      await bets.mustPlace(token, [pick(match)]),
    ]),
  )
  const quotes = await Promise.all(
    betsOfEach.map((three, lane) =>
      Promise.all(three.map(({ bet_id }) => cashOuts.mustQuote(bettors[lane]?.token ?? '', bet_id))),
    ),
  )
  const next = bettors.map(() => 0)
  const { before, afterwards } = await whileBetting({
    lanes: bettors.length,
    betsOfEach: 3,
    first: 30,
    bet: async (lane) => {
      const at = next[lane] ?? 0
      next[lane] = at + 1
      const { status } = await either(lane).take(
        bettors[lane]?.token ?? '',
        betsOfEach[lane]?.[at]?.bet_id ?? '',
        quotes[lane]?.[at]?.quote_id ?? '',
      )
      return { status: status === 200 ? 201 : status }
    },
    change: () => nare.call(sandbox.driveMatch, { match_id: match, suspend: true }),
  })
  expect(before).toBeGreaterThanOrEqual(30)
  expect(afterwards).toBe(0)
})

test('after concurrent whole and partial cash-outs the exposure of an outcome is the sum of what its bets have left', async () => {
  const match = await nare.match()
  const bettors = await nare.bettors(20)
  const placed = await Promise.all(bettors.map(({ token }) => bets.mustPlace(token, [pick(match)])))
  await Promise.all(
    placed.map(async ({ bet_id }, n) => {
      const token = bettors[n]?.token ?? ''
      const { quote_id } = await either(n).mustQuote(token, bet_id)
      return either(n).take(token, bet_id, quote_id, n % 4 === 0 ? {} : { part: '0.25' })
    }),
  )
  const { rows } = await sql<{ bets: bigint; stake: bigint; liability: bigint }>`
    select bets, stake, liability from betting.exposure where match_id = ${Number(match)}::int`.execute(nare.base.db)
  expect(rows).toEqual([{ bets: 15n, stake: 15n * 7_500n, liability: 15n * 8_250n }])
})
