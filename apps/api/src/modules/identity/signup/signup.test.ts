import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stopClock } from '#testing/stopped-clock'
import { openNetworkCodes } from '../messages/network-codes.ts'
import { adult, openWorld, type World } from '../testing/identity-world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('signing up, entering the code from the phone and logging in opens an account with a balance', async () => {
  const signedUp = await world.post('/v1/signup', { ...adult, msisdn: '0712 000 001', name: 'Achieng' })
  expect(signedUp.status).toBe(200)
  expect(signedUp.body.success).toEqual({ message: expect.any(String), id: expect.any(String) })
  const phone = await world.get('/sandbox/phone/0712000001')
  const { code, text } = phone.body.sms[0]
  expect(text).toContain(`Your Nare code is ${code}.`)
  const verified = await world.post('/v1/verify', { msisdn: '+254712000001', code })
  expect(verified.status).toBe(200)
  const login = await world.post('/v1/login', { msisdn: '254712000001', password: adult.password })
  expect(login.body.user).toEqual({
    id: verified.body.user.id,
    msisdn: '254712000001',
    name: 'Achieng',
    token: expect.stringMatching(/^[\w-]{43}$/),
    signing_key: expect.stringMatching(/^[\w-]{43}$/),
    balance: '0.00',
    bonus: '0.00',
    points: 0,
    currency: 'KES',
    verified: true,
  })
  expect(login.body.user.signing_key).not.toBe(verified.body.user.signing_key)
  const balance = await world.post('/v1/balance', undefined, login.body.user.token)
  expect(balance.body.user).toEqual({
    balance: '0.00',
    bonus: '0.00',
    returnable: '0.00',
    points: 0,
    currency: 'KES',
  })
})

test('a name contains no control, invisible or direction-changing characters', async () => {
  for (const name of ['two\nlines', '\u202eoga', 'no\u200bthing', '\u3164', '\u2800']) {
    const refused = await world.post('/v1/signup', { ...adult, msisdn: '0712000009', name })
    expect([name, refused.status, Object.keys(refused.body.fields)]).toEqual([name, 400, ['name']])
  }
})

test('every usual way to write a Kenyan number is the same account', async () => {
  await world.member('254112345678')
  for (const msisdn of ['+254112345678', '254112345678', '112345678', '0112-345-678', 112345678]) {
    expect((await world.post('/v1/signup', { ...adult, msisdn })).body.code).toBe('msisdn_taken')
  }
})

test('the accepted terms and the marketing source of the bettor are stored', async () => {
  await world.member('0712000003', { utm_source: 'radio', utm_campaign: 'derby', btag: 'b7' })
  const stored = await sql<Record<string, unknown>>`
    select terms_version, terms_accepted_at is not null as accepted, utm_source, utm_campaign, btag, password_hash
    from identity.bettor where msisdn = '254712000003'`.execute(world.base.db)
  expect(stored.rows[0]).toMatchObject({
    terms_version: '2026-01',
    accepted: true,
    utm_source: 'radio',
    utm_campaign: 'derby',
    btag: 'b7',
    password_hash: expect.stringMatching(/^\$argon2id\$/),
  })
})

test('each invalid field is named', async () => {
  const wrong = { msisdn: '0812', password: '', email: 'nobody', date_of_birth: '2001-02-30', terms: false }
  const answer = await world.post('/v1/signup', wrong)
  expect(answer.status).toBe(400)
  expect(answer.body.code).toBe('invalid_input')
  expect(Object.keys(answer.body.fields).sort()).toEqual(['date_of_birth', 'email', 'msisdn', 'password', 'terms'])
  expect(Object.values(answer.body.fields)).toEqual(
    Array.from({ length: 5 }, () => expect.stringMatching(/^(Please|This|Enter)/)),
  )
  const ancient = await world.post('/v1/signup', { ...adult, msisdn: '0712000004', date_of_birth: '1850-01-01' })
  expect(ancient.status).toBe(400)
  expect(Object.keys(ancient.body.fields)).toEqual(['date_of_birth'])
})

test('a person below eighteen cannot open an account, by the calendar of the country', async () => {
  await stopClock(world.base)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi' }).format(world.clock.date())
  const year = Number(today.slice(0, 4)) - 18
  const birthday = `${year}${today.slice(4) === '-02-29' ? '-02-28' : today.slice(4)}`
  const dayAfter = new Date(Date.parse(`${birthday}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  const young = await world.post('/v1/signup', { ...adult, msisdn: '0712000005', date_of_birth: dayAfter })
  expect([young.status, young.body.code]).toEqual([422, 'under_age'])
  const future = await world.post('/v1/signup', { ...adult, msisdn: '0712000005', date_of_birth: '2999-01-01' })
  expect(future.body.code).toBe('under_age')
  const grown = await world.post('/v1/signup', { ...adult, msisdn: '0712000005', date_of_birth: birthday })
  expect(grown.status).toBe(200)
})

test('passwords that are short, common, a sequence or the bettor’s number are refused', async () => {
  const weak = [
    'short-7',
    'password',
    'Password123',
    '12345678',
    '98765432',
    'aaaaaaaa',
    'abcabcabc',
    '0712000006',
    'kenya2026',
    '19900501',
  ]
  for (const password of weak) {
    const answer = await world.post('/v1/signup', { ...adult, msisdn: '0712000006', password })
    expect([password, answer.status, answer.body.code]).toEqual([password, 422, 'weak_password'])
  }
})

test('a hundred identical concurrent sign-ups run once, with one code and one ticket', async () => {
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => world.post('/v1/signup', { ...adult, msisdn: '0712000007' })),
  )
  expect(responses.filter((response) => response.status === 200)).toHaveLength(100)
  expect(new Set(responses.map((response) => response.body.success.id)).size).toBe(1)
  expect(world.phone.messages('254712000007')).toHaveLength(1)
  const accounts = await sql<{ n: bigint }>`
    select count(*) as n from ledger.account where owner = (select id from identity.bettor where msisdn = '254712000007')`.execute(
    world.base.db,
  )
  expect(accounts.rows[0]?.n).toBe(4n)
  const verified = await world.post('/v1/verify', { msisdn: '0712000007', code: world.lastCode('254712000007') })
  expect(verified.status).toBe(200)
})

test('a hundred different concurrent sign-ups open one account with the password of the verified ticket', async () => {
  const msisdn = '254712000009'
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, n) => world.post('/v1/signup', { ...adult, msisdn, password: `mango-tree-${n}` })),
  )
  expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 100 }, () => 200))
  const sent = world.phone.messages(msisdn)
  expect(sent).toHaveLength(10)
  const code = sent.at(-1)?.code
  const proofs: string[] = []
  for (const [n, one] of responses.entries()) {
    const { status } = await world.post('/v1/verify', { msisdn, code, id: one.body.success.id })
    if (status === 200) proofs.push(`mango-tree-${n}`)
  }
  expect(proofs).toHaveLength(1)
  expect((await world.post('/v1/login', { msisdn, password: proofs[0] })).body.user.verified).toBe(true)
})

test('an unverified sign-up is replaced after a day, with its password and sessions', async () => {
  const msisdn = '0712000008'
  await world.post('/v1/signup', { ...adult, msisdn, password: 'stranger-secret-1' })
  const stranger = await world.post('/v1/login', { msisdn, password: 'stranger-secret-1' })
  expect(stranger.body.user.verified).toBe(false)
  await world.clock.advance(25 * 3600)
  expect((await world.post('/v1/signup', { ...adult, msisdn })).status).toBe(200)
  expect((await world.post('/v1/balance', {}, stranger.body.user.token)).status).toBe(401)
  expect((await world.post('/v1/login', { msisdn, password: 'stranger-secret-1' })).body.code).toBe('wrong_credentials')
  const owner = await world.post('/v1/verify', { msisdn, code: world.lastCode('254712000008') })
  expect(owner.body.user.verified).toBe(true)
  await world.clock.advance(25 * 3600)
  expect((await world.post('/v1/signup', { ...adult, msisdn })).body.code).toBe('msisdn_taken')
})

test('the demo bettor can be opened repeatedly and logs in without a code', async () => {
  const demo = { msisdn: '254700000000', password: 'demo-password-1', name: 'Demo' }
  const [first, second] = await Promise.all([world.identity.openDemo(demo), world.identity.openDemo(demo)])
  expect(first).toBe(second)
  const login = await world.post('/v1/login', { msisdn: '0700000000', password: demo.password })
  expect(login.body.user).toMatchObject({ name: 'Demo', verified: true })
  expect(await world.identity.bettorByMsisdn('254700000000')).toBe(first)
  expect((await world.identity.bettorFacts([first, 999n])).get(first)).toEqual({
    msisdn: demo.msisdn,
    name: 'Demo',
    ...{ verified: true, nameShown: false },
    since: expect.any(Date),
  })
})

test('the last fifty numbers of an address decide whether enough of its codes are entered, each number once', async () => {
  const { areEntered } = openNetworkCodes(world.base.db)
  const network = '203.0.113.50'
  const record = (numbers: readonly string[]) =>
    sql`insert into identity.network_code (network, msisdn, sent_at)
      select ${network}, unnest(${[...numbers]}::text[]), '2000-01-01'`.execute(world.base.db)
  const numbers = (first: number, count: number) =>
    Array.from({ length: count }, (_, n) => `${254_712_100_000 + first + n}`)
  const entered = numbers(0, 15)
  await Promise.all(entered.map((msisdn) => world.member(msisdn)))
  await record(numbers(100, 36))
  await record(entered)
  expect(await areEntered(network)).toBe(true)
  await record([...numbers(200, 36), ...entered.slice(0, 14), ...Array.from({ length: 100 }, () => entered[0] ?? '')])
  expect(await areEntered(network)).toBe(false)
})
