import { randomUUID } from 'node:crypto'
import { seal } from '@nare/client/envelope'
import { payments } from '@nare/contract/payments'
import { sandbox } from '@nare/contract/sandbox'
import type { APIRequestContext } from '@playwright/test'
import { ask, newMsisdn, signUp, type Bettor } from './api.ts'
import { expect } from './test.ts'

/** Pays in by the paybill, from the bettor's own number or from another. */
export async function payIn(
  request: APIRequestContext,
  { msisdn }: Bettor,
  { amount, from = msisdn }: { amount: string; from?: string },
): Promise<void> {
  await ask(request, sandbox.payBill, { msisdn: from, account: `0${msisdn.slice(3)}`, amount })
}

/** Asks for a withdrawal. */
export async function payOut(request: APIRequestContext, { user, token }: Bettor, amount: string): Promise<void> {
  const { now } = await ask(request, sandbox.clock, { advance_s: 0 })
  const sealed = await seal({ id: randomUUID(), amount }, user.signing_key, Math.floor(Date.parse(now) / 1000))
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.post(payments.withdraw.path, { headers, data: { token: sealed } })).ok()).toBe(true)
}

/**
 * Bettors whose payments meet rules of money laundering: one splits deposits, one pays in a lot, one withdraws with little play, and for one
 * another number pays.
 */
export async function suspects(request: APIRequestContext) {
  const [splits, pays, plays, other] = [
    await signUp(request, { name: 'Wanjiru Njoroge Kamau' }),
    await signUp(request, { name: 'Otieno Odhiambo Ouma' }),
    await signUp(request, { name: 'Halima Yusuf Abdi' }),
    await signUp(request, { name: 'Mutiso Kioko Mwende' }),
  ]
  for (const amount of ['149000', '148500', '147200']) await payIn(request, splits, { amount })
  for (const amount of ['180000', '160000']) await payIn(request, pays, { amount })
  await payIn(request, plays, { amount: '60000' })
  await payIn(request, other, { amount: '24000', from: newMsisdn() })
  await ask(request, sandbox.quiet, {})
  for (const amount of ['19000', '18500']) await payOut(request, plays, amount)
  await ask(request, sandbox.quiet, {})
  return { splits, pays, plays, other }
}
