import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { sandbox } from '@nare/contract/sandbox'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { operatorsOf, operatorToken } from '#testing/operators'
import { raise } from './alert-store.ts'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ esther: 'protection' }) })
})
afterAll(() => nare.close())

const officer = operatorToken('esther')
const alertsOf = async (bettor: bigint) =>
  (await nare.call(calls.amlAlerts, { limit: 100 }, officer)).body.data.filter(
    ({ bettor_id }) => bettor_id === `${bettor}`,
  )

test('a day of much money raises its alert also when the reader finds it after a later day', async () => {
  const bettor = await nare.bettor()
  const post = (...shillings: readonly bigint[]) =>
    transact(nare.app.db, (tx) =>
      nare.app.ledger.credit(
        tx,
        shillings.map((sum) => ({
          ...{ id: randomUUID(), kind: 'deposit' as const, bettor: bettor.id, amount: money(sum * 100n) },
          against: nare.app.ledger.house('house:sandbox'),
        })),
      ),
    )
  await post(299_999n, 1n)
  await nare.call(sandbox.clock, { advance_s: 2 * 86_400 })
  await post(1n)
  await nare.app.aml.followLedger()
  expect((await alertsOf(bettor.id)).map(({ rule, facts }) => `${rule}: ${facts.text}`)).toEqual([
    'deposits_day: 300000.00 paid in within 24 hours',
  ])
})

test('after an alert its rule is quiet for the days that are set, until the sum has doubled', async () => {
  const { id } = await nare.bettor()
  const met = async (amount: string) => {
    const facts = { text: `${amount} paid in`, amount, items: [] }
    await transact(nare.app.db, (tx) => raise(tx, { bettor: id, rule: 'deposits_day', facts, quietDays: 30 }))
    return (await alertsOf(id)).map((alert) => alert.facts.text)
  }
  const close = async () =>
    nare.call(calls.closeAmlAlert, { alert_id: (await alertsOf(id))[0]?.alert_id ?? '', reason: 'a salary' }, officer)
  expect(await met('300000.00')).toEqual(['300000.00 paid in'])
  await close()
  expect(await met('599999.99')).toEqual([])
  expect(await met('600000.00')).toEqual(['600000.00 paid in'])
  await close()
  expect(await met('700000.00')).toEqual([])
  await nare.call(sandbox.clock, { advance_s: 31 * 86_400 })
  expect(await met('300000.00')).toEqual(['300000.00 paid in'])
})
