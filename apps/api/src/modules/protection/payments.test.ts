import { createHash, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import { testApp, type TestApp } from '#testing/app'
import type { SeededBettor } from '#testing/seed'

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

/** A withdrawal in the envelope that the session's own key signs. */
async function withdraw({ token }: SeededBettor, amount: string) {
  const hash = createHash('sha256').update(token).digest('hex')
  const key = createHash('md5').update(hash).digest('hex').repeat(2)
  const iat = Math.floor(nare.app.clock.now() / 1000) + 60
  const sealed = await new SignJWT({ id: randomUUID(), amount, iat })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(key))
  return nare.app.app.inject({
    method: 'POST',
    url: '/withdraw',
    headers: { authorization: `Bearer ${token}` },
    payload: { token: sealed },
  })
}

test('an excluded bettor may not pay in and may withdraw', async () => {
  const one = await bettor()
  await nare.call(protection.selfExclude, { period: '5y' }, one.token)
  expect(await deposit(one.token, '100')).toMatchObject({ status: 403, body: { code: 'self_excluded' } })
  const paid = await withdraw(one, '105')
  expect(paid.json()).toMatchObject({ net: '100.00', balance: '895.00' })
  expect(paid.statusCode).toBe(200)
})

test('a hundred deposits at once against a limit for one take one', async () => {
  const { token } = await bettor()
  await nare.call(protection.setLimits, { deposit: { day: '199' } }, token)
  const all = await Promise.all(Array.from({ length: 100 }, () => deposit(token, '100')))
  expect(all.filter((one) => one.status === 200)).toHaveLength(1)
  expect(all.find((one) => one.status !== 200)).toMatchObject({
    status: 403,
    body: { code: 'limit_reached', limit: 'deposit.day', value: '199.00', used: '100.00' },
  })
})
