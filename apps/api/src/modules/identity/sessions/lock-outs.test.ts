import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config'
import { stopClock } from '#testing/stopped-clock'
import { adult, openWorld, type Browser, type World } from '../testing/identity-world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const password = adult.password
const login = (browser: Browser, msisdn: string, more: object = {}) =>
  browser.post('/v1/login', { msisdn, password, ...more })
/** One of ten thousand addresses. */
const address = (n: number): string => `10.0.${Math.floor(n / 250)}.${1 + (n % 250)}`

async function ownerOf(msisdn: string): Promise<Browser> {
  const browser = world.browser('41.90.0.1')
  await browser.post('/v1/signup', { ...adult, msisdn })
  const verified = await browser.post('/v1/verify', { msisdn, code: world.lastCode(msisdn) })
  expect(verified.status).toBe(200)
  return browser
}

/** Guesses from many addresses, three each, until this many passwords were checked. */
async function guess(msisdn: string, count: number, from = 0): Promise<void> {
  for (let n = 0; n < count; n++) {
    const tried = await login(world.browser(address(from + Math.floor(n / 3))), msisdn, { password: `wrong-one-${n}` })
    expect([n, tried.body.code]).toEqual([n, 'wrong_credentials'])
  }
}

test('twenty-two wrong logins of a stranger lock the owner out of no recognised device, whatever its address', async () => {
  const msisdn = '254712600001'
  const owner = await ownerOf(msisdn)
  const stranger = world.browser('41.90.0.1')
  for (let n = 0; n < 22; n++) {
    await login(stranger, msisdn, { password: 'wrong-one' })
    await world.clock.advance(901)
  }
  await login(stranger, msisdn, { password: 'wrong-one' })
  expect((await login(stranger, msisdn)).body.code).toBe('too_many_requests')
  expect((await login(world.browser('41.90.0.1'), msisdn)).body.code).toBe('too_many_requests')
  expect((await login(owner, msisdn)).status).toBe(200)
  expect((await login(world.browser('41.90.0.2'), msisdn)).status).toBe(200)
})

test('the owner’s own wrong passwords delay only the device that sent them', async () => {
  await stopClock(world.base)
  const msisdn = '254712600002'
  const owner = await ownerOf(msisdn)
  for (let n = 0; n < 4; n++) await login(owner, msisdn, { password: 'wrong-one' })
  expect((await login(owner, msisdn)).body.code).toBe('too_many_requests')
  expect((await login(world.browser('41.90.0.9'), msisdn)).status).toBe(200)
})

test('a device is recognised for the bettor who logged in there: not for another, and not by an invented cookie', async () => {
  await stopClock(world.base)
  const [msisdn, other] = ['254712600003', '254712600004']
  await ownerOf(msisdn)
  const neighbour = await ownerOf(other)
  const invented = world.browser('41.90.0.1')
  invented.cookies.set('nare_device', 'x'.repeat(43))
  for (const browser of [neighbour, invented]) {
    for (let n = 0; n < 2; n++) await login(browser, msisdn, { password: 'wrong-one' })
  }
  expect((await login(world.browser('41.90.0.1'), msisdn)).body.code).toBe('too_many_requests')
})

test('a device cookie is inaccessible to scripts and other sites, is kept at the next login and is replaced after a week', async () => {
  const [msisdn, other] = ['254712600005', '254712600006']
  await ownerOf(other)
  const owner = await ownerOf(msisdn)
  const first = owner.cookies.get('nare_device')
  expect(first).toMatch(/^[\w-]{43}$/)
  const again = await login(owner, msisdn)
  expect(again.headers['set-cookie']).toMatch(
    /^nare_device=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  )
  expect(owner.cookies.get('nare_device')).toBe(first)
  expect((await login(owner, other)).status).toBe(200)
  await world.clock.advance(8 * 86_400)
  expect((await login(owner, msisdn)).status).toBe(200)
  expect(owner.cookies.get('nare_device')).not.toBe(first)
  for (let n = 0; n < 4; n++) await login(world.browser('41.90.0.1'), other, { password: 'wrong-one' })
  expect((await login(owner, other)).status).toBe(200)
  const stored = sql`select from identity.device where encode(token_hash, 'escape') like ${`%${first}%`}`
  expect((await stored.execute(world.base.db)).rows).toHaveLength(0)
})

test('a bettor has at most twenty recognised devices, and a new password removes them all', async () => {
  await stopClock(world.base)
  const msisdn = '254712600007'
  const owner = await ownerOf(msisdn)
  const count = async () =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from identity.device d join identity.bettor b on b.id = d.bettor where msisdn = ${msisdn}`.execute(
        world.base.db,
      )
    ).rows[0]?.n
  for (let n = 0; n < 25; n++) await login(world.browser(address(n)), msisdn)
  expect(await count()).toBe(20)
  const elsewhere = world.browser('41.90.0.7')
  await elsewhere.post('/v1/code?page=resetPass', { msisdn })
  const set = { msisdn, code: world.lastCode(msisdn), password: 'banana-river-42', confirm_password: 'banana-river-42' }
  expect((await elsewhere.post('/v1/reset-password', set)).status).toBe(200)
  expect(await count()).toBe(1)
  for (let n = 0; n < 4; n++) await login(world.browser('41.90.0.1'), msisdn)
  const renewed = { password: 'banana-river-42' }
  expect((await login(owner, msisdn, renewed)).body.code).toBe('too_many_requests')
  expect((await login(elsewhere, msisdn, renewed)).status).toBe(200)
})

test('a stranger who signed up a number has no recognised device for its owner', async () => {
  const msisdn = '254712600008'
  const stranger = world.browser('41.90.0.3')
  await stranger.post('/v1/signup', { ...adult, msisdn })
  expect((await login(stranger, msisdn)).body.user.verified).toBe(false)
  expect(stranger.cookies.size).toBe(0)
})

test('above a hundred wrong passwords an hour a right one also needs a code on an unrecognised device', async () => {
  const msisdn = '254712600010'
  const owner = await ownerOf(msisdn)
  await guess(msisdn, 100)
  const sent = world.phone.messages(msisdn).length
  const newDevice = world.browser('41.90.0.4')
  const wrong = await login(world.browser('41.90.0.5'), msisdn, { password: 'wrong-one' })
  const right = await login(newDevice, msisdn)
  expect([right.status, right.body.code]).toEqual([422, 'code_required'])
  expect({ ...wrong.body, ref: '' }).toEqual({ ...right.body, ref: '' })
  expect(world.phone.messages(msisdn)).toHaveLength(sent + 1)
  const { code, text } = world.phone.messages(msisdn).at(-1) ?? {}
  expect(text).toContain('completes a login with your password')
  const other = code === '111111' ? '222222' : '111111'
  const wrongCode = await login(newDevice, msisdn, { code: other })
  expect([wrongCode.status, wrongCode.body.code]).toEqual([422, 'wrong_credentials'])
  expect((await login(newDevice, msisdn, { code })).status).toBe(200)
  expect((await login(owner, msisdn)).status).toBe(200)
  expect((await login(newDevice, msisdn)).status).toBe(200)
  await world.clock.advance(3601)
  expect((await login(world.browser('41.90.0.6'), msisdn)).status).toBe(200)
})

test('a wrong password neither sends a code nor uses up its tries, and a code opens one session', async () => {
  const msisdn = '254712600011'
  await ownerOf(msisdn)
  await guess(msisdn, 100, 100)
  const sent = world.phone.messages(msisdn).length
  for (let n = 0; n < 30; n++) await login(world.browser(address(200 + n)), msisdn, { password: 'wrong-one' })
  expect(world.phone.messages(msisdn)).toHaveLength(sent)
  const newDevice = world.browser('41.90.0.4')
  await login(newDevice, msisdn)
  const code = world.lastCode(msisdn)
  for (let n = 0; n < 30; n++)
    await login(world.browser(address(240 + n)), msisdn, { password: 'wrong-one', code: String(100_000 + n) })
  const responses = await Promise.all(Array.from({ length: 5 }, () => login(newDevice, msisdn, { code })))
  expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
})

test('a wrong password stores as many codes as a right one, so that response times are equal', async () => {
  const msisdn = '254712600099'
  await ownerOf(msisdn)
  await guess(msisdn, 100, 3000)
  const stored = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from identity.code where purpose = 'login'`.execute(world.base.db)
    return rows[0]?.count ?? 0
  }
  const counts = [await stored()]
  for (const password of ['wrong-one', adult.password]) {
    await login(world.browser('41.90.0.4'), msisdn, { password })
    counts.push(await stored())
  }
  const [before = 0] = counts
  expect(counts).toEqual([before, before + 1, before + 2])
})

test('a number without an account requires a code after as many wrong passwords, and gets none', async () => {
  const msisdn = '254798600012'
  await guess(msisdn, 100, 300)
  expect((await login(world.browser('41.90.0.4'), msisdn)).body.code).toBe('code_required')
  const typed = await login(world.browser('41.90.0.4'), msisdn, { code: '123456' })
  expect([typed.status, typed.body.code]).toEqual([422, 'wrong_credentials'])
  expect(world.phone.messages(msisdn)).toHaveLength(0)
})

test('right passwords from new devices use up none of the hundred guesses', async () => {
  const msisdn = '254712600013'
  const few = { ...readConfig({ LOGIN_FAILURES_HOUR: '3' }).identity }
  const strict = await openWorld({ config: { argon2MemoryKib: 1024, identity: few } })
  await strict.member(msisdn)
  for (let n = 0; n < 6; n++) expect((await login(strict.browser(address(n)), msisdn)).status).toBe(200)
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => login(strict.browser(address(n)), msisdn, { password: 'wrong-one' })),
  )
  expect(guesses.filter((guess) => guess.body.code === 'wrong_credentials')).toHaveLength(3)
  expect(guesses.filter((guess) => guess.body.code === 'code_required')).toHaveLength(37)
  await strict.close()
})

test('ten codes requested by a stranger do not block a recognised device’s codes, and the stranger’s are limited', async () => {
  const msisdn = '254712600014'
  const owner = await ownerOf(msisdn)
  let refusals = 0
  for (let n = 0; n < 24; n++) {
    const response = await world.browser(address(n)).post('/v1/code?page=resetPass', { msisdn })
    if (response.body.code === 'too_many_requests') refusals++
    await world.clock.advance(61)
  }
  const sent = world.phone.messages(msisdn).length
  expect(sent).toBeLessThanOrEqual(10)
  expect(refusals).toBe(24 - (sent - 1))
  const response = await owner.post('/v1/code?page=resetPass', { msisdn })
  expect(response.status).toBe(200)
  expect(world.phone.messages(msisdn)).toHaveLength(sent + 1)
  const set = { msisdn, code: world.lastCode(msisdn), password: 'banana-river-42', confirm_password: 'banana-river-42' }
  expect((await owner.post('/v1/reset-password', set)).status).toBe(200)
})

test('on a new device a code arrives within the hour, however many a stranger requests all day', async () => {
  const msisdn = '254712600015'
  await ownerOf(msisdn)
  const perHour: number[] = []
  for (let hour = 0; hour < 8; hour++) {
    const before = world.phone.messages(msisdn).length
    for (let n = 0; n < 20; n++) {
      await world.browser(address(n)).post('/v1/code?page=resetPass', { msisdn })
      await world.clock.advance(181)
    }
    perHour.push(world.phone.messages(msisdn).length - before)
  }
  expect(Math.min(...perHour)).toBeGreaterThanOrEqual(1)
  expect(perHour.slice(3).every((sent) => sent <= 2)).toBe(true)
})

test('wrong codes of strangers use up no try of a recognised device or of a request with the id of the code', async () => {
  const msisdn = '254712600016'
  const owner = await ownerOf(msisdn)
  const set = { msisdn, password: 'banana-river-42', confirm_password: 'banana-river-42' }
  const guessCodes = async (code: string) => {
    for (let n = 0; n < 10; n++)
      await world
        .browser(address(n))
        .post('/v1/reset-password', { ...set, id: 'net 41.90.0.6', code: code === '111111' ? '222222' : '111111' })
  }
  await owner.post('/v1/code?page=resetPass', { msisdn })
  const code = world.lastCode(msisdn)
  await guessCodes(code)
  expect((await world.browser('41.90.0.5').post('/v1/reset-password', { ...set, code })).body.code).toBe('wrong_code')
  expect((await owner.post('/v1/reset-password', { ...set, code })).status).toBe(200)

  await world.clock.advance(61)
  const newDevice = world.browser('41.90.0.6')
  const { id } = (await newDevice.post('/v1/code?page=resetPass', { msisdn })).body.success
  const second = world.lastCode(msisdn)
  await guessCodes(second)
  expect((await newDevice.post('/v1/reset-password', { ...set, code: second })).body.code).toBe('wrong_code')
  expect((await newDevice.post('/v1/reset-password', { ...set, code: second, id })).status).toBe(200)
})

test('a message that was not sent uses up no quota', async () => {
  const msisdn = '254712600017'
  await ownerOf(msisdn)
  for (let n = 0; n < 12; n++) {
    await world.post('/sandbox/faults', { service: 'sms', error: true })
    const ask = () => world.post('/v1/code?page=resetPass', { msisdn })
    await expect.poll(async () => (await ask()).status).toBe(200)
  }
  await world.clock.advance(61)
  expect((await world.post('/v1/code?page=resetPass', { msisdn })).body).toMatchObject({ success: {} })
})

test('mail links requested by a stranger do not block a recognised device’s links', async () => {
  const msisdn = '254712600018'
  const email = 'mwangi@example.com'
  const owner = world.browser('41.90.0.1')
  await owner.post('/v1/signup', { ...adult, msisdn, email })
  await owner.post('/v1/verify', { msisdn, code: world.lastCode(msisdn) })
  await owner.post('/v1/confirm-email', { confirmToken: world.mailbox.messages(email).at(-1)?.code })
  for (let n = 0; n < 15; n++) {
    await world.browser(address(n)).post('/api/forgotPassword', { email })
    await world.clock.advance(61)
  }
  const before = world.mailbox.messages(email).length
  expect(before).toBeLessThanOrEqual(10)
  expect((await world.browser('41.90.0.8').post('/api/forgotPassword', { email })).status).toBe(429)
  expect((await owner.post('/api/forgotPassword', { email })).status).toBe(200)
  expect(world.mailbox.messages(email)).toHaveLength(before + 1)
})
