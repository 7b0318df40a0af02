import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '#platform/db'
import { waitingForLocks } from '#testing/waiting'
import { confirmEmail } from '../store.ts'
import { adult, openWorld, type World } from '../testing/identity-world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const login = (msisdn: string, password: string) => world.post('/v1/login', { msisdn, password })
const newPassword = 'banana-river-42'

async function askReset(msisdn: string): Promise<string> {
  await world.clock.advance(61)
  expect((await world.post('/v1/code?page=resetPass', { msisdn })).status).toBe(200)
  return world.lastCode(msisdn)
}

const reset = (msisdn: string, code: string, password = newPassword, confirm_password = password) =>
  world.post('/v1/reset-password', { msisdn, code, password, confirm_password })

test('setting a new password with a code ends every session and clears failed logins', async () => {
  const msisdn = '254712300001'
  const user = await world.member(msisdn)
  const second = (await login(msisdn, adult.password)).body.user
  for (let n = 0; n < 4; n++) await login(msisdn, 'wrong-one')
  const answer = await reset(msisdn, await askReset(msisdn))
  expect([answer.status, answer.body]).toEqual([200, { success: { message: expect.any(String) } }])
  for (const token of [user['token'], second.token]) {
    const balance = await world.post('/v1/balance', {}, token)
    expect([balance.status, balance.body.status]).toEqual([401, 401])
  }
  expect((await login(msisdn, newPassword)).status).toBe(200)
  expect((await login(msisdn, adult.password)).body.code).toBe('wrong_credentials')
})

test('the refusals of a reset are checked in order, and a refused password leaves the code valid', async () => {
  const msisdn = '254712300002'
  await world.member(msisdn)
  const code = await askReset(msisdn)
  const wrong = await reset(msisdn, code === '111111' ? '222222' : '111111')
  expect(wrong.status).toBe(422)
  expect(wrong.body).toMatchObject({ code: 'wrong_code', error: { message: wrong.body.message } })
  expect((await reset(msisdn, code, newPassword, 'something-else')).body.code).toBe('passwords_differ')
  expect((await reset(msisdn, code, 'password')).body.code).toBe('weak_password')
  const malformed = await reset(msisdn, '12')
  expect([malformed.status, Object.keys(malformed.body.fields)]).toEqual([400, ['code']])
  expect((await reset(msisdn, code)).status).toBe(200)
  expect((await reset(msisdn, code)).body.code).toBe('wrong_code')
})

test('a reset code ends after five minutes or five tries, and is invalid for numbers without an account', async () => {
  const msisdn = '254712300003'
  await world.member(msisdn)
  const late = await askReset(msisdn)
  await world.clock.advance(301)
  expect((await reset(msisdn, late)).body.code).toBe('wrong_code')
  const code = await askReset(msisdn)
  await Promise.all(Array.from({ length: 50 }, () => reset(msisdn, code === '111111' ? '222222' : '111111')))
  expect((await reset(msisdn, code)).body.code).toBe('wrong_code')
  expect((await reset('254797000000', '123456')).body.code).toBe('wrong_code')
})

test('only a confirmed e-mail address can reset the password, and every address gets the same response', async () => {
  const msisdn = '254712300004'
  await world.member(msisdn, { email: 'Wanjiku@Example.com' })
  const before = await world.post('/api/forgotPassword', { email: 'wanjiku@example.com' })
  const unknown = await world.post('/api/forgotPassword', { email: 'nobody@example.com' })
  expect(before.status).toBe(200)
  expect(unknown.body).toEqual(before.body)
  const box = await world.get('/sandbox/mail/wanjiku@example.com')
  expect(box.body.mail).toHaveLength(1)
  const confirmToken = box.body.mail[0].code
  expect((await world.post('/v1/confirm-email', { confirmToken: 'x'.repeat(43) })).body.code).toBe('wrong_code')
  expect((await world.post('/v1/confirm-email', { confirmToken })).status).toBe(200)
  await world.clock.advance(61)
  await world.post('/api/forgotPassword', { email: 'wanjiku@example.com' })
  expect(world.mailbox.messages('wanjiku@example.com')).toHaveLength(2)
  expect(world.mailbox.messages('nobody@example.com')).toHaveLength(0)
})

test('the link in the mail can be checked without a password, sets a password once, and ends every session', async () => {
  const msisdn = '254712300005'
  const email = 'otieno@example.com'
  const user = await world.member(msisdn, { email })
  await world.post('/v1/confirm-email', { confirmToken: world.mailbox.messages(email).at(-1)?.code })
  await world.post('/api/forgotPassword', { email })
  const resetToken = world.mailbox.messages(email).at(-1)?.code
  for (let n = 0; n < 2; n++) expect((await world.post('/api/verifyPassword', { resetToken })).status).toBe(200)
  const weak = await world.post('/api/verifyPassword', { resetToken, password: '12345678' })
  expect(weak.body.code).toBe('weak_password')
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => world.post('/api/verifyPassword', { resetToken, password: newPassword })),
  )
  expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
  expect((await world.post('/v1/balance', {}, user['token'])).status).toBe(401)
  expect((await login(msisdn, newPassword)).status).toBe(200)
})

test('a link ends after half an hour, and with a newer link or another reset', async () => {
  const msisdn = '254712300006'
  const email = 'kamau@example.com'
  await world.member(msisdn, { email })
  await world.post('/v1/confirm-email', { confirmToken: world.mailbox.messages(email).at(-1)?.code })
  const ask = async () => {
    await world.clock.advance(61)
    await world.post('/api/forgotPassword', { email })
    return world.mailbox.messages(email).at(-1)?.code
  }
  const check = async (resetToken: string | undefined) =>
    (await world.post('/api/verifyPassword', { resetToken })).status
  const first = await ask()
  const second = await ask()
  expect([await check(first), await check(second)]).toEqual([422, 200])
  await world.clock.advance(1801)
  expect(await check(second)).toBe(422)
  const third = await ask()
  await reset(msisdn, await askReset(msisdn))
  expect(await check(third)).toBe(422)
  expect(await check('nonsense')).toBe(422)
})

test('an address is in use only after it was confirmed', async () => {
  const email = 'shared@example.com'
  await world.member('254712300007', { email })
  const first = world.mailbox.messages(email).at(-1)?.code
  await world.member('254712300008', { email })
  const second = world.mailbox.messages(email).at(-1)?.code
  expect((await world.post('/v1/confirm-email', { confirmToken: second })).status).toBe(200)
  expect((await world.post('/v1/confirm-email', { confirmToken: first })).body.code).toBe('wrong_code')
  const third = await world.post('/v1/signup', { ...adult, msisdn: '254712300009', email })
  expect([third.status, third.body.code]).toEqual([422, 'email_taken'])
})

test('of two accounts that confirm one address concurrently, the later gets an invalid link', async () => {
  const email = 'twice@example.com'
  const first = await world.member('254712300021', { email })
  await world.member('254712300022', { email })
  const confirmToken = world.mailbox.messages(email).at(-1)?.code
  const { later } = await transact(world.base.db, async (tx) => {
    await confirmEmail(tx, { id: BigInt(first['id'] ?? ''), email })
    const waiting = world.post('/v1/confirm-email', { confirmToken })
    await expect.poll(() => waitingForLocks(tx)).toBeGreaterThan(0)
    return { later: waiting }
  })
  const lateReply = await later
  expect([lateReply.status, lateReply.body.code]).toEqual([422, 'wrong_code'])
})

test("a stranger who signed up a number with another e-mail loses both to the number's owner", async () => {
  const msisdn = '254712300010'
  const email = 'stranger@example.com'
  await world.post('/v1/signup', { ...adult, msisdn, email })
  await world.post('/v1/confirm-email', { confirmToken: world.mailbox.messages(email).at(-1)?.code })
  expect((await reset(msisdn, await askReset(msisdn))).status).toBe(200)
  await world.post('/api/forgotPassword', { email })
  expect(world.mailbox.messages(email)).toHaveLength(1)
  expect((await login(msisdn, adult.password)).status).toBe(422)
})

test('logins with the old password during a reset leave no session', async () => {
  const msisdn = '254712300011'
  await world.member(msisdn)
  const code = await askReset(msisdn)
  const logins = Array.from({ length: 30 }, () => login(msisdn, adult.password))
  const changed = reset(msisdn, code)
  const tokens = (await Promise.all(logins))
    .filter((response) => response.status === 200)
    .map((response) => response.body.user.token)
  expect((await changed).status).toBe(200)
  for (const token of tokens) expect((await world.post('/v1/balance', {}, token)).status).toBe(401)
})

test('expired rows are removed, live ones stay', async () => {
  const user = await world.member('254712300012')
  await world.clock.advance(100 * 86_400)
  const fresh = await world.member('254712300013')
  await world.post('/v1/signup', { ...adult, msisdn: '254712300014' })
  await world.identity.sweep()
  expect(await world.identity.authenticate(user['token'] ?? '')).toBeUndefined()
  expect(await world.identity.authenticate(fresh['token'] ?? '')).toMatchObject({ verified: true })
  const verified = await world.post('/v1/verify', { msisdn: '254712300014', code: world.lastCode('254712300014') })
  expect(verified.status).toBe(200)
})
