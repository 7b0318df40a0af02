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
  const [one] = await nare.bettors(1, 1000)
  if (!one) throw new Error('no bettor was made')
  return one
}

const deposit = (token: string, amount: string) => nare.call(payments.deposit, { id: randomUUID(), amount }, token)

test('an excluded bettor may not pay in and may withdraw', async () => {
  const one = await bettor()
  await nare.call(protection.selfExclude, { period: '5y' }, one.token)
  expect(await deposit(one.token, '100')).toMatchObject({ status: 403, body: { code: 'self_excluded' } })
  expect(await withdraw(nare, one.token, '105')).toMatchObject({
    status: 200,
    body: { net: '100.00', balance: '895.00' },
  })
})

test('a hundred deposits at once against a limit for ten take ten', async () => {
  const { token } = await bettor()
  await nare.call(protection.setLimits, { deposit: { day: '1000' } }, token)
  const all = await Promise.all(Array.from({ length: 100 }, () => deposit(token, '100')))
  expect(all.filter((one) => one.status === 200)).toHaveLength(10)
  expect(all.find((one) => one.status !== 200)).toMatchObject({
    status: 403,
    body: { code: 'limit_reached', limit: 'deposit.day', value: '1000.00', used: '1000.00' },
  })
})

test('every open deposit counts against a limit, however many there are', async () => {
  const { token } = await bettor()
  await nare.call(protection.setLimits, { deposit: { day: '1050' } }, token)
  const all = await Promise.all(Array.from({ length: 120 }, () => deposit(token, '10')))
  expect(all.filter((one) => one.status === 200)).toHaveLength(105)
})
