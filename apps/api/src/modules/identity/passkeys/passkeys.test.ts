import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identity } from '@nare/contract/identity'
import { passkeys as calls, sessions } from '@nare/contract/passkeys'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { random } from '#platform/random'
import { transact } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { openAuthenticator } from '#testing/authenticator'
import { withdraw } from '#testing/withdraw'

const password = 'a long way to Nakuru'
const site = { origin: 'http://localhost', host: 'localhost' }
const wrong = { status: 422, body: { code: 'wrong_credentials' } }
const confirmFirst = { status: 403, body: { code: 'confirm_first' } }
const challengeIn = ({ body }: { body: Record<string, unknown> }) => ({ ...site, challenge: String(body['challenge']) })

let nare: TestApp
beforeAll(async () => {
  nare = await testApp()
})
afterAll(() => nare.close())

let numbers = 733_000_000
async function member(amount?: string) {
  const msisdn = `254${numbers++}`
  const id = await nare.app.identity.openDemo({ msisdn, password, name: 'Asha' })
  if (amount) await nare.call(sandbox.fund, { msisdn, amount })
  return { msisdn, id, token: await logIn(msisdn) }
}
const logIn = async (msisdn: string) => (await nare.call(identity.login, { msisdn, password })).body.user.token

/** Adds a passkey in a session that was opened just now. */
async function add(token: string, device = openAuthenticator()) {
  const asked = challengeIn(await nare.call(calls.newOptions, {}, token))
  const reply = await nare.call(calls.add, { response: device.create(asked), name: 'Tecno' }, token)
  return { device, reply, id: reply.body.data?.id }
}
async function owner(amount?: string) {
  const bettor = await member(amount)
  const { device, reply, id } = await add(bettor.token)
  expect(reply).toMatchObject({ status: 200, body: { data: { name: 'Tecno', last_used_at: null } } })
  return { ...bettor, device, passkey: String(id) }
}
const fresh = async () => challengeIn(await nare.call(calls.loginOptions, {}))
const enter = (response: Readonly<Record<string, unknown>>) => nare.call(calls.login, { response })
const later = (minutes: number) => nare.call(sandbox.clock, { advance_s: minutes * 60 })
const list = async (token: string) => (await nare.call(calls.passkeys, {}, token)).body

test('a bettor adds a passkey, is told so, logs in by it, sees it and ends it with the sessions that it opened', async () => {
  const { token, device, passkey, msisdn } = await owner()
  const entered = await enter(device.get(await fresh()))
  expect(entered).toMatchObject({ status: 200, body: { user: { msisdn, verified: true, currency: 'KES' } } })
  const byPasskey = entered.body.user.token
  // The credential may also be the body itself.
  const bare = device.get(await fresh())
  expect((await nare.call(calls.login, bare)).status).toBe(200)
  const told = async () => (await nare.call(sandbox.phone, { msisdn })).body.sms.at(-1)?.text
  await expect.poll(told).toContain('A passkey was added to your account: Tecno')
  expect(await list(token)).toMatchObject({
    data: [{ id: passkey, name: 'Tecno', last_used_at: expect.stringMatching(/Z$/) }],
    ask_at_withdrawals: false,
  })
  expect(await nare.call(calls.end, { id: passkey }, token)).toMatchObject({ status: 200 })
  expect(await nare.call(calls.end, { id: passkey }, token)).toMatchObject({ status: 404 })
  expect((await nare.call(identity.balance, {}, byPasskey)).status).toBe(401)
  expect((await nare.call(identity.balance, {}, token)).status).toBe(200)
  expect(await enter(device.get(await fresh()))).toMatchObject(wrong)
  expect((await list(token)).data).toEqual([])
})

test('an answer counts once, for its purpose, in its time, from its site, of its own passkey, and counts upwards', async () => {
  const { token, device } = await owner()
  const other = await owner()
  const used = device.get(await fresh())
  expect(await enter(used)).toMatchObject({ status: 200 })
  const refusedOnes = [
    used,
    device.get({ ...(await fresh()), origin: 'http://evil.example' }),
    device.get({ ...(await fresh()), host: 'evil.example' }),
    device.get({ ...site, challenge: 'A'.repeat(75) }),
    device.get(challengeIn(await nare.call(calls.newOptions, {}, token))),
    device.get(challengeIn(await nare.call(calls.withdrawalOptions, { id: random.uuid(), amount: '100' }, token))),
    device.get(await fresh(), { count: 1 }),
    { ...device.get(await fresh(), { count: 40 }), id: other.passkey, rawId: other.passkey },
    device.get(await fresh(), { count: 41, holder: Buffer.from('another').toString('base64url') }),
    openAuthenticator().get(await fresh()),
    { id: 'x', rawId: 'x', type: 'public-key', response: {} },
    {},
  ]
  for (const response of refusedOnes) expect(await enter(response)).toMatchObject(wrong)
  const old = await fresh()
  await later(6)
  expect(await enter(device.get(old, { count: 50 }))).toMatchObject(wrong)
  expect(await enter(device.get(await fresh(), { count: 51 }))).toMatchObject({ status: 200 })
})

test('of a hundred equal answers one opens a session, and of a hundred equal new passkeys one is added', async () => {
  const { token, device, id } = await owner()
  const answer = device.get(await fresh())
  const replies = await Promise.all(Array.from({ length: 100 }, () => enter(answer)))
  expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  expect((await nare.call(sessions.sessions, {}, token)).body.data.filter((one) => one.by_passkey)).toHaveLength(1)
  const response = openAuthenticator().create(challengeIn(await nare.call(calls.newOptions, {}, token)))
  const added = await Promise.all(
    Array.from({ length: 20 }, () =>
      nare.app.identity.passkeys.add(sessionOf(id, token), { response, name: 'One' }, site),
    ),
  )
  expect(added.filter(({ ok }) => !ok)).toHaveLength(20)
  const session = await nare.app.identity.authenticate(token)
  if (typeof session !== 'object') throw new Error('the token has no session')
  const once = await Promise.all(
    Array.from({ length: 100 }, () => nare.app.identity.passkeys.add(session, { response, name: 'One' }, site)),
  )
  expect(once.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await list(token)).data).toHaveLength(2)
})
const sessionOf = (bettor: bigint, token: string) => ({ bettor, verified: true, signingKey: token })

test('a session that was found open plants no passkey, ends none and takes back no wish: that needs the password', async () => {
  const { token, passkey, device } = await owner()
  expect(await nare.call(calls.askAtWithdrawals, { ask: true }, token)).toMatchObject({ status: 200 })
  await later(11)
  expect(await nare.call(calls.newOptions, {}, token)).toMatchObject(confirmFirst)
  expect(await nare.call(calls.newOptions, { password: 'a guess of it' }, token)).toMatchObject(wrong)
  expect(await nare.call(calls.end, { id: passkey }, token)).toMatchObject(confirmFirst)
  expect(await nare.call(calls.askAtWithdrawals, { ask: false }, token)).toMatchObject(confirmFirst)
  expect(await list(token)).toMatchObject({ data: [{ id: passkey }], ask_at_withdrawals: true })
  // The challenge of one session is of no use in another, nor for another account.
  const asked = challengeIn(await nare.call(calls.newOptions, { password }, token))
  const stranger = await member()
  const response = openAuthenticator().create(asked)
  expect(await nare.call(calls.add, { response }, stranger.token)).toMatchObject({ body: { code: 'login_failed' } })
  expect(await nare.call(calls.add, { response }, token)).toMatchObject({
    status: 200,
    body: { data: { name: 'Passkey' } },
  })
  expect((await add(stranger.token, device)).reply).toMatchObject({ status: 422, body: { code: 'login_failed' } })
  expect(await nare.call(calls.end, { id: passkey }, stranger.token)).toMatchObject({ status: 404 })
  expect(await nare.call(calls.end, { id: passkey, password }, token)).toMatchObject({ status: 200 })
})

test('a passkey verifies its person; ten work at a time; options say nothing about accounts', async () => {
  const { token } = await member()
  const weak = openAuthenticator({ verifies: false })
  expect((await add(token, weak)).reply).toMatchObject({ status: 422, body: { code: 'login_failed' } })
  for (let n = 0; n < 10; n++) expect((await add(token)).reply.status).toBe(200)
  expect(await nare.call(calls.newOptions, {}, token)).toMatchObject({ body: { code: 'limit_reached', most: 10 } })
  const [one, two] = [await nare.call(calls.loginOptions, {}), await nare.call(calls.loginOptions, {})]
  expect({ ...one.body, challenge: '' }).toEqual({ ...two.body, challenge: '' })
  expect(one.body).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(one.body['allowCredentials'] ?? []).toEqual([])
})

test('a locked account opens for no passkey, and closing an account ends its passkeys', async () => {
  const locked = await owner()
  await sql`insert into protection.account_setting (bettor_id, locked, locked_at, locked_by)
    values (${locked.id}::bigint, true, platform.now(), 'sue')`.execute(nare.base.db)
  expect(await enter(locked.device.get(await fresh()))).toMatchObject({ status: 403, body: { code: 'account_locked' } })
  const closing = await owner()
  expect((await nare.call(protection.closeAccount, { password }, closing.token)).status).toBe(200)
  expect(await enter(closing.device.get(await fresh()))).toMatchObject(wrong)
})

/** A withdrawal with the answer of a passkey to its own options. */
async function withdrawBy(
  { token, device }: { token: string; device: ReturnType<typeof openAuthenticator> },
  amount: string,
) {
  const id = random.uuid()
  const asked = challengeIn(await nare.call(calls.withdrawalOptions, { id, amount }, token))
  const passkey = device.get(asked)
  return { id, passkey, reply: await withdraw(nare, token, amount, id, { passkey }) }
}

test('who wishes so is asked for a passkey at each withdrawal, and its answer is of that id and amount alone', async () => {
  const bettor = await owner('2000')
  const { token, device } = bettor
  expect((await withdraw(nare, token, '105')).status).toBe(200)
  expect(await nare.call(calls.askAtWithdrawals, { ask: true }, token)).toMatchObject({ status: 200 })
  expect(await withdraw(nare, token, '105')).toMatchObject(confirmFirst)
  const { id, passkey, reply } = await withdrawBy(bettor, '105')
  expect(reply.status).toBe(200)
  // The same command again has its first answer; its passkey confirms no other one.
  expect((await withdraw(nare, token, '105', id)).body.withdrawal_id).toBe(reply.body.withdrawal_id)
  expect(await withdraw(nare, token, '105', random.uuid(), { passkey })).toMatchObject(confirmFirst)
  const more = random.uuid()
  const asked = challengeIn(await nare.call(calls.withdrawalOptions, { id: more, amount: '105' }, token))
  expect(await withdraw(nare, token, '1050', more, { passkey: device.get(asked) })).toMatchObject(confirmFirst)
  expect(await withdraw(nare, token, '105', more, { passkey: {} })).toMatchObject(confirmFirst)
  expect(await withdraw(nare, token, '105', more, { passkey: openAuthenticator().get(asked) })).toMatchObject(
    confirmFirst,
  )
  expect(await withdraw(nare, token, '105', random.uuid(), { passkey: device.get(await fresh()) })).toMatchObject(
    confirmFirst,
  )
})

test('a hundred withdrawals with one answer are one withdrawal', async () => {
  const bettor = await owner('1000')
  await nare.call(calls.askAtWithdrawals, { ask: true }, bettor.token)
  const id = random.uuid()
  const asked = challengeIn(await nare.call(calls.withdrawalOptions, { id, amount: '105' }, bettor.token))
  const passkey = bettor.device.get(asked)
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => withdraw(nare, bettor.token, '105', id, { passkey })),
  )
  const ids = replies.filter(({ status }) => status === 200).map(({ body }) => body.withdrawal_id)
  expect(new Set(ids).size).toBe(1)
  const { rows } = await sql`select from payments.withdrawal where bettor_id = ${bettor.id}::bigint`.execute(
    nare.base.db,
  )
  expect(rows).toHaveLength(1)
})

/** A new password by the messages of the phone, as whoever has the SIM sets it. */
async function reset(msisdn: string): Promise<string> {
  await nare.call(identity.code, { page: 'resetPass', msisdn })
  const { body } = await nare.call(sandbox.phone, { msisdn })
  const taken = 'by whoever has the SIM 9'
  const given = { msisdn, code: body.sms.at(-1)?.code ?? '', password: taken, confirm_password: taken }
  expect((await nare.call(identity.resetPassword, given)).status).toBe(200)
  return (await nare.call(identity.login, { msisdn, password: taken })).body.user.token
}

test('for a day after new passwords money leaves by a passkey older than the first, whatever was added and ended since', async () => {
  const bettor = await owner('2000')
  const thief = await reset(bettor.msisdn)
  const held = await withdraw(nare, thief, '105')
  expect(held).toMatchObject({ status: 403, body: { code: 'confirm_first', until: expect.stringMatching(/Z$/) } })
  await later(1)
  const planted = await add(thief)
  expect(planted.reply.status).toBe(200)
  expect((await withdrawBy({ token: thief, device: planted.device }, '105')).reply).toMatchObject(confirmFirst)
  // The owner still logs in, and his passkey confirms.
  const own = (await enter(bettor.device.get(await fresh()))).body.user.token
  expect((await withdrawBy({ token: own, device: bettor.device }, '105')).reply.status).toBe(200)
  expect(await nare.call(calls.end, { id: bettor.passkey }, thief)).toMatchObject({ status: 200 })
  const again = await reset(bettor.msisdn)
  expect(await withdraw(nare, again, '105')).toMatchObject(confirmFirst)
  expect((await withdrawBy({ token: again, device: planted.device }, '105')).reply).toMatchObject(confirmFirst)
  await later(24 * 60)
  expect((await withdraw(nare, again, '105')).status).toBe(200)
  // An account without a passkey waits for nothing, until a change that finds one.
  const plain = await member('500')
  const free = await reset(plain.msisdn)
  expect((await withdraw(nare, free, '105')).status).toBe(200)
  expect((await add(free)).reply.status).toBe(200)
  await later(1)
  expect(await withdraw(nare, await reset(plain.msisdn), '105')).toMatchObject(confirmFirst)
})

test('a new number leaves the passkeys, and holds withdrawals to them', async () => {
  const bettor = await owner('500')
  const moved = await transact(nare.app.db, (tx) =>
    nare.app.identity.operator.changeNumber(tx, { bettor: bettor.id, msisdn: `254${numbers++}` }),
  )
  expect(moved.ok).toBe(true)
  nare.app.identity.operator.ended(bettor.id)
  const token = (await enter(bettor.device.get(await fresh()))).body.user.token
  expect(await withdraw(nare, token, '105')).toMatchObject(confirmFirst)
  expect((await withdrawBy({ token, device: bettor.device }, '105')).reply.status).toBe(200)
})

test('a bettor sees the own sessions, ends one or all others, and one on a shared device ends by itself', async () => {
  const { msisdn, token } = await member()
  const android = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'
  const reply = await nare.app.app.inject({
    method: 'POST',
    url: identity.login.path,
    headers: { 'user-agent': android },
    payload: { msisdn, password, stay: false },
  })
  const short: string = reply.json().user.token
  const [third, fourth] = [await logIn(msisdn), await logIn(msisdn)]
  const { data } = (await nare.call(sessions.sessions, {}, token)).body
  expect(data).toHaveLength(4)
  expect(data[0]).toMatchObject({ current: true, by_passkey: false })
  const visit = data.find(({ device }) => device === 'Chrome, Android')
  const hours = (Date.parse(visit?.expires_at ?? '') - Date.parse(visit?.opened_at ?? '')) / 3_600_000
  expect(hours).toBeCloseTo(4, 3)
  const ofThird = (await nare.call(sessions.sessions, {}, third)).body.data[0]?.session_id ?? ''
  const stranger = await member()
  expect(await nare.call(sessions.endSession, { session_id: ofThird }, stranger.token)).toMatchObject({ status: 404 })
  expect(await nare.call(sessions.endSession, { session_id: 'x' }, token)).toMatchObject({ status: 404 })
  expect(await nare.call(sessions.endSession, { session_id: ofThird }, token)).toMatchObject({ body: { ended: 1 } })
  const isLive = async (one: string) => (await nare.call(identity.balance, {}, one)).status === 200
  expect([await isLive(third), await isLive(fourth), await isLive(short)]).toEqual([false, true, true])
  await later(4 * 60 + 1)
  expect([await isLive(fourth), await isLive(short)]).toEqual([true, false])
  expect(await nare.call(sessions.endOthers, {}, token)).toMatchObject({ body: { ended: 1 } })
  expect([await isLive(fourth), await isLive(token)]).toEqual([false, true])
  await expect
    .poll(async () => (await nare.call(sessions.sessions, {}, token)).body.data[0]?.last_used_at)
    .not.toBe(data[0]?.last_used_at)
})
