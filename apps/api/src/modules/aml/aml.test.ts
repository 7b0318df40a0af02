import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { payments } from '@nare/contract/payments'
import { testApp, type TestApp } from '#testing/app'
import { operatorsOf, operatorToken } from '#testing/operators'
import type { SeededBettor } from '#testing/seed'
import { withdraw } from '#testing/withdraw'

const farida = operatorToken('farida')

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ farida: 'finance' }) })
})
afterAll(() => nare.close())

const read = async () => {
  while ((await nare.app.aml.followLedger()) !== 'end');
  while ((await nare.app.aml.followSettled()) !== 'end');
}
const alertsOf = async (bettor: SeededBettor) =>
  (await nare.call(calls.amlAlerts, { limit: 100 }, farida)).body.data.filter(
    ({ bettor_id }) => bettor_id === `${bettor.id}`,
  )
const rulesOf = async (bettor: SeededBettor) => (await alertsOf(bettor)).map(({ rule }) => rule).toSorted()

async function payIn(bettor: SeededBettor, ...amounts: string[]) {
  for (const amount of amounts)
    expect(await nare.call(payments.deposit, { id: randomUUID(), amount }, bettor.token)).toMatchObject({ status: 200 })
  await nare.app.payments.settled()
}

test('deposits, split deposits and money that goes out unplayed raise one alert a rule, with the payments', async () => {
  const bettor = await nare.bettor(1)
  await payIn(bettor, '125000', '130000', '140000')
  await read()
  expect(await rulesOf(bettor)).toEqual(['deposits_day', 'structured'])
  const [alert] = (await alertsOf(bettor)).filter(({ rule }) => rule === 'structured')
  expect(alert?.facts.text).toMatch(/^3 deposits just under 150000.00/)
  expect(alert?.facts.items.map(({ kind }) => kind)).toEqual(['deposit', 'deposit', 'deposit'])
  expect((await withdraw(nare, bettor.token, '300000')).status).toBe(200)
  await read()
  await read()
  expect(await rulesOf(bettor)).toEqual(['deposits_day', 'little_play', 'structured'])
  const calm = await nare.bettor(1)
  await payIn(calm, '500')
  await read()
  expect(await rulesOf(calm)).toEqual([])
})
