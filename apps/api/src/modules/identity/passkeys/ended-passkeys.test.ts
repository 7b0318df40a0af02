import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleBettorActions as actions } from '@nare/contract/console-bettor-actions'
import { consoleBettors } from '@nare/contract/console-bettors'
import { identity } from '@nare/contract/identity'
import { passkeys as calls } from '@nare/contract/passkeys'
import { sandbox } from '@nare/contract/sandbox'
import { random } from '#platform/random'
import { testApp, type TestApp } from '#testing/app'
import { openAuthenticator } from '#testing/authenticator'
import { operatorsOf, operatorToken } from '#testing/operators'
import { withdraw } from '#testing/withdraw'

const password = 'a long way to Nakuru'
const site = { origin: 'http://localhost', host: 'localhost' }
const support = operatorToken('dalili')
const reason = 'the bettor has lost the phone'
const confirmFirst = { status: 403, body: { code: 'confirm_first' } }
const challengeIn = ({ body }: { body: Record<string, unknown> }) => ({ ...site, challenge: String(body['challenge']) })

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ dalili: 'support', farida: 'finance' }) })
})
afterAll(() => nare.close())

let numbers = 733_500_000
/** A bettor with KSh 2,000 and these many passkeys. */
async function owner(count = 1) {
  const msisdn = `254${numbers++}`
  const id = await nare.app.identity.openDemo({ msisdn, password, name: 'Asha' })
  await nare.call(sandbox.fund, { msisdn, amount: '2000' })
  const { token } = (await nare.call(identity.login, { msisdn, password })).body.user
  const devices = []
  for (let n = 0; n < count; n++) {
    const device = openAuthenticator()
    const asked = challengeIn(await nare.call(calls.newOptions, {}, token))
    const { body } = await nare.call(calls.add, { response: device.create(asked), name: `Tecno ${n}` }, token)
    devices.push({ device, id: body.data.id })
  }
  return { msisdn, ref: id.toString(), token, devices, first: devices[0], second: devices[1] }
}
type Owner = Awaited<ReturnType<typeof owner>>
type Own = Owner['first']
const asking = (token: string, ask: boolean) => nare.call(calls.askAtWithdrawals, { ask }, token)
const endOwn = (token: string, own: Own) => nare.call(calls.end, { id: own?.id ?? '' }, token)
async function enter(own: Own): Promise<string> {
  const response = own?.device.get(challengeIn(await nare.call(calls.loginOptions, {}))) ?? {}
  return (await nare.call(calls.login, { response })).body.user?.token ?? ''
}
async function confirmed({ token }: Owner, own: Own) {
  const given = { id: random.uuid(), amount: '105' }
  const asked = challengeIn(await nare.call(calls.withdrawalOptions, given, token))
  return withdraw(nare, token, given.amount, given.id, { passkey: own?.device.get(asked) })
}
const aDayLater = () => nare.call(sandbox.clock, { advance_s: 24 * 3600 + 1 })

test('who ends the passkey that guards withdrawals, or that wish, has the money a day later, or at once by a passkey', async () => {
  const ending = await owner(2)
  expect((await asking(ending.token, true)).status).toBe(200)
  expect((await endOwn(ending.token, ending.first)).status).toBe(200)
  expect(await withdraw(nare, ending.token, '105')).toMatchObject(confirmFirst)
  expect((await confirmed(ending, ending.second)).status).toBe(200)

  const stopping = await owner()
  await asking(stopping.token, true)
  expect((await asking(stopping.token, false)).body).toEqual({ ask_at_withdrawals: false })
  expect(await withdraw(nare, stopping.token, '105')).toMatchObject(confirmFirst)
  expect((await endOwn(stopping.token, stopping.first)).status).toBe(200)
  // Asking once more and stopping again neither ends nor renews the wait.
  expect(await withdraw(nare, stopping.token, '105')).toMatchObject(confirmFirst)
  const plain = await owner()
  expect((await asking(plain.token, false)).status).toBe(200)
  expect((await endOwn(plain.token, plain.first)).status).toBe(200)
  expect((await withdraw(nare, plain.token, '105')).status).toBe(200)
  await aDayLater()
  expect((await withdraw(nare, stopping.token, '105')).status).toBe(200)
  // The other passkey still guards them.
  expect(await withdraw(nare, ending.token, '105')).toMatchObject(confirmFirst)
})

test('support sees passkeys and sessions, and ends each with a reason; a passkey takes its sessions along, and money waits for a day', async () => {
  const { ref, token, first, ...bettor } = await owner()
  const byPasskey = await enter(first)
  const page = async () => (await nare.call(consoleBettors.bettor, { id: ref }, support)).body
  const { passkeys, sessions } = await page()
  expect(passkeys).toMatchObject([{ name: 'Tecno 0', last_used_at: expect.stringMatching(/Z$/) }])
  expect(sessions.filter(({ by_passkey }) => by_passkey)).toHaveLength(1)
  expect(sessions).toHaveLength(2)
  const passkey = { id: ref, passkey_id: passkeys[0]?.passkey_id ?? '', reason }
  const finance = operatorToken('farida')
  expect((await nare.call(actions.endBettorPasskey, passkey, finance)).status).toBe(403)
  const another = await owner()
  expect((await nare.call(actions.endBettorPasskey, { ...passkey, id: another.ref }, support)).status).toBe(404)
  expect((await nare.call(actions.endBettorPasskey, passkey, support)).body).toEqual({ ended: 1 })
  expect((await nare.call(actions.endBettorPasskey, passkey, support)).status).toBe(404)
  expect((await nare.call(identity.balance, {}, byPasskey)).status).toBe(401)
  expect(await enter(first)).toBe('')
  expect(await withdraw(nare, token, '105')).toMatchObject(confirmFirst)

  const [left] = (await page()).sessions
  const session = { id: ref, session_id: left?.session_id ?? '', reason }
  expect((await nare.call(actions.endBettorSession, { ...session, id: another.ref }, support)).status).toBe(404)
  expect((await nare.call(identity.balance, {}, token)).status).toBe(200)
  expect((await nare.call(actions.endBettorSession, session, support)).body).toEqual({ ended: 1 })
  expect((await nare.call(actions.endBettorSession, session, support)).status).toBe(404)
  expect((await nare.call(identity.balance, {}, token)).status).toBe(401)
  const { data } = (await nare.call(consoleBettors.bettorTimeline, { id: ref, kinds: 'operator' }, support)).body
  const texts = data.map(({ text }) => text).join('\n')
  expect([texts.includes('bettor.passkey_end'), texts.includes('bettor.session_end')]).toEqual([true, true])
  await aDayLater()
  const again = (await nare.call(identity.login, { msisdn: bettor.msisdn, password })).body.user.token
  expect((await withdraw(nare, again, '105')).status).toBe(200)
})

test('an answer that no browser gives is refused as a wrong one, at the login, at a new passkey and at a withdrawal', async () => {
  const { token, first } = await owner()
  await asking(token, true)
  const asked = challengeIn(await nare.call(calls.loginOptions, {}))
  const whole = first?.device.get(asked) ?? {}
  const texts = 'x'.repeat(50_000)
  const ids: readonly unknown[] = [
    { toString: 1 },
    { toString: null, valueOf: null },
    [],
    [[]],
    {},
    null,
    7,
    true,
    '',
    texts,
    `${first?.id}\n`,
  ]
  const odd = [
    ...ids.flatMap((id) => [
      { ...whole, id },
      { ...whole, id, rawId: id },
    ]),
    ...ids.map((one) => ({ ...whole, response: one })),
    ...ids.map((one) => ({ id: first?.id, response: { clientDataJSON: one, authenticatorData: one, signature: one } })),
    ...ids.map((one) => ({
      id: first?.id,
      response: { clientDataJSON: one, attestationObject: one, transports: one },
    })),
    ...ids.map((userHandle) => ({ ...whole, response: { userHandle } })),
  ]
  for (const response of odd) {
    const what = JSON.stringify(response).slice(0, 200)
    const { id: _id, ...inBody } = response as Record<string, unknown>
    expect([what, (await nare.call(calls.login, { response })).status]).toEqual([what, 422])
    expect([what, (await nare.call(calls.login, inBody as never)).status >= 500]).toEqual([what, false])
    expect([what, (await nare.call(calls.add, { response }, token)).status]).toEqual([what, 422])
    expect([what, (await withdraw(nare, token, '105', random.uuid(), { passkey: response })).status]).toEqual([
      what,
      403,
    ])
  }
})
