import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorStaff as calls } from '@nare/contract/operator-staff'
import { sandbox } from '@nare/contract/sandbox'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { openAuthenticator } from '#testing/authenticator'
import { openConsole } from '#testing/console-client'

const site = { origin: 'http://console.test', host: 'console.test' }
const failed = { status: 422, body: { code: 'login_failed' } }

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

async function linkFor(name: string): Promise<string> {
  const { people } = nare.app.staff
  const added = await transact(nare.app.db, (tx) => people.add(tx, { name, roles: ['support'] }))
  return added.ok ? (added.value.enrol_url.split('#')[1] ?? '') : ''
}

/** A person with a passkey, and the browser in which it was set up. */
async function enrolled(name: string, password?: string) {
  const browser = openConsole(nare)
  const device = openAuthenticator()
  const link = await linkFor(name)
  const { passkey } = (await browser.send(calls.enrolment, { link })).body
  const response = device.create({ ...site, challenge: String(passkey['challenge']) })
  const reply = await browser.send(calls.enrolPasskey, { link, response, ...(password !== undefined && { password }) })
  expect(reply).toMatchObject({ status: 200, body: { person: { name } } })
  return { browser, device, recovery: reply.body.recovery_codes }
}

async function challengeFor(name: string): Promise<string> {
  const { body } = await openConsole(nare).send(calls.passkeyOptions, { name })
  return String(body['challenge'])
}

test('a person enrols and logs in by a passkey, and confirms by it', async () => {
  const { device } = await enrolled('imani')
  const browser = openConsole(nare)
  const response = device.get({ ...site, challenge: await challengeFor('imani') })
  expect(await browser.send(calls.passkeyLogin, { name: 'imani', response })).toMatchObject({
    status: 200,
    body: { person: { name: 'imani', roles: ['support'] } },
  })
  const again = device.get({ ...site, challenge: await challengeFor('imani') })
  expect(await browser.send(calls.confirmPerson, { response: again })).toMatchObject({ status: 200 })
  expect(await browser.send(calls.confirmPerson, { response: again })).toMatchObject(failed)
})

test('an answer works once, in its time, for its name, from its site, with a verified person', async () => {
  const { device } = await enrolled('jabali')
  const other = await enrolled('kito')
  const login = (name: string, response: ReturnType<typeof device.get>) =>
    openConsole(nare).send(calls.passkeyLogin, { name, response })
  const fresh = () => challengeFor('jabali')
  const used = device.get({ ...site, challenge: await fresh() })
  expect(await login('jabali', used)).toMatchObject({ status: 200 })
  expect(await login('jabali', used)).toMatchObject(failed)
  expect(await login('kito', device.get({ ...site, challenge: await challengeFor('kito') }))).toMatchObject(failed)
  expect(await login('jabali', other.device.get({ ...site, challenge: await fresh() }))).toMatchObject(failed)
  expect(await login('jabali', device.get({ ...site, challenge: await challengeFor('kito') }))).toMatchObject(failed)
  expect(
    await login('jabali', device.get({ ...site, origin: 'http://evil.example', challenge: await fresh() })),
  ).toMatchObject(failed)
  expect(await login('jabali', device.get({ ...site, host: 'evil.example', challenge: await fresh() }))).toMatchObject(
    failed,
  )
  expect(await login('jabali', device.get({ ...site, challenge: 'A'.repeat(75) }))).toMatchObject(failed)
  expect(await login('jabali', device.get({ ...site, challenge: await fresh() }, { count: 1 }))).toMatchObject(failed)
  const old = await fresh()
  await nare.call(sandbox.clock, { advance_s: 6 * 60 })
  expect(await login('jabali', device.get({ ...site, challenge: old }, { count: 50 }))).toMatchObject(failed)
  await nare.call(sandbox.clock, { advance_s: 16 * 60 })
  expect(await login('jabali', device.get({ ...site, challenge: await fresh() }, { count: 60 }))).toMatchObject({
    status: 200,
  })
})

test('a passkey that does not verify its person, or that comes with certificates, is not accepted', async () => {
  const link = await linkFor('leso')
  const browser = openConsole(nare)
  const enrol = async (device: ReturnType<typeof openAuthenticator>, how: { certified?: boolean } = {}) => {
    const { passkey } = (await browser.send(calls.enrolment, { link })).body
    const response = device.create({ ...site, challenge: String(passkey['challenge']) }, how)
    return browser.send(calls.enrolPasskey, { link, response })
  }
  expect(await enrol(openAuthenticator({ verifies: false }))).toMatchObject(failed)
  expect(await enrol(openAuthenticator(), { certified: true })).toMatchObject(failed)
  expect(await enrol(openAuthenticator())).toMatchObject({ status: 200 })
})

test('the options of an unknown name look like those of a person', async () => {
  await enrolled('mosi')
  const options = async (name: string) => (await openConsole(nare).send(calls.passkeyOptions, { name })).body
  const [known, unknown] = [await options('mosi'), await options('nobody')]
  expect(Object.keys(known)).toEqual(Object.keys(unknown))
  expect({ ...known, challenge: '' }).toEqual({ ...unknown, challenge: '' })
})

test('who lost a passkey logs in by password and a recovery code, if a password was set', async () => {
  const password = 'Salama kabisa 7'
  const { recovery } = await enrolled('nia', password)
  const login = () => openConsole(nare).send(calls.login, { name: 'nia', password, code: recovery[0] ?? '' })
  expect(await login()).toMatchObject({ status: 200 })
  expect(await login()).toMatchObject(failed)
  const without = await enrolled('omari')
  const code = without.recovery[0] ?? ''
  expect(await openConsole(nare).send(calls.login, { name: 'omari', password: '', code })).toMatchObject(failed)
})
