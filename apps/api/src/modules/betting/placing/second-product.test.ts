import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { operator } from '@nare/contract/operator'
import type { Product } from '@nare/contract/products'
import { protection } from '@nare/contract/protection'
import { money } from '@nare/money/money'
import { stakeGate } from '#modules/protection/protection'
import { transact } from '#platform/db'
import { openLog } from '#platform/log'
import { readInput } from '#platform/read-input'
import { turnsInMemory } from '#platform/turns'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, pick, slipOf, type Bets, type SentSlip } from '#testing/bets'
import { openCoin } from '#testing/coin'
import type { SeededBettor } from '#testing/seed'
import { waitingForLocks } from '#testing/waiting'
import { openPlacing } from './placing.ts'
import { openRules } from '../rules.ts'
import { settleMatch } from '../settling/settle.ts'

const asha = 'the-token-of-asha'
const hash = createHash('sha256').update(asha).digest('hex')

let nare: TestApp
let bets: Bets
/** The second product: tickets of product `jackpot` on the toss of a coin. */
let coin: Awaited<ReturnType<typeof openCoin>>
let match: string

beforeAll(async () => {
  nare = await testApp({ OPERATORS: `asha:${hash}` })
  bets = betsOn(nare)
  coin = await openCoin(nare)
  match = await nare.match()
})
afterAll(() => closeWithBooks(nare))

async function newBettor(shillings: number): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  return seeded
}

const toss = (id: string = randomUUID()) => ({ id, cents: 2000n, side: 'heads' as const })
const onHouse = (product: 'sports' | 'jackpot' | 'league') => nare.app.ledger.houseBalance(`house:${product}`)
const codeOf = (placement: Awaited<ReturnType<typeof coin.place>>) =>
  placement.kind === 'refused' ? placement.refusal.code : placement.kind
const pause = (product: Product, paused: boolean) =>
  nare.call(operator.pauseProduct, { product, paused, reason: 'a fault in the game' }, asha)

test('a hundred concurrent identical tickets are one ticket, paid once to the house account of the product', async () => {
  const bettor = await newBettor(1000)
  const [sports, jackpot] = [await onHouse('sports'), await onHouse('jackpot')]
  const command = toss()
  const placements = await Promise.all(Array.from({ length: 100 }, () => coin.place(bettor, command)))
  expect(placements.filter((placement) => placement.kind === 'placed')).toHaveLength(1)
  expect(placements.filter((placement) => placement.kind === 'repeated')).toHaveLength(99)
  expect(codeOf(await coin.place(bettor, { ...command, cents: 4000n }))).toBe('id_reused')
  expect(await bets.balance(bettor.token)).toBe('980.00')
  expect((await onHouse('jackpot')) - jackpot).toBe(2000n)
  expect(await onHouse('sports')).toBe(sports)
})

test('of a hundred concurrent different tickets with funds for ten, ten are placed', async () => {
  const bettor = await newBettor(200)
  const placements = await Promise.all(Array.from({ length: 100 }, () => coin.place(bettor, toss())))
  expect(placements.filter((placement) => placement.kind === 'placed')).toHaveLength(10)
  expect(new Set(placements.filter((placement) => placement.kind !== 'placed').map(codeOf))).toEqual(
    new Set(['insufficient_funds']),
  )
})

test('tickets of one list share the balance, and a command that is listed more than once is one ticket', async () => {
  const bettor = await newBettor(50)
  const command = toss()
  const placements = await coin.placeTogether(bettor, [command, command, toss(), toss(), command])
  expect(placements.map(codeOf)).toEqual(['placed', 'repeated', 'placed', 'insufficient_funds', 'repeated'])
  expect(await bets.balance(bettor.token)).toBe('10.00')
})

test('concurrent tickets of two products share one balance', async () => {
  const bettor = await newBettor(200)
  const [sports, jackpot] = [await onHouse('sports'), await onHouse('jackpot')]
  const placements = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      if (n % 2) return (await coin.place(bettor, toss())).kind === 'placed'
      return (await bets.place(bettor.token, [pick(match)], { stake: '20' })).status === 201
    }),
  )
  expect(placements.filter(Boolean)).toHaveLength(10)
  expect(await bets.balance(bettor.token)).toBe('0.00')
  expect((await onHouse('sports')) - sports + (await onHouse('jackpot')) - jackpot).toBe(20_000n)
})

test('a limit counts the stakes of all products, also within one call of the gate', async () => {
  const bettor = await newBettor(1000)
  await nare.call(protection.setLimits, { stake: { day: '100' } }, bettor.token)
  const request = (product: Product) => ({ bettor: bettor.id, verified: true, product, amount: money(4000n) })
  const { refusals } = await transact(nare.app.db, async (tx) => {
    await nare.app.ledger.lockCash(tx, [bettor.id])
    return stakeGate(tx, [request('sports'), request('jackpot'), request('league')])
  })
  expect(refusals).toMatchObject([undefined, undefined, { code: 'limit_reached', used: 8000n }])
  for (let n = 0; n < 4; n++) expect((await coin.place(bettor, toss())).kind).toBe('placed')
  expect(await bets.place(bettor.token, [pick(match)], { stake: '21' })).toMatchObject({
    status: 403,
    body: { code: 'limit_reached', limit: 'stake.day', used: '80.00' },
  })
})

test('bets on matches of a second product are placed once each, and use its own house account, also for settlement', async () => {
  const { betting: sportsBetting, catalog, country, db, ledger, live } = nare.app
  const league = openPlacing({
    ...{ moneyDb: db, live, tickets: nare.app.tickets },
    product: 'league',
    offers: catalog,
    ledger,
    rules: sportsBetting.placeRules,
    events: { transaction: () => undefined, placed: () => undefined },
    log: openLog('silent'),
    turns: turnsInMemory(),
    matchFacts: (matchIds) => catalog.legFacts(db, matchIds),
  })
  const bettor = await newBettor(200)
  const [sports, before] = [await onHouse('sports'), await onHouse('league')]
  const leagueMatch = await nare.match()
  const place = (given: Partial<SentSlip> = {}) => {
    const input = readInput(betting.place.input, slipOf([pick(leagueMatch)], { stake: '20', ...given }))
    if (!input.ok) throw new Error('the slip is invalid')
    return league.place(input.value, { bettor: bettor.id, verified: true, signingKey: '' })
  }
  const id = randomUUID()
  const same = await Promise.all(Array.from({ length: 100 }, () => place({ id })))
  expect(new Set(same.map((placement) => placement.ok && placement.value.bet.bet_id)).size).toBe(1)
  expect(same[0]).toMatchObject({ value: { bet: { product: 'league' }, balance: '180.00' } })
  const others = await Promise.all(Array.from({ length: 100 }, () => place()))
  expect(others.filter((placement) => placement.ok)).toHaveLength(9)
  expect((await onHouse('league')) - before).toBe(20_000n)

  const { onResult } = sportsBetting
  catalog.connectSettlement({ onResult, settle: async () => ({ legs: 0, bets: 0 }) })
  await bets.result(leagueMatch, { full_time: '1:0' })
  catalog.connectSettlement(sportsBetting)
  const rules = await openRules(db, country)
  await settleMatch(
    { db, catalog, ledger, rules, product: 'league', chunkLegs: 100 },
    Number(leagueMatch),
    async () => undefined,
  )
  expect(await bets.balance(bettor.token)).toBe('420.00')
  expect((await onHouse('league')) - before).toBe(20_000n - 42_000n)
  expect(await onHouse('sports')).toBe(sports)
})

test('history shows the tickets of every product, with one query to each product for a page', async () => {
  const bettor = await newBettor(1000)
  const { token } = bettor
  const single = await bets.mustPlace(token, [pick(match)])
  const command = toss()
  await coin.place(bettor, command)
  await coin.place(bettor, toss())
  coin.reads.length = 0
  const all = (await nare.call(betting.bets, {}, token)).body
  expect(all.data.map(({ product, legs, picks }) => [product, legs.length, picks?.[0]?.outcomes])).toEqual([
    ['jackpot', 0, ['heads']],
    ['jackpot', 0, ['heads']],
    ['sports', 1, undefined],
  ])
  expect(all.totals).toEqual({ staked: '140.00', returned: '0.00', net: '-140.00', net_settled: '0.00' })
  expect(coin.reads).toHaveLength(1)
  const ofJackpot = (await nare.call(betting.bets, { product: 'jackpot' }, token)).body
  expect(ofJackpot).toMatchObject({ meta: { total: 2 }, totals: { staked: '40.00' } })
  expect((await bets.bet(token, command.id)).bet_id).toBe(all.data[1]?.bet_id)
  const file = await nare.app.app.inject({ url: '/v1/bets.csv', headers: { authorization: `Bearer ${token}` } })
  const lines = file.body.trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(/,jackpot,single,20\.00,2\.00,40\.00,open,0\.00,heads,,,,,$/)
  expect(lines[3]).toContain(single.bet_id)
  expect(lines[3]).toContain('Simba v Chui')
})

test('settlement pays from the house account of the product, and a correction reverses it', async () => {
  const bettor = await newBettor(1000)
  const placed = await coin.place(bettor, toss())
  const betIds = placed.kind === 'placed' ? [placed.bet.betId] : []
  const [sports, jackpot] = [await onHouse('sports'), await onHouse('jackpot')]
  expect(await coin.settle(betIds, 'won')).toEqual(new Set([bettor.id]))
  expect(await bets.balance(bettor.token)).toBe('1020.00')
  expect((await onHouse('jackpot')) - jackpot).toBe(-4000n)
  await coin.settle(betIds, 'lost')
  expect(await bets.balance(bettor.token)).toBe('980.00')
  await coin.settle(betIds, 'open')
  await coin.settle(betIds, 'void')
  expect(await bets.balance(bettor.token)).toBe('1000.00')
  expect((await onHouse('jackpot')) - jackpot).toBe(-2000n)
  expect(await onHouse('sports')).toBe(sports)
})

test('a paused product refuses new stakes while the others accept them, and its open tickets are settled', async () => {
  const bettor = await newBettor(1000)
  const command = toss()
  const before = await coin.place(bettor, command)
  expect(await pause('jackpot', true)).toMatchObject({ status: 200, body: { product: 'jackpot', paused: true } })
  expect(codeOf(await coin.place(bettor, toss()))).toBe('not_available')
  expect(codeOf(await coin.place(bettor, command))).toBe('repeated')
  await coin.settle(before.kind === 'placed' ? [before.bet.betId] : [], 'won')
  expect((await bets.place(bettor.token, [pick(match)])).status).toBe(201)

  expect((await pause('sports', true)).status).toBe(200)
  expect((await pause('jackpot', false)).status).toBe(200)
  expect(await bets.place(bettor.token, [pick(match)])).toMatchObject({
    status: 422,
    body: { code: 'not_available', product: 'sports' },
  })
  expect((await coin.place(bettor, toss())).kind).toBe('placed')
  const states = (await nare.call(operator.products, {}, asha)).body.data
  expect(states.map(({ product, paused }) => [product, paused])).toEqual([
    ['sports', true],
    ['jackpot', false],
    ['league', false],
    ['casino', false],
    ['games', false],
  ])
  expect(await pause('sports', false)).toMatchObject({ body: { paused: false } })
  expect((await bets.place(bettor.token, [pick(match)])).status).toBe(201)
  const audit = (await nare.call(operator.audit, { action: 'product.pause' }, asha)).body.data
  expect(audit.map(({ subject, outcome }) => [subject, outcome])).toEqual([
    ['product sports', 'resumed'],
    ['product jackpot', 'resumed'],
    ['product sports', 'paused'],
    ['product jackpot', 'paused'],
  ])
})

test('a pause returns only after the stakes that were accepted before it are committed', async () => {
  const bettor = await newBettor(1000)
  const exposureLock = await nare.base.db.startTransaction().execute()
  await sql`lock table betting.exposure in share mode`.execute(exposureLock)
  const placed = nare.call(betting.place, slipOf([pick(match)]), bettor.token)
  await expect.poll(() => waitingForLocks(nare.base.db)).toBe(1)
  let returned = false
  const paused = pause('sports', true).finally(() => (returned = true))
  await expect.poll(async () => (await nare.call(operator.products, {}, asha)).body.data[0]?.paused).toBe(true)
  expect(returned).toBe(false)
  await exposureLock.rollback().execute()
  expect((await placed).status).toBe(201)
  await paused
  expect((await bets.place(bettor.token, [pick(match)])).status).toBe(422)
  await pause('sports', false)
})
