import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorSettings as calls } from '@nare/contract/settings'
import { testApp, type TestApp } from '#testing/app'
import { openConsole, seated } from '#testing/console-client'

const given = { key: 'queues.returns', value: 60, reason: 'as decided on Monday' }

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
  await nare.app.staff.demo.open()
})
afterAll(() => nare.close())

test('an admin of the console confirms with a code before a setting changes, and nobody else changes one', async () => {
  const admin = await seated(nare, 'asha')
  expect(await admin.send(calls.changeSetting, given)).toMatchObject({ status: 200, body: { state: 'done' } })
  await nare.app.clock.advance(601)
  const late = await admin.send(calls.changeSetting, { ...given, value: 70 })
  expect(late).toMatchObject({ status: 403, body: { code: 'confirm_first' } })
  for (const name of ['baraka', 'farida', 'hawa']) {
    const person = await seated(nare, name)
    expect((await person.send(calls.settings, {})).status).toBe(200)
    expect(await person.send(calls.changeSetting, { ...given, value: 70 })).toMatchObject({
      body: { code: 'not_allowed' },
    })
  }
  const gitonga = openConsole(nare)
  await gitonga.login('gitonga')
  expect((await gitonga.send(calls.settings, {})).status).toBe(403)
})

test('what weakens a control waits for another admin of the console', async () => {
  const [asha, juma] = [await seated(nare, 'asha'), await seated(nare, 'juma')]
  const raise = { ...given, key: 'payments.one_person_max', value: '150000' }
  expect((await asha.send(calls.changeSetting, raise)).status).toBe(202)
  expect((await asha.send(calls.changeSetting, raise)).status).toBe(403)
  expect(await juma.send(calls.changeSetting, raise)).toMatchObject({ status: 200, body: { value: '150000.00' } })
  const { data } = (await juma.send(calls.settingHistory, { key: raise.key })).body
  expect(data).toMatchObject([{ value: '150000.00', by: 'asha', confirmed_by: 'juma' }])
})

test('numbers of the house stand whole for its people', async () => {
  const juma = await seated(nare, 'juma')
  const { data } = (await juma.send(calls.settings, {})).body
  expect(data.find(({ key }) => key === 'house.phone')?.value).toBe('+254 700 000 000')
})
