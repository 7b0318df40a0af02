import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleBettors } from '@nare/contract/console-bettors'
import { consoleToday } from '@nare/contract/console-today'
import { ledger } from '@nare/contract/ledger'
import { operatorAml as calls } from '@nare/contract/operator-aml'
import { operatorStaff } from '@nare/contract/operator-staff'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { openConsole } from '#testing/console-client'
import { operatorsOf, operatorToken } from '#testing/operators'
import { settingsOn } from '#testing/settings'
import { reason, suspicionsOf } from './testing/suspicions.ts'

const [officer, auditor] = [operatorToken('esther'), operatorToken('ivy')]

let nare: TestApp
let owner: Db
beforeAll(async () => {
  const people = { esther: 'protection', ivy: 'auditor', sue: 'support', ada: 'admin', ben: 'admin' } as const
  nare = await testApp({ OPERATORS: operatorsOf(people) })
  await nare.app.staff.demo.open()
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
})

const settings = settingsOn(() => nare)
const { post, follow, alertsOf, suspect, opened, caseOf } = suspicionsOf(() => nare, officer)
async function pay(bettor: bigint, ...shillings: readonly bigint[]): Promise<void> {
  await post(bettor, ...shillings)
  await follow()
}
const hundred = <T>(work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 100 }, work))

test('an alert and a case are owned by somebody who may act on them, and whom they are not about', async () => {
  const { bettor, alert } = await suspect()
  const { alert_id } = alert
  expect(alert).toMatchObject({ owner: null, facts: { amount: '300000.00' } })
  const assign = (by: string, given: { owner?: string; id?: string } = {}) =>
    nare.call(calls.assignAmlAlert, { alert_id, reason, ...given }, by)
  const id = randomUUID()
  const same = await hundred(() => assign(officer, { id }))
  expect(new Set(same.map(({ status, body }) => `${status} ${body.owner}`))).toEqual(new Set(['200 esther']))
  for (const name of ['sue', 'ivy', 'nobody'])
    expect(await assign(officer, { owner: name }), name).toMatchObject({
      ...{ status: 400, body: { code: 'invalid_input', fields: { owner: expect.any(String) } } },
    })
  expect(await assign(officer, { owner: 'ada' })).toMatchObject({ body: { owner: 'ada' } })
  const people = (await nare.call(calls.amlPeople, {}, auditor)).body.data.map(({ name }) => name)
  expect(people).toEqual(expect.arrayContaining(['esther', 'ada', 'ben', 'farida', 'asha']))
  for (const name of ['sue', 'ivy', 'dalili', 'hawa', 'baraka']) expect(people).not.toContain(name)
  const ofAda = (await nare.call(calls.amlAlerts, { owner: 'ada', limit: 100 }, officer)).body.data
  expect(ofAda.map((one) => one.alert_id)).toEqual([alert_id])

  const farida = openConsole(nare)
  await farida.login('farida')
  await farida.send(operatorStaff.declareAccount, { account: `${bettor.id}` })
  expect(await assign(officer, { owner: 'farida' }), 'it is about her').toMatchObject({ status: 400 })
  const { body } = await nare.call(calls.openAmlCase, { alert_id, reason }, officer)
  const { case_id } = body
  expect(await assign(officer, { owner: 'ada' }), 'it is in a case').toMatchObject({ status: 409 })
  const give = (name: string) => nare.call(calls.assignAmlCase, { case_id, owner: name, reason: 'on leave' }, officer)
  for (const name of ['farida', 'sue', 'nobody'])
    expect(await give(name), name).toMatchObject({ status: 400, body: { fields: { owner: expect.any(String) } } })
  expect(await give('ada')).toMatchObject({ status: 200 })
  const { owner: now, due_at, changes } = await caseOf(case_id)
  expect([now, changes]).toMatchObject(['ada', [{ owner: 'ada', due_at, reason: 'on leave', by: 'esther' }]])
  const cases = (await nare.call(calls.amlCases, { owner: 'ada' }, officer)).body.data
  expect(cases.map((one) => one.case_id)).toEqual([case_id])
})

test('an alert that comes while a case is open joins it once, as evidence, and no case of another bettor', async () => {
  const { bettor, alert, case_id } = await opened()
  await pay(bettor.id, 149_999n, 149_998n, 149_997n)
  const later = (await alertsOf(bettor.id)).find(({ rule }) => rule === 'structured')
  expect(later).toMatchObject({ rule: 'structured', open_case_id: case_id, facts: { amount: '449994.00' } })
  const alert_id = later?.alert_id ?? ''
  const other = await opened()
  const join = (to: string, id?: string) =>
    nare.call(calls.joinAmlCase, { case_id: to, alert_id, reason: 'the same money', ...(id && { id }) }, officer)
  expect(await join(other.case_id)).toMatchObject({ status: 400, body: { fields: { alert_id: expect.any(String) } } })
  expect(await join('999999')).toMatchObject({ status: 404 })
  const id = randomUUID()
  const same = await hundred(() => join(case_id, id))
  expect(new Set(same.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await join(case_id)).toMatchObject({ status: 409 })
  const { alerts, evidence } = await caseOf(case_id)
  expect(alerts.map((one) => one.alert_id)).toEqual([alert.alert_id, alert_id])
  expect(evidence.map(({ kind, ref }) => [kind, ref])).toEqual([
    ['alert', alert.alert_id],
    ['alert', alert_id],
  ])
  expect(alerts[1]).toMatchObject({ state: 'case', ended_by: 'esther', ended_reason: 'the same money' })
  // Of a bettor all states are listed. The deposits of the day have more than doubled since the first alert, so their rule speaks again.
  expect((await alertsOf(bettor.id)).map(({ rule, state }) => `${rule} ${state}`)).toEqual([
    'structured case',
    'deposits_day open',
    'deposits_day case',
  ])
  const one = (await nare.call(calls.amlAlerts, { alert_id }, auditor)).body.data
  expect(one.map(({ state, case_id: joined }) => [state, joined])).toEqual([['case', case_id]])
  await nare.call(calls.closeAmlCase, { case_id, reason }, officer)
  const ofBettor = (await nare.call(calls.amlCases, { bettor_id: `${bettor.id}` }, auditor)).body.data
  expect(ofBettor).toMatchObject([{ case_id, state: 'closed', closed_by: 'esther', reported_by: null }])
  const open = (await nare.call(calls.amlCases, { limit: 100 }, auditor)).body.data
  expect(open.map((one) => one.case_id)).not.toContain(case_id)
})

test('the report is the file that was filed, whatever is written or set afterwards', async () => {
  const { case_id } = await opened()
  const lacking = async () =>
    (await nare.call(calls.amlRules, {}, officer)).body.report.filter(({ is_missing }) => is_missing)
  expect((await lacking()).map(({ key }) => key)).toContain('aml.entity_name')
  const fields = {
    ...{ entity_id: '123', entity_name: 'Nare Limited', officer_first_name: 'Esther', officer_last_name: 'Were' },
    ...{ address: 'Moi Avenue', city: 'Nairobi', indicators: 'SPCRD, SPOEQ' },
    ...{ transmode_code: 'MM01', funds_code: 'E' },
  }
  for (const [name, value] of Object.entries(fields)) await settings.change(`aml.${name}`, value)
  expect(await lacking()).toEqual([])
  const report = async () => (await nare.call(calls.amlReport, { case_id }, officer)).body
  const before = await report()
  expect(before.xml).toContain('<indicator>SPOEQ</indicator>')
  expect(before.xml).toContain('<transmode_code>MM01</transmode_code>')
  expect((await caseOf(case_id)).filed_at).toBeNull()
  await nare.call(calls.reportAmlCase, { case_id, reference: 'FRC-9', reason }, officer)
  const filed = await report()
  await nare.call(calls.noteAmlCase, { case_id, text: 'Asked the bank', reason }, officer)
  await settings.change('aml.city', 'Mombasa')
  expect(await report()).toEqual(filed)
  expect(filed.xml).not.toContain('Mombasa')
  expect(await caseOf(case_id)).toMatchObject({ reported_by: 'esther', filed_at: expect.any(String) })
  for (const statement of [
    sql`update aml.filed_report set xml = 'another'`,
    sql`update aml.assignment set owner = 'another'`,
  ])
    await expect(statement.execute(owner)).rejects.toThrow()
})

test('a case whose deadline has passed is late on Today and told to the numbers of the house; one whose deadline was moved is not late', async () => {
  const queue = async () =>
    (await nare.call(consoleToday.today, {}, officer)).body.queues.find(({ name }) => name === 'aml')
  const { case_id } = await opened()
  const move = async (days: number): Promise<void> => {
    const due_at = new Date(nare.app.clock.now() + days * 86_400_000).toISOString()
    await nare.call(calls.assignAmlCase, { case_id, owner: 'esther', due_at, reason }, officer)
  }
  const waitedS = async (): Promise<number> => {
    const { oldest_at } = (await queue()) ?? {}
    return Math.round((nare.app.clock.now() - Date.parse(oldest_at ?? '')) / 1000)
  }
  const { promise_s = 0 } = (await queue()) ?? {}
  await move(-1)
  expect(await waitedS()).toBeGreaterThanOrEqual(promise_s + 86_400)
  const number = '0799000113'
  await settings.change('queues.alert_numbers', number)
  await nare.app
    .jobs()
    .find(({ name }) => name === 'alerts of today')
    ?.run()
  expect((await nare.call(sandbox.phone, { msisdn: number })).body.sms).toMatchObject([
    { text: expect.stringMatching(/^Queue aml: \d+ waiting, the oldest for /) },
  ])
  await move(1)
  expect(await waitedS()).toBeLessThan(promise_s)
})

test('rules say their bounds and what they find, the own account apart', async () => {
  const { bettor } = await suspect()
  const rule = async (by = officer) =>
    (await nare.call(calls.amlRules, {}, by)).body.data.find((one) => one.rule === 'deposits_day')
  const before = await rule()
  expect(before?.settings[0]).toEqual({
    ...{ key: 'aml.deposits_day', name: 'Deposits in a day', type: 'money', value: '300000.00', is_missing: false },
  })
  expect(before?.open).toBeGreaterThan(0)
  const [alert] = await alertsOf(bettor.id)
  await nare.call(calls.closeAmlAlert, { alert_id: alert?.alert_id ?? '', reason }, officer)
  const after = await rule()
  expect([after?.open, after?.closed]).toEqual([(before?.open ?? 0) - 1, (before?.closed ?? 0) + 1])
})

test('nothing of an owner, a joined alert or a filed report reaches the bettor or the timeline', async () => {
  const { bettor, alert } = await suspect()
  const read = async () => [
    (await nare.call(ledger.transactions, {}, bettor.token)).body,
    { ...(await nare.call(protection.protection, {}, bettor.token)).body, session: {} },
    (await nare.call(sandbox.phone, { msisdn: bettor.msisdn }, bettor.token)).body,
    (await nare.call(consoleBettors.bettorTimeline, { id: `${bettor.id}` }, officer)).body,
    { ...(await nare.call(consoleBettors.bettor, { id: `${bettor.id}` }, officer)).body, last_seen_at: '' },
  ]
  const before = await read()
  const { alert_id } = alert
  await nare.call(calls.assignAmlAlert, { alert_id, reason }, officer)
  const { body } = await nare.call(calls.openAmlCase, { bettor_id: `${bettor.id}`, reason }, officer)
  const { case_id } = body
  await nare.call(calls.assignAmlCase, { case_id, owner: 'ada', reason }, officer)
  await nare.call(calls.reportAmlCase, { case_id, reference: 'FRC-10', reason }, officer)
  await nare.call(calls.closeAmlCase, { case_id, reason }, officer)
  expect(await read()).toEqual(before)
})
