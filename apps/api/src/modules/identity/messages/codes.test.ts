import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trySolutions } from '@nare/fair/puzzle'
import { readConfig } from '#config'
import { adult, openWorld, type Answered, type World } from '../testing/identity-world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const signup = (msisdn: string) => world.post('/v1/signup', { ...adult, msisdn })
const verify = (msisdn: string, code: string) => world.post('/v1/verify', { msisdn, code })
const other = (code: string) => (code === '111111' ? '222222' : '111111')

test('a wrong code is refused and the right one still works, once', async () => {
  await signup('254712100001')
  const code = world.lastCode('254712100001')
  const wrong = await verify('254712100001', other(code))
  expect([wrong.status, wrong.body.code]).toEqual([422, 'wrong_code'])
  expect((await verify('254712100001', code)).status).toBe(200)
  expect((await verify('254712100001', code)).body.code).toBe('wrong_code')
})

test('a code expires after five minutes', async () => {
  await signup('254712100002')
  await world.clock.advance(5 * 60 + 1)
  expect((await verify('254712100002', world.lastCode('254712100002'))).body.code).toBe('wrong_code')
})

test('after five wrong tries the right code is refused too', async () => {
  await signup('254712100003')
  const code = world.lastCode('254712100003')
  for (let tries = 0; tries < 5; tries++) await verify('254712100003', other(code))
  expect((await verify('254712100003', code)).body.code).toBe('wrong_code')
})

test('a hundred concurrent guesses have five tries together', async () => {
  await signup('254712100004')
  const code = world.lastCode('254712100004')
  const guesses = await Promise.all(Array.from({ length: 100 }, () => verify('254712100004', other(code))))
  expect(guesses.every((guess) => guess.body.code === 'wrong_code')).toBe(true)
  const stored = await sql<{ tries: number }>`select tries from identity.code where msisdn = '254712100004'`.execute(
    world.base.db,
  )
  expect(stored.rows).toEqual([{ tries: 5 }])
  expect((await verify('254712100004', code)).body.code).toBe('wrong_code')
})

test('the right code sent fifty times concurrently verifies once', async () => {
  await signup('254712100005')
  const code = world.lastCode('254712100005')
  const responses = await Promise.all(Array.from({ length: 50 }, () => verify('254712100005', code)))
  expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
})

test('a new code is sent at least a minute after the earlier one, which stays valid, and one success ends both', async () => {
  await signup('254712100006')
  const first = world.lastCode('254712100006')
  const early = await world.post('/v1/code?page=verify', { msisdn: '0712100006' })
  expect(early.status).toBe(429)
  expect(early.body).toMatchObject({ code: 'too_many_requests', retry_after_s: expect.any(Number) })
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(0)
  await world.clock.advance(61)
  expect((await world.post('/v1/code?page=verify', { msisdn: '0712100006' })).status).toBe(200)
  const second = world.lastCode('254712100006')
  expect(world.phone.messages('254712100006')).toHaveLength(2)
  expect((await verify('254712100006', first)).status).toBe(200)
  expect((await verify('254712100006', second)).body.code).toBe('wrong_code')
})

/** Signs up and requests further codes a minute apart; the codes in their order. */
async function codesOf(msisdn: string, count: number): Promise<string[]> {
  await signup(msisdn)
  const codes = [world.lastCode(msisdn)]
  while (codes.length < count) {
    await world.clock.advance(61)
    await world.post('/v1/code?page=verify', { msisdn })
    codes.push(world.lastCode(msisdn))
  }
  return codes
}

test('the last three codes are valid and the one before them is not', async () => {
  const [gone = '', third = ''] = await codesOf('254712100020', 4)
  expect((await verify('254712100020', gone)).body.code).toBe('wrong_code')
  expect((await verify('254712100020', third)).status).toBe(200)
})

test('an earlier code expires five minutes after it was sent', async () => {
  const [first = '', second = ''] = await codesOf('254712100021', 2)
  await world.clock.advance(4 * 60)
  expect((await verify('254712100021', first)).body.code).toBe('wrong_code')
  expect((await verify('254712100021', second)).status).toBe(200)
})

test('the codes share five tries, and where these are used up a new code has its own and ends the earlier ones', async () => {
  const msisdn = '254712100022'
  const wrong = async (times: number) => {
    for (let n = 0; n < times; n++) await verify(msisdn, '000000')
  }
  await signup(msisdn)
  const first = world.lastCode(msisdn)
  await wrong(3)
  await world.clock.advance(61)
  await world.post('/v1/code?page=verify', { msisdn })
  const second = world.lastCode(msisdn)
  await wrong(2)
  for (const code of [first, second]) expect((await verify(msisdn, code)).body.code).toBe('wrong_code')
  await world.clock.advance(61)
  await world.post('/v1/code?page=verify', { msisdn })
  expect((await verify(msisdn, second)).body.code).toBe('wrong_code')
  expect((await verify(msisdn, world.lastCode(msisdn))).status).toBe(200)
})

test('a code is read with the spaces and other signs with which it was pasted', async () => {
  await signup('254712100023')
  const code = world.lastCode('254712100023')
  const pasted = ` ${code.slice(0, 3)}\u00a0${code.slice(3)}\u200e`
  expect((await verify('254712100023', pasted)).status).toBe(200)
  expect((await verify('254712100023', '12345')).body.fields).toEqual({ code: 'Enter the six digits of the code' })
})

test('a code for one purpose is invalid for another', async () => {
  await signup('254712100007')
  const code = world.lastCode('254712100007')
  const reset = { msisdn: '254712100007', code, password: 'another-tree-9', confirm_password: 'another-tree-9' }
  expect((await world.post('/v1/reset-password', reset)).body.code).toBe('wrong_code')
})

test('a number without an account gets the same responses and no message', async () => {
  await world.member('254712100008')
  for (const page of ['resetPass', 'verify']) {
    await world.clock.advance(61)
    const registered = await world.post(`/v1/code?page=${page}`, { msisdn: '254712100008' })
    const unknown = await world.post(`/v1/code?page=${page}`, { msisdn: '254799999999' })
    expect(unknown.status).toBe(registered.status)
    expect({ ...unknown.body.success, id: '' }).toEqual({ ...registered.body.success, id: '' })
    expect(unknown.body.success.id).toHaveLength(registered.body.success.id.length)
    const again = await Promise.all(
      ['254712100008', '254799999999'].map((msisdn) => world.post(`/v1/code?page=${page}`, { msisdn })),
    )
    expect(again.map((response) => [response.status, response.body.code])).toEqual([
      [429, 'too_many_requests'],
      [429, 'too_many_requests'],
    ])
  }
  expect(world.phone.messages('254799999999')).toHaveLength(0)
  expect((await verify('254799999999', '123456')).body.code).toBe('wrong_code')
})

test('a verified number is never sent a code that would log in without the password', async () => {
  await world.member('254712100009')
  await world.clock.advance(61)
  await world.post('/v1/code?page=verify', { msisdn: '254712100009' })
  expect(world.phone.messages('254712100009')).toHaveLength(1)
})

test('one number gets ten messages an hour', async () => {
  await signup('254712100010')
  const statuses: number[] = []
  for (let requests = 0; requests < 11; requests++) {
    await world.clock.advance(61)
    statuses.push((await world.post('/v1/code?page=verify', { msisdn: '254712100010' })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429, 429])
  expect(world.phone.messages('254712100010')).toHaveLength(10)
})

test('only the hash of a code is stored', async () => {
  await signup('254712100011')
  const stored = await sql<{ salt: Buffer; hash: Buffer }>`
    select salt, hash from identity.code where msisdn = '254712100011'`.execute(world.base.db)
  expect(stored.rows[0]?.hash).toHaveLength(32)
  expect(stored.rows[0]?.salt).toHaveLength(16)
})

test('a lost message is not sent again, a repeated one arrives twice, and a failed one can be requested again immediately', async () => {
  await world.post('/sandbox/faults', { service: 'sms', drop: true })
  await signup('254712100012')
  expect(world.phone.messages('254712100012')).toHaveLength(0)
  expect((await world.post('/v1/code?page=verify', { msisdn: '254712100012' })).status).toBe(429)
  await world.post('/sandbox/faults', { service: 'sms', duplicate: true })
  await signup('254712100013')
  const phone = await world.get('/sandbox/phone/254712100013')
  expect(phone.body.sms).toHaveLength(2)
  expect((await verify('254712100013', phone.body.sms[1].code)).status).toBe(200)
  await world.post('/sandbox/faults', { service: 'sms', error: true })
  expect((await signup('254712100014')).status).toBe(200)
  await expect.poll(async () => (await world.post('/v1/code?page=verify', { msisdn: '254712100014' })).status).toBe(200)
  expect(world.phone.messages('254712100014')).toHaveLength(1)
})

test('a slow SMS provider does not delay the response', async () => {
  let deliver = () => {}
  const slow = await openWorld({
    sms: { send: () => new Promise((answer) => (deliver = () => answer('sent'))) },
  })
  expect((await slow.post('/v1/signup', { ...adult, msisdn: '254712100015' })).status).toBe(200)
  deliver()
  await slow.close()
})

/** The proof of a puzzle in an answer. */
function solve(answer: Answered): string {
  const { puzzle } = answer.body.success
  return `${puzzle.challenge}.${trySolutions(puzzle, { from: 0, count: 50_000_000 })}`
}

/** Identity with limits by address: four messages an hour, and ten codes to new numbers. */
const limitedWorld = () => {
  const { identity } = readConfig({ MESSAGES_ADDRESS_HOUR: '4', CODES_ADDRESS_HOUR: '10' })
  return openWorld({ limitsByAddress: true, config: { argon2MemoryKib: 1024, identity } })
}

test('sign-ups block nobody behind their address: further codes follow a proof of work', async () => {
  const limited = await limitedWorld()
  const signup = (n: number) => limited.post('/v1/signup', { ...adult, msisdn: `2547130001${10 + n}` })
  const codeOf = (n: number) => limited.lastCode(`2547130001${10 + n}`)
  for (let n = 0; n < 4; n++) expect((await signup(n)).body.success).not.toHaveProperty('puzzle')
  const signedUp = await signup(4)
  expect([signedUp.status, codeOf(4)]).toEqual([200, 'none'])
  const { message, id, puzzle } = signedUp.body.success
  expect([message, puzzle.bits]).toEqual(['We have sent a code to your phone', 17])
  const request = { msisdn: '254713000114', id }
  const code = (proof?: string) => limited.post('/v1/code?page=verify', { ...request, proof })
  const { challenge } = puzzle
  const proof = solve(signedUp)
  const easier = proof.replace(/^17/, '01')
  for (const wrong of [undefined, 'nonsense', `${challenge}.1`, easier]) {
    const again = await code(wrong)
    expect([again.status, again.body.success.id, codeOf(4)]).toEqual([200, id, 'none'])
    expect(again.body.success).toHaveProperty('puzzle')
  }
  // The proof is for this number only, and for one code.
  const stranger = { msisdn: '254713000115', proof }
  expect((await limited.post('/v1/code?page=verify', stranger)).body.success).toHaveProperty('puzzle')
  const proven = await code(proof)
  expect(proven.body.success).toEqual({ message: expect.any(String), id })
  expect((await limited.post('/v1/verify', { ...request, code: codeOf(4) })).status).toBe(200)
  await signup(6)
  await limited.clock.advance(61)
  await limited.post('/v1/code?page=verify', { msisdn: '254713000116', proof })
  expect(codeOf(6)).toBe('none')
  await limited.close()
})

test('a used or late proof sends no further code', async () => {
  const limited = await limitedWorld()
  const reset = (n: number, proof?: string) =>
    limited.post('/v1/code?page=resetPass', { msisdn: `2547130002${10 + n}`, proof })
  for (let n = 0; n < 4; n++) expect((await reset(n)).body.success).not.toHaveProperty('puzzle')
  const proof = solve(await reset(4))
  expect((await reset(4, proof)).body.success).not.toHaveProperty('puzzle')
  await limited.clock.advance(61)
  expect((await reset(4, proof)).body.code).toBe('too_many_requests')
  const late = solve(await reset(5))
  await limited.clock.advance(601)
  expect((await reset(5, late)).body.success).toHaveProperty('puzzle')
  // Another address has its own quota, and a link to a mail address follows a proof too.
  expect(
    (await limited.browser('198.51.100.9').post('/v1/code?page=resetPass', { msisdn: '254713000230' })).body.success,
  ).not.toHaveProperty('puzzle')
  const forgot = (more: object) => limited.post('/api/forgotPassword', { email: 'someone@example.com', ...more })
  const asked = await forgot({})
  expect(asked.body.success).toHaveProperty('puzzle')
  expect((await forgot({ proof: solve(asked) })).body.success).not.toHaveProperty('puzzle')
  await limited.close()
})

test('while codes are entered, an address has many more of them, and resets do not use them up', async () => {
  const limited = await limitedWorld()
  const member = async (n: number) => {
    const msisdn = `2547130003${10 + n}`
    const signedUp = await limited.post('/v1/signup', { ...adult, msisdn })
    // Every third code is entered.
    if (n % 3 === 0) await limited.post('/v1/verify', { msisdn, code: limited.lastCode(msisdn) })
    return 'puzzle' in signedUp.body.success
  }
  for (let n = 0; n < 4; n++) await limited.post('/v1/code?page=resetPass', { msisdn: `2547130004${10 + n}` })
  const puzzled: boolean[] = []
  for (let n = 0; n < 12; n++) puzzled.push(await member(n))
  expect(puzzled).toEqual([...Array<boolean>(10).fill(false), true, true])
  await limited.clock.advance(3601)
  expect(await member(13)).toBe(false)
  await limited.close()
})
