import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import { testApp, type TestApp } from '#testing/app'
import { withdraw } from '#testing/withdraw'

let nare: TestApp

beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

async function bettor() {
  const seeded = await nare.bettor(1000)
  return seeded
}

const deposit = (token: string, amount: string) => nare.call(payments.deposit, { id: randomUUID(), amount }, token)

test('an excluded bettor cannot deposit and can withdraw', async () => {
  const account = await bettor()
  await nare.call(protection.selfExclude, { period: '5y' }, account.token)
  expect(await deposit(account.token, '100')).toMatchObject({ status: 403, body: { code: 'self_excluded' } })
  expect(await withdraw(nare, account.token, '105')).toMatchObject({
    status: 200,
    body: { net: '100.00', balance: '895.00' },
  })
})

test('a hundred simultaneous deposits with one id send one prompt, and further deposits are refused and name the open one', async () => {
  const { token } = await bettor()
  const id = randomUUID()
  const same = await Promise.all(
    Array.from({ length: 100 }, () => nare.call(payments.deposit, { id, amount: '100' }, token)),
  )
  expect(new Set(same.map((response) => response.body.deposit_id)).size).toBe(1)
  const different = await Promise.all(Array.from({ length: 100 }, () => deposit(token, '100')))
  expect(different.filter((response) => response.status === 200)).toHaveLength(0)
  expect(new Set(different.map((response) => `${response.body['code']} ${response.body.deposit_id}`))).toEqual(
    new Set([`deposit_open ${same[0]?.body.deposit_id}`]),
  )
})

test('of a hundred simultaneous deposits of ten bettors with a limit for one each, ten are accepted', async () => {
  const bettors = await nare.bettors(10, 1000)
  for (const { token } of bettors) await nare.call(protection.setLimits, { deposit: { day: '100' } }, token)
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, n) => deposit(bettors[n % 10]?.token ?? '', n < 10 ? '101' : '100')),
  )
  expect(responses.filter((response) => response.status === 200)).toHaveLength(10)
  expect(responses[0]).toMatchObject({
    status: 403,
    body: { code: 'limit_reached', limit: 'deposit.day', value: '100.00' },
  })
})
