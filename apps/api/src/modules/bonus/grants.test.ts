import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { protection } from '@nare/contract/protection'
import { money } from '@nare/money/money'
import { testApp, type TestApp } from '#testing/app'
import { betsOn } from '#testing/bets'
import { bonusesOn } from '#testing/bonus'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

const dayS = 86_400

async function bettorOf() {
  const bettor = await nare.bettor(100)
  return { bettor, ...bonusesOn(nare) }
}

test('a hundred concurrent identical grants give the money once; a different grant under the same id is refused', async () => {
  const { bettor, grant, has } = await bettorOf()
  const before = await nare.app.ledger.houseBalance('house:promotions')
  const id = randomUUID()
  const granted = await Promise.all(Array.from({ length: 100 }, () => grant(bettor, 50, { id })))
  expect(granted.filter(({ kind }) => kind === 'granted')).toHaveLength(1)
  expect(granted.filter(({ kind }) => kind === 'repeated')).toHaveLength(99)
  expect(await grant(bettor, 60, { id })).toEqual({ kind: 'id_reused' })
  expect(await has(bettor)).toEqual({ cash: 10_000n, bonus: 5_000n })
  expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before - 5_000n)
  await betsOn(nare).verifyBooks()
})

test('an expired grant is returned to the house once, however many callers expire it', async () => {
  const { bettor, grant, has } = await bettorOf()
  await grant(bettor, 50, { days: 1 })
  await grant(bettor, 20, { days: 30 })
  await nare.app.clock.advance(2 * dayS)
  const before = await nare.app.ledger.houseBalance('house:promotions')
  await Promise.all([nare.app.bonus.expire(), nare.app.bonus.expire(), nare.app.bonus.expire()])
  expect(await has(bettor)).toEqual({ cash: 10_000n, bonus: 2_000n })
  expect(await nare.app.ledger.houseBalance('house:promotions')).toBe(before + 5_000n)
})

test('cancelling a grant returns its remaining money once, and never changes the cash', async () => {
  const { bettor, grant, has } = await bettorOf()
  const one = await grant(bettor, 50)
  const other = await grant(bettor, 30)
  if (!('grantId' in one) || !('grantId' in other)) throw new Error('not granted')
  const id = randomUUID()
  const cancel = (grantId: bigint, command = id) => nare.app.bonus.cancel({ bettor: bettor.id, grantId, id: command })
  const all = await Promise.all(Array.from({ length: 20 }, () => cancel(one.grantId)))
  expect(all.toSorted()).toEqual(['cancelled', ...Array.from({ length: 19 }, () => 'repeated')])
  expect(await cancel(other.grantId)).toBe('id_reused')
  expect(await cancel(one.grantId, randomUUID())).toBe('ended')
  const stranger = await nare.bettor()
  const foreign = { bettor: stranger.id, grantId: other.grantId, id: randomUUID() }
  expect(await nare.app.bonus.cancel(foreign)).toBe('not_found')
  expect(await has(bettor)).toEqual({ cash: 10_000n, bonus: 3_000n })
})

test('a bettor on a break gets no grants, except bonus money for points', async () => {
  const { bettor, grant, has } = await bettorOf()
  await nare.call(protection.selfExclude, { period: '7d' }, bettor.token)
  expect(await grant(bettor, 50)).toEqual({ kind: 'unpromotable' })
  expect(await grant(bettor, 50, { source: 'promotion', promotionId: '1' })).toEqual({ kind: 'unpromotable' })
  expect(await grant(bettor, 5, { source: 'points' })).toMatchObject({ kind: 'granted' })
  expect(await has(bettor)).toEqual({ cash: 10_000n, bonus: 500n })
})

test('a bettor has at most fifty active grants, even if a hundred are given concurrently', async () => {
  const { bettor, grant, has } = await bettorOf()
  const given = await Promise.all(Array.from({ length: 100 }, () => grant(bettor, 1)))
  expect(given.filter(({ kind }) => kind === 'granted')).toHaveLength(50)
  expect(given.filter(({ kind }) => kind === 'too_many')).toHaveLength(50)
  const one = given.find((result) => result.kind === 'granted')
  if (one?.kind !== 'granted') throw new Error('nothing was granted')
  await nare.app.bonus.cancel({ bettor: bettor.id, grantId: one.grantId, id: randomUUID() })
  expect(await grant(bettor, 1, { source: 'points' })).toMatchObject({ kind: 'granted' })
  expect(await grant(bettor, 1, { source: 'points' })).toEqual({ kind: 'too_many' })
  expect(await has(bettor)).toEqual({ cash: 10_000n, bonus: 5_000n })
})

test('a grant of nothing, without wagering or for products that accept no bonus money throws', async () => {
  const { bettor, grant } = await bettorOf()
  await expect(grant(bettor, 0)).rejects.toThrow('no amount')
  await expect(grant(bettor, 10, { wagerTimes: 0 })).rejects.toThrow('no wagering')
  await expect(grant(bettor, 10, { products: ['casino'] })).rejects.toThrow('do not accept bonus money')
  await expect(grant(bettor, 10, { amount: money(-100n) })).rejects.toThrow('no amount')
})
