import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleToday } from '@nare/contract/console-today'
import { identity } from '@nare/contract/identity'
import { ledger } from '@nare/contract/ledger'
import { operator } from '@nare/contract/operator'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { operatorStaff } from '@nare/contract/operator-staff'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import type { Route } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { operatorSettings } from '@nare/contract/settings'
import { openConsole } from '#testing/console-client'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { operatorsOf, operatorToken } from '#testing/operators'
import { settlePayments, startPayments } from '#testing/payments'
import type { SeededBettor } from '#testing/seed'
import { settingsOn } from '#testing/settings'
import { reason, suspicionsOf } from './testing/suspicions.ts'

const [officer, auditor, support] = [operatorToken('esther'), operatorToken('ivy'), operatorToken('sue')]

let nare: TestApp
let owner: Db
beforeAll(async () => {
  const people = { esther: 'protection', ivy: 'auditor', sue: 'support', ada: 'admin', ben: 'admin' } as const
  nare = await testApp({ OPERATORS: operatorsOf(people) })
  await nare.app.staff.demo.open()
  await startPayments(nare)
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
})

const settings = settingsOn(() => nare)
const { post, follow, suspect, open, opened, caseOf } = suspicionsOf(() => nare, officer)
/** The open alerts about a bettor. */
const alertsOf = async (bettor: bigint, by = officer) =>
  (await nare.call(calls.amlAlerts, { limit: 100 }, by)).body.data.filter(({ bettor_id }) => bettor_id === `${bettor}`)
/** Pays in for an account from another phone, whose number the provider names in full. */
async function pay(from: SeededBettor, to: SeededBettor, amount: string): Promise<void> {
  const paid = await nare.call(sandbox.payBill, { msisdn: from.msisdn, account: to.msisdn, amount })
  expect(paid).toMatchObject({ status: 200 })
  await settlePayments(nare)
  await sql`
    update payments.deposit set payer = ${from.msisdn} where receipt = ${paid.body.receipt}`.execute(owner)
}
const file = (path: string, token: string) =>
  nare.app.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })

test('deposits raise one alert a rule, which is renewed while it is open and quiet after it was closed', async () => {
  const bettor = await nare.bettor()
  await post(bettor.id, 119_999n, 150_000n, 120_000n)
  await follow()
  expect((await alertsOf(bettor.id)).map(({ rule }) => rule)).toEqual(['deposits_day'])
  await post(bettor.id, 149_999n, 130_000n)
  await follow()
  const found = await alertsOf(bettor.id)
  expect(found.map(({ rule, facts }) => `${rule}: ${facts.text}`).toSorted()).toEqual([
    'deposits_day: 669998.00 paid in within 24 hours',
    'structured: 3 deposits just under 150000.00, together 399999.00, within 7 days',
  ])
  expect(found[0]?.facts.items).toHaveLength(5)
  const [first] = found
  if (!first) throw new Error('no alert')
  const close = { alert_id: first.alert_id, reason }
  expect(await nare.call(calls.closeAmlAlert, close, officer)).toMatchObject({ body: { state: 'closed' } })
  expect(await nare.call(calls.closeAmlAlert, close, officer)).toMatchObject({ status: 409 })
  await post(bettor.id, 149_999n)
  await follow()
  expect((await alertsOf(bettor.id)).map(({ rule }) => rule)).toEqual(
    found.map(({ rule }) => rule).filter((rule) => rule !== first.rule),
  )
})

test('a hundred equal calls open one case, which has the alert and keeps the payments after the rules have forgotten them', async () => {
  const { bettor, alert } = await suspect()
  const id = randomUUID()
  const same = await Promise.all(Array.from({ length: 100 }, () => open(alert.alert_id, { id })))
  expect(new Set(same.map(({ status, body }) => `${status} ${body.case_id}`)).size).toBe(1)
  expect(await open(alert.alert_id)).toMatchObject({ status: 409 })
  expect(
    await nare.call(calls.openAmlCase, { bettor_id: `${bettor.id}`, reason }, officer),
    'a second case about the bettor',
  ).toMatchObject({ status: 409 })
  expect(await nare.call(calls.openAmlCase, { reason }, officer)).toMatchObject({ status: 400 })
  expect(await nare.call(calls.openAmlCase, { bettor_id: '999999999', reason }, officer)).toMatchObject({ status: 404 })
  const case_id = same[0]?.body.case_id ?? ''
  const one = await caseOf(case_id)
  expect(one).toMatchObject({
    ...{ state: 'open', owner: 'esther', bettor_id: `${bettor.id}`, suspected_at: alert.raised_at },
    ...{ alerts: [{ alert_id: alert.alert_id, state: 'case' }], evidence: [{ kind: 'alert', ref: alert.alert_id }] },
  })
  expect(Date.parse(one.due_at) - Date.parse(one.suspected_at)).toBe(48 * 3_600_000)
  expect(await alertsOf(bettor.id)).toEqual([])

  const paid = async () => (await nare.call(calls.amlPayments, { case_id }, officer)).body.data
  const [before, ...others] = await paid()
  expect([before?.amount, ...others]).toEqual(['300000.00'])
  await sql`delete from aml.movement where bettor_id = ${bettor.id}::bigint`.execute(owner)
  expect(await paid()).toEqual([before])
  await post(bettor.id, 50n)
  await follow()
  expect((await paid()).map(({ amount }) => amount)).toEqual(['300000.00', '50.00'])
  await nare.call(calls.reportAmlCase, { case_id, reference: 'FRC-1', reason }, officer)
  await post(bettor.id, 60n)
  await follow()
  await sql`delete from aml.movement where bettor_id = ${bettor.id}::bigint`.execute(owner)
  expect((await paid()).map(({ amount }) => amount)).toEqual(['300000.00', '50.00'])
})

test('what another phone paid counts before tax, links the accounts and stands in the report', async () => {
  const [bettor, payer] = await nare.bettors(2)
  if (!bettor || !payer) throw new Error('no bettors')
  await settings.change('aml.other_payer', '1000')
  await settings.change('aml.shared_accounts', 2)
  await pay(payer, bettor, '1000')
  await follow()
  const found = await alertsOf(bettor.id)
  expect(found.map(({ rule, facts }) => `${rule}: ${facts.text}`).toSorted()).toEqual([
    'other_payer: 1000.00 paid in by one other number',
    'shared_accounts: 2 accounts on one device, payer or document',
  ])
  expect(found.find(({ rule }) => rule === 'shared_accounts')?.facts.items).toMatchObject([
    { kind: 'account', ref: `${payer.id}`, text: 'by payer' },
  ])
  const { body } = await nare.call(calls.openAmlCase, { bettor_id: `${bettor.id}`, reason }, officer)
  const { data } = (await nare.call(calls.amlPayments, { case_id: body.case_id }, officer)).body
  expect(data).toMatchObject([{ kind: 'deposit', amount: '1000.00', other: payer.msisdn }])
  const attach = (kind: 'payment' | 'ticket' | 'timeline', ref?: string) =>
    nare.call(calls.attachToAmlCase, { case_id: body.case_id, kind, reason, ...(ref && { ref }) }, officer)
  expect(await attach('payment', data[0]?.ref ?? '')).toMatchObject({ status: 200 })
  expect(await attach('timeline')).toMatchObject({ status: 200 })
  expect(await attach('ticket', '999')).toMatchObject({ status: 400, body: { fields: { ref: expect.any(String) } } })
  const { evidence } = await caseOf(body.case_id)
  expect(evidence.map(({ kind }) => kind)).toEqual(['alert', 'alert', 'payment', 'timeline'])
  expect(evidence[2]?.lines).toContainEqual({ name: 'Amount', text: '1000.00' })

  const fields = {
    ...{ entity_id: '123', entity_name: 'Nare Limited', officer_first_name: 'Esther', officer_last_name: 'Were' },
    ...{ address: 'Moi Avenue', city: 'Nairobi', transmode_code: 'MM01', funds_code: 'E' },
  }
  const ask = () => nare.call(calls.amlReport, { case_id: body.case_id }, officer)
  expect(await ask()).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(Object.keys(Object((await ask()).body['fields'])).toSorted()).toEqual(
    Object.keys(fields)
      .map((name) => `aml.${name}`)
      .toSorted(),
  )
  for (const [name, value] of Object.entries(fields)) await settings.change(`aml.${name}`, value)
  const { xml, name } = (await ask()).body
  expect(name).toBe(`goaml-case-${body.case_id}.xml`)
  expect(xml).toContain('<rentity_id>123</rentity_id>')
  expect(xml).toContain('<indicator>OTHER_PAYER</indicator>')
  expect(xml).toContain(`<account>${payer.msisdn}</account>`)
  expect(xml).toContain('<amount_local>1000.00</amount_local>')
})

test('notes, owner, report and close change a case until it is closed; reading it is a line of the log', async () => {
  const { case_id } = await opened()
  const id = randomUUID()
  const note = (text: string) => nare.call(calls.noteAmlCase, { case_id, id, text, reason }, officer)
  await Promise.all(Array.from({ length: 100 }, () => note('Asked the bank')))
  expect(await note('Another text')).toMatchObject({ body: { code: 'id_reused' } })
  const due_at = new Date(nare.app.clock.now() + 3_600_000).toISOString()
  await nare.call(calls.assignAmlCase, { case_id, owner: 'ada', due_at, reason }, officer)
  const report = { case_id, reference: 'FRC-2', reason }
  expect(await nare.call(calls.reportAmlCase, report, officer)).toMatchObject({ body: { state: 'reported' } })
  expect(await nare.call(calls.reportAmlCase, report, officer)).toMatchObject({ status: 409 })
  expect(await caseOf(case_id)).toMatchObject({
    ...{
      state: 'reported',
      owner: 'ada',
      due_at,
      reference: 'FRC-2',
      notes: [{ text: 'Asked the bank', by: 'esther' }],
    },
  })
  const close = { case_id, reason }
  expect(await nare.call(calls.closeAmlCase, close, officer)).toMatchObject({ body: { state: 'closed' } })
  expect(await nare.call(calls.closeAmlCase, close, officer)).toMatchObject({ status: 409 })
  expect(await nare.call(calls.noteAmlCase, { case_id, text: 'Too late', reason }, officer)).toMatchObject({
    status: 409,
  })
  await nare.call(calls.amlCase, { case_id }, auditor)
  const { data } = (await nare.call(operator.audit, { subject: `case ${case_id}` }, auditor)).body
  expect(data.filter((line) => line.operator === 'ivy').map(({ action }) => action)).toEqual(['case.read'])
})

test('support learns of nothing: each call is refused, and neither Today nor the settings show any of it', async () => {
  const { case_id, bettor } = await opened()
  await post((await nare.bettor()).id, 300_000n)
  await follow()
  const input = {
    ...{ case_id, alert_id: '1', bettor_id: `${bettor.id}`, reason, text: 'a note', owner: 'sue' },
    ...{ kind: 'timeline', reference: 'R' },
  }
  for (const call of Object.values(calls) as Route[])
    expect(await nare.call(call, input, support), call.path).toMatchObject({ status: 403 })
  for (const call of Object.values(calls).filter((one): one is typeof calls.amlCases => 'csv' in one))
    for (const token of [support, auditor])
      expect((await file(`${call.path}.csv?case_id=${case_id}&reason=asked`, token)).statusCode).toBe(403)
  expect((await file(`${calls.amlAlerts.path}.csv`, officer)).statusCode, 'no reason').toBe(400)
  expect((await file(`${calls.amlAlerts.path}.csv?reason=asked`, officer)).payload).toContain('deposits_day')
  const queue = async (by: string) =>
    (await nare.call(consoleToday.today, {}, by)).body.queues.find(({ name }) => name === 'aml')
  expect(await queue(officer)).toMatchObject({ count: expect.any(Number) })
  expect(await queue(support)).toBeUndefined()
  const keys = async (by: string) =>
    (await nare.call(operatorSettings.settings, {}, by)).body.data.map(({ key }) => key)
  expect(await keys(auditor)).toContain('aml.deposits_day')
  expect((await keys(support)).filter((key) => key.startsWith('aml.'))).toEqual([])
  const history = await nare.call(operatorSettings.settingHistory, { key: 'aml.deposits_day' }, support)
  expect(history).toMatchObject({ status: 404 })
})

test('what a bettor reads is the same before and after a case about him is opened and reported', async () => {
  const { bettor, alert } = await suspect()
  const asked = await nare.call(payments.deposit, { id: randomUUID(), amount: '150' }, bettor.token)
  await nare.app.payments.settled()
  const own = async () => [
    (await nare.call(identity.balance, {}, bettor.token)).body,
    (await nare.call(ledger.transactions, {}, bettor.token)).body,
    (await nare.call(payments.payment, { id: asked.body.deposit_id }, bettor.token)).body,
    { ...(await nare.call(protection.protection, {}, bettor.token)).body, session: {} },
    (await nare.call(protection.limits, {}, bettor.token)).body,
    (await nare.call(sandbox.phone, { msisdn: bettor.msisdn }, bettor.token)).body,
  ]
  const before = await own()
  const { body } = await open(alert.alert_id)
  await nare.call(calls.reportAmlCase, { case_id: body.case_id, reference: 'FRC-3', reason }, officer)
  expect(await own()).toEqual(before)
})

test('a person of the house finds no suspicion about the own account, nor one that names it', async () => {
  const { bettor, alert } = await suspect()
  const [linked] = await nare.bettors(1)
  if (!linked) throw new Error('no bettor')
  await pay(bettor, linked, '1000')
  await follow()
  const naming = (await alertsOf(linked.id)).find(({ rule }) => rule === 'shared_accounts')
  expect(naming?.facts.items).toMatchObject([{ ref: `${bettor.id}` }])
  const finance = openConsole(nare)
  await finance.login('farida')
  const seen = async () => {
    const { data } = (await finance.send(calls.amlAlerts, { limit: 100 })).body
    return data.filter(({ alert_id }) => alert_id === alert.alert_id || alert_id === naming?.alert_id)
  }
  expect(await seen()).toHaveLength(2)
  const { body } = await open(alert.alert_id)
  const { case_id } = body
  expect(await finance.send(calls.amlCase, { case_id })).toMatchObject({ status: 200 })
  await finance.send(operatorStaff.declareAccount, { account: `${bettor.id}` })
  expect(await seen()).toEqual([])
  const acts = [
    await finance.send(calls.amlCase, { case_id }),
    await finance.send(calls.amlPayments, { case_id }),
    await finance.send(calls.amlReport, { case_id }),
    await finance.send(calls.closeAmlCase, { case_id, reason }),
    await finance.send(calls.noteAmlCase, { case_id, text: 'nothing', reason }),
    await finance.send(calls.openAmlCase, { bettor_id: `${bettor.id}`, reason }),
    await finance.send(calls.closeAmlAlert, { alert_id: naming?.alert_id ?? '', reason }),
  ]
  expect(acts.map(({ body: { code } }) => code)).toEqual(acts.map(() => 'not_found'))
  expect((await finance.send(calls.amlCases, {})).body.data.map((one) => one.case_id)).not.toContain(case_id)
})
