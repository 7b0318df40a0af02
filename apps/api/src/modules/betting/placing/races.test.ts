import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import type { Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { exclude } from '#modules/protection/protection'
import { verifyLedger } from '#modules/ledger/ledger'
import { verifyTickets } from '#modules/tickets/tickets'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { whileBetting } from '#testing/bets'
import { combinationsOn } from '#testing/combinations'

let nare: TestApp
let matchId: string

beforeAll(async () => {
  nare = await testApp()
  matchId = await nare.match()
})
afterAll(async () => {
  await verifyBooks()
  await nare.close()
})

type Slip = Sent<typeof betting.place>

const single = (match: string, given: Partial<Slip> = {}): Slip => ({
  id: randomUUID(),
  stake: '20',
  slip: [{ match_id: match, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }],
  ...given,
})

async function verifyBooks() {
  const checks = [...(await verifyLedger(nare.base.db)), ...(await verifyTickets(nare.base.db))]
  expect(checks.filter((check) => check.broken > 0)).toEqual([])
}

/** A single, or a combination of picks of one match. */
const slipOf = async (kind: 'single' | 'combination'): Promise<Slip> =>
  single(matchId, kind === 'single' ? {} : { slip: [await combinationsOn(nare).priced(matchId)] })

const kinds = ['single', 'combination'] as const

test.each(kinds)(
  'a hundred concurrent identical placements of a %s place one bet, and each returns it',
  async (kind) => {
    const bettor = await nare.bettor()
    const slip = await slipOf(kind)
    const responses = await Promise.all(Array.from({ length: 100 }, () => nare.call(betting.place, slip, bettor.token)))
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201]))
    expect(new Set(responses.map((response) => response.body.bet.bet_id)).size).toBe(1)
    expect(new Set(responses.map((response) => response.body.balance))).toEqual(new Set(['80.00']))
  },
)

test.each(kinds)(
  'of a hundred concurrent different placements of a %s with funds for ten, ten are placed',
  async (kind) => {
    const bettor = await nare.bettor(200)
    const slip = await slipOf(kind)
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => nare.call(betting.place, { ...slip, id: randomUUID() }, bettor.token)),
    )
    expect(responses.filter((response) => response.status === 201)).toHaveLength(10)
    const refused = responses.filter((response) => response.status === 422)
    expect(refused).toHaveLength(90)
    expect(new Set(refused.map((response) => response.body['code']))).toEqual(new Set(['insufficient_funds']))
    expect(refused[0]?.body['insufficient_balance']).toBe(true)
  },
)

test('the same id with another stake is refused, even while the first is being placed', async () => {
  const bettor = await nare.bettor(1000)
  const id = randomUUID()
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      nare.call(betting.place, single(matchId, { id, stake: n % 2 ? '20' : '40' }), bettor.token),
    ),
  )
  const placed = responses.filter((response) => response.status === 201)
  expect(new Set(placed.map((response) => response.body.bet.stake)).size).toBe(1)
  expect(placed).toHaveLength(10)
  expect(responses.filter((response) => response.body['code'] === 'id_reused')).toHaveLength(10)
})

test('a refused slip does not affect the others of its batch', async () => {
  const bettors = await nare.bettors(40)
  const responses = await Promise.all(
    bettors.map((bettor, n) =>
      nare.call(betting.place, single(matchId, { stake: n % 2 ? '20' : '500' }), bettor.token),
    ),
  )
  expect(responses.map((response) => response.status)).toEqual(bettors.map((_, n) => (n % 2 ? 201 : 422)))
})

// locks.test.ts shows for a single bet that a suspension waits for a bet that has read its price.
test('a suspension succeeds under a stream of bets, and every bet sent after its response is refused', async () => {
  const match = await nare.match()
  const bettors = await nare.bettors(200, 1000)
  const { before, afterwards } = await whileBetting({
    bet: (lane) => nare.call(betting.place, single(match), bettors[lane]?.token),
    lanes: bettors.length,
    betsOfEach: 8,
    first: 100,
    change: () => nare.call(sandbox.driveMatch, { match_id: match, suspend: true }),
  })
  expect(before).toBeLessThan(1600)
  expect(afterwards).toBe(0)
})

test('no bet is accepted after an exclusion has been committed, and earlier bets remain', async () => {
  const bettor = await nare.bettor(10_000)
  const { afterwards } = await whileBetting({
    bet: () => nare.call(betting.place, single(matchId), bettor.token),
    lanes: 20,
    betsOfEach: 10,
    first: 20,
    change: () =>
      transact(nare.app.db, async (tx) => {
        await nare.app.ledger.lockCash(tx, [bettor.id])
        await exclude(tx, { bettor: bettor.id, period: '24h', seconds: 86_400 })
      }),
  })
  expect(afterwards).toBe(0)
  const refused = await nare.call(betting.place, single(matchId), bettor.token)
  expect(refused).toMatchObject({ status: 403, body: { code: 'self_excluded' } })
})
