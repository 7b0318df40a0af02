import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { protection } from '@nare/contract/protection'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks, type Bets } from '#testing/bets'
import { openCoin } from '#testing/coin'
import type { SeededBettor } from '#testing/seed'

let nare: TestApp
let bets: Bets
let coin: Awaited<ReturnType<typeof openCoin>>

beforeAll(async () => {
  nare = await testApp()
  bets = betsOn(nare)
  coin = await openCoin(nare)
})
afterAll(() => closeWithBooks(nare))

async function newBettor(shillings: number): Promise<SeededBettor> {
  const seeded = await nare.bettor(shillings)
  return seeded
}

/** Places a ticket of 20.00 and returns its id. */
async function placed(bettor: SeededBettor): Promise<bigint> {
  const placement = await coin.place(bettor, { id: randomUUID(), cents: 2000n, side: 'heads' })
  if (placement.kind !== 'placed') throw new Error('the toss was not placed')
  return placement.bet.betId
}

const codeOf = (outcome: Awaited<ReturnType<typeof coin.raise>>) =>
  outcome?.kind === 'refused' ? outcome.refusal.code : outcome?.kind

test('a stake on a placed ticket is debited, counted on the ticket and agrees with the ledger', async () => {
  const bettor = await newBettor(100)
  const betId = await placed(bettor)
  expect(await coin.raise(betId, 2000n, 1)).toMatchObject({ kind: 'raised', balance: 6000n })
  expect(await coin.raise(betId, 1000n, 2)).toMatchObject({ kind: 'raised', balance: 5000n, ticket: { stake: 5000n } })
  expect(await bets.balance(bettor.token)).toBe('50.00')
  expect(await bets.bet(bettor.token, String(betId))).toMatchObject({ stake: '50.00', state: 'open' })
})

test('of a hundred concurrent identical raises one is accepted', async () => {
  const bettor = await newBettor(1000)
  const betId = await placed(bettor)
  const raises = await Promise.all(Array.from({ length: 100 }, () => coin.raise(betId, 2000n, 1)))
  expect(raises.filter((outcome) => outcome?.kind === 'raised')).toHaveLength(1)
  expect(await bets.balance(bettor.token)).toBe('960.00')
})

test('of a hundred concurrently raised tickets with funds for ten, ten are raised', async () => {
  const bettor = await newBettor(2200)
  const tickets: bigint[] = []
  for (let n = 0; n < 100; n++) tickets.push(await placed(bettor))
  const raises = await Promise.all(tickets.map((betId) => coin.raise(betId, 2000n, 1)))
  expect(raises.filter((outcome) => outcome?.kind === 'raised')).toHaveLength(10)
  expect(new Set(raises.filter((outcome) => outcome?.kind !== 'raised').map(codeOf))).toEqual(
    new Set(['insufficient_funds']),
  )
  expect(await bets.balance(bettor.token)).toBe('0.00')
})

test('a limit per bet counts every stake of a ticket, and an excluded bettor cannot raise one', async () => {
  const bettor = await newBettor(1000)
  const betId = await placed(bettor)
  await nare.call(protection.setLimits, { stake: { bet: '50' } }, bettor.token)
  expect(codeOf(await coin.raise(betId, 3100n, 1))).toBe('limit_reached')
  expect(codeOf(await coin.raise(betId, 3000n, 1))).toBe('raised')
  const other = await newBettor(100)
  const open = await placed(other)
  await nare.call(protection.selfExclude, { period: '24h' }, other.token)
  expect(codeOf(await coin.raise(open, 2000n, 1))).toBe('self_excluded')
})

test('payments of a ticket add up, and a later one can win a lost ticket', async () => {
  const bettor = await newBettor(100)
  const betId = await placed(bettor)
  await coin.pay(betId, { cents: 500n, kind: 'refund', state: 'open' })
  expect(await bets.bet(bettor.token, String(betId))).toMatchObject({ returned: '5.00', state: 'open' })
  await coin.pay(betId, { cents: 4000n, kind: 'win', state: 'won' })
  expect(await bets.bet(bettor.token, String(betId))).toMatchObject({ returned: '45.00', state: 'won' })
  const lost = await placed(bettor)
  await coin.pay(lost, { cents: 0n, kind: 'win', state: 'lost' })
  expect(await bets.bet(bettor.token, String(lost))).toMatchObject({ returned: '0.00', state: 'lost' })
  await coin.pay(lost, { cents: 1000n, kind: 'win', state: 'won' })
  expect(await bets.balance(bettor.token)).toBe('115.00')
})

test('a settled ticket that gets another stake is open again', async () => {
  const bettor = await newBettor(100)
  const betId = await placed(bettor)
  await coin.pay(betId, { cents: 3000n, kind: 'win', state: 'won' })
  expect(await coin.raise(betId, 2000n, 1)).toMatchObject({ kind: 'raised' })
  expect(await bets.bet(bettor.token, String(betId))).toMatchObject({
    state: 'open',
    stake: '40.00',
    returned: '30.00',
  })
})
