import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adult, openWorld, type World } from '../testing/identity-world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const people = {
  stranger: {
    password: 'stranger-secret-1',
    name: 'Stranger',
    email: 'stranger@example.com',
    date_of_birth: '1980-01-01',
  },
  second: { password: 'stranger-secret-2', name: 'Second', email: 'second@example.com', date_of_birth: '1985-02-02' },
  owner: { password: 'owner-secret-77', name: 'Owner', email: 'owner@example.com', date_of_birth: '1990-03-03' },
} as const
type Person = keyof typeof people
const newPassword = 'banana-river-42'

type Case = {
  readonly signups: readonly Person[]
  /** The action of the phone owner: enters the code with or without the ticket, or sets a new password. */
  readonly does: 'verify with ticket' | 'verify' | 'reset'
  /** The person whose password opens the account afterwards; 'new' is the password of a reset, which a verification may require. */
  readonly opens: Person | 'new'
  readonly name: string
  readonly email: string | null
  readonly born: string
}

const owner = { name: 'Owner', email: 'owner@example.com', born: '1990-03-03' }
const blank = { name: '', email: null, born: '1990-03-03' }
const cases: readonly Case[] = [
  { signups: ['owner'], does: 'verify with ticket', opens: 'owner', ...owner },
  { signups: ['owner'], does: 'verify', opens: 'owner', ...owner },
  { signups: ['owner'], does: 'reset', opens: 'new', ...owner, email: null },
  { signups: ['stranger', 'owner'], does: 'verify with ticket', opens: 'owner', ...owner },
  { signups: ['stranger', 'owner'], does: 'verify', opens: 'new', ...blank },
  { signups: ['stranger', 'owner'], does: 'reset', opens: 'new', ...blank },
  { signups: ['owner', 'stranger'], does: 'verify with ticket', opens: 'owner', ...owner },
  { signups: ['owner', 'stranger'], does: 'verify', opens: 'new', ...blank },
  { signups: ['owner', 'stranger'], does: 'reset', opens: 'new', ...blank },
  { signups: ['stranger', 'second', 'owner'], does: 'verify with ticket', opens: 'owner', ...owner },
  { signups: ['stranger', 'owner', 'second'], does: 'verify', opens: 'new', ...blank },
  { signups: ['stranger', 'second'], does: 'verify', opens: 'new', ...blank, born: '1985-02-02' },
  {
    signups: ['stranger'],
    does: 'verify',
    opens: 'stranger',
    name: 'Stranger',
    email: 'stranger@example.com',
    born: '1980-01-01',
  },
  { signups: ['stranger'], does: 'reset', opens: 'new', name: 'Stranger', email: null, born: '1980-01-01' },
]

const login = (msisdn: string, password: string) => world.post('/v1/login', { msisdn, password })

async function setNewPassword(msisdn: string) {
  const response = await world.post('/v1/code?page=resetPass', { msisdn })
  expect(response.status).toBe(200)
  const proof = { code: world.lastCode(msisdn), password: newPassword, confirm_password: newPassword }
  expect((await world.post('/v1/reset-password', { msisdn, ...proof })).status).toBe(200)
}

test.each(cases.map((one, n) => ({ ...one, msisdn: `2547124000${(10 + n).toString()}` })))(
  'signed up by $signups, then $does: the password of $opens opens the account and nothing older does',
  async ({ msisdn, signups, does, opens, name, email, born }) => {
    const tickets = new Map<Person, string>()
    const codes = new Map<Person, string>()
    const earlier: string[] = []
    for (const person of signups) {
      const signedUp = await world.post('/v1/signup', { ...adult, ...people[person], msisdn })
      expect(signedUp.status).toBe(200)
      tickets.set(person, signedUp.body.success.id)
      codes.set(person, world.lastCode(msisdn))
      const early = await login(msisdn, people[person].password)
      if (early.status === 200) earlier.push(early.body.user.token)
    }
    expect(earlier.length).toBeGreaterThan(0)
    const links = ['stranger', 'second'].flatMap(
      (person) => world.mailbox.messages(`${person}@example.com`).at(-1)?.code ?? [],
    )

    if (does === 'reset') await setNewPassword(msisdn)
    else {
      const id = does === 'verify' ? undefined : tickets.get('owner')
      const code = codes.get(does === 'verify' ? (signups[0] ?? 'owner') : 'owner')
      const verified = await world.post('/v1/verify', { msisdn, code, id })
      if (opens === 'new') {
        expect([verified.status, verified.body.code]).toEqual([422, 'reset_required'])
        for (const person of signups) expect((await login(msisdn, people[person].password)).status).toBe(422)
        await setNewPassword(msisdn)
      } else expect(verified.body.user).toMatchObject({ msisdn, name, verified: true })
    }

    for (const token of earlier) expect((await world.post('/v1/balance', {}, token)).status).toBe(401)
    const right = opens === 'new' ? newPassword : people[opens].password
    for (const person of signups) {
      const tried = await login(msisdn, people[person].password)
      expect([person, tried.status]).toEqual([person, people[person].password === right ? 200 : 422])
    }
    await world.clock.advance(61)
    expect((await login(msisdn, right)).body.user).toMatchObject({ name, verified: true })
    const stored = await sql`
      select email, date_of_birth::text as born from identity.bettor where msisdn = ${msisdn}`.execute(world.base.db)
    expect(stored.rows).toEqual([{ email, born }])
    if (opens !== 'stranger')
      for (const confirmToken of links)
        expect((await world.post('/v1/confirm-email', { confirmToken })).status).toBe(422)
    expect((await world.post('/v1/signup', { ...adult, ...people.second, email: undefined, msisdn })).body.code).toBe(
      'msisdn_taken',
    )
    const left = sql`select from identity.signup s join identity.bettor b on b.id = s.bettor where msisdn = ${msisdn}`
    expect((await left.execute(world.base.db)).rows).toHaveLength(0)
  },
)

test('a ticket accepts the code of its own sign-up only, and a ticket of another number none', async () => {
  const msisdn = '254712400101'
  const mine = await world.post('/v1/signup', { ...adult, msisdn })
  const myCode = world.lastCode(msisdn)
  const other = await world.post('/v1/signup', { ...adult, ...people.stranger, msisdn })
  const otherCode = world.lastCode(msisdn)
  const foreign = await world.post('/v1/signup', { ...adult, msisdn: '254712400102' })
  const verify = (code: string, id: string) => world.post('/v1/verify', { msisdn, code, id })
  expect((await verify(otherCode, mine.body.success.id)).body.code).toBe('wrong_code')
  expect((await verify(myCode, other.body.success.id)).body.code).toBe('wrong_code')
  expect((await verify(myCode, foreign.body.success.id)).body.code).toBe('wrong_code')
  expect((await verify(myCode, 'nonsense')).body.code).toBe('wrong_code')
  expect((await verify(myCode, mine.body.success.id.toUpperCase())).status).toBe(200)
  expect((await verify(otherCode, other.body.success.id)).body.code).toBe('wrong_code')
})

test('a code requested again with the ticket belongs to that sign-up, and one requested without it to no password', async () => {
  const msisdn = '254712400103'
  const mine = (await world.post('/v1/signup', { ...adult, msisdn })).body.success.id
  await world.post('/v1/signup', { ...adult, ...people.stranger, msisdn })
  await world.clock.advance(61)
  expect((await world.post('/v1/code?page=verify', { msisdn, id: mine })).body.success.id).toBe(mine)
  const verified = await world.post('/v1/verify', { msisdn, code: world.lastCode(msisdn), id: mine })
  expect(verified.status).toBe(200)

  const other = '254712400104'
  await world.post('/v1/signup', { ...adult, msisdn: other })
  await world.post('/v1/signup', { ...adult, ...people.stranger, msisdn: other })
  await world.clock.advance(61)
  await world.post('/v1/code?page=verify', { msisdn: other })
  const bare = await world.post('/v1/verify', { msisdn: other, code: world.lastCode(other) })
  expect(bare.body.code).toBe('reset_required')
})

test('wrong codes of strangers use up no try of a request with the ticket', async () => {
  const msisdn = '254712400105'
  const { id } = (await world.post('/v1/signup', { ...adult, msisdn })).body.success
  const code = world.lastCode(msisdn)
  const wrong = code === '111111' ? '222222' : '111111'
  await Promise.all(Array.from({ length: 50 }, () => world.post('/v1/verify', { msisdn, code: wrong })))
  expect((await world.post('/v1/verify', { msisdn, code })).body.code).toBe('wrong_code')
  expect((await world.post('/v1/verify', { msisdn, code, id })).status).toBe(200)
})

test('the right code of two sign-ups sent fifty times concurrently verifies the number once', async () => {
  const msisdn = '254712400106'
  const first = (await world.post('/v1/signup', { ...adult, msisdn })).body.success.id
  const firstCode = world.lastCode(msisdn)
  const second = (await world.post('/v1/signup', { ...adult, ...people.stranger, msisdn })).body.success.id
  const secondCode = world.lastCode(msisdn)
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      world.post('/v1/verify', {
        msisdn,
        ...(n % 2 ? { code: firstCode, id: first } : { code: secondCode, id: second }),
      }),
    ),
  )
  const proven = responses.filter((response) => response.status === 200)
  expect(proven).toHaveLength(1)
  expect((await world.post('/v1/balance', {}, proven[0]?.body.user.token)).status).toBe(200)
})

test('the sign-ups of one number are bounded: beyond a hundred the oldest without a code is removed', async () => {
  const msisdn = '254712400107'
  const { id } = (await world.post('/v1/signup', { ...adult, msisdn })).body.success
  const code = world.lastCode(msisdn)
  for (let n = 0; n < 110; n++) await world.post('/v1/signup', { ...adult, msisdn, password: `mango-tree-${n}` })
  const stored = await sql<{ n: number }>`
    select count(*)::int as n from identity.signup s join identity.bettor b on b.id = s.bettor where msisdn = ${msisdn}`.execute(
    world.base.db,
  )
  expect(stored.rows).toEqual([{ n: 100 }])
  expect((await world.post('/v1/verify', { msisdn, code, id })).status).toBe(200)
})

test('a number whose messages strangers have used up can still sign up, and gets a code within the hour', async () => {
  const msisdn = '254712400108'
  for (let n = 0; n < 12; n++) await world.post('/v1/signup', { ...adult, msisdn, password: `stranger-tree-${n}` })
  expect(world.phone.messages(msisdn)).toHaveLength(10)
  const { success } = (await world.post('/v1/signup', { ...adult, msisdn })).body
  expect(success.message).toMatch(/^This phone has received many codes\. You can request the next one in \d+ min$/)
  expect(world.phone.messages(msisdn)).toHaveLength(10)
  await world.clock.advance(3601)
  expect((await world.post('/v1/code?page=verify', { msisdn, id: success.id })).status).toBe(200)
  expect((await world.post('/v1/verify', { msisdn, code: world.lastCode(msisdn), id: success.id })).status).toBe(200)
  expect((await login(msisdn, adult.password)).status).toBe(200)
})

test('codes requested for a number without an account do not block its sign-up', async () => {
  const msisdn = '254712400109'
  for (let n = 0; n < 25; n++) {
    for (const page of ['verify', 'resetPass']) await world.post(`/v1/code?page=${page}`, { msisdn })
    await world.clock.advance(61)
  }
  expect(world.phone.messages(msisdn)).toHaveLength(0)
  expect((await world.post('/v1/signup', { ...adult, msisdn })).status).toBe(200)
  expect((await world.post('/v1/verify', { msisdn, code: world.lastCode(msisdn) })).status).toBe(200)
})

test('sign-ups with a stranger’s e-mail send that address no more than its limit', async () => {
  const email = 'victim@example.com'
  for (let n = 0; n < 15; n++) await world.post('/v1/signup', { ...adult, msisdn: `2547125000${10 + n}`, email })
  expect(world.mailbox.messages(email)).toHaveLength(10)
})

test('sign-ups of strangers during the verification change nothing and leave nothing', async () => {
  for (let round = 0; round < 5; round++) {
    const msisdn = `25471240020${round}`
    const { id } = (await world.post('/v1/signup', { ...adult, msisdn })).body.success
    const proof = { msisdn, id, code: world.lastCode(msisdn) }
    const signUp = (n: number) => world.post('/v1/signup', { ...adult, msisdn, password: `stranger-tree-${n}` })
    const before = Array.from({ length: 10 }, (_, n) => signUp(n))
    const verified = world.post('/v1/verify', proof)
    const responses = await Promise.all([...before, ...Array.from({ length: 10 }, (_, n) => signUp(10 + n))])
    expect(responses.every((response) => response.status === 200 || response.body.code === 'msisdn_taken')).toBe(true)
    expect((await verified).status).toBe(200)
    expect((await login(msisdn, adult.password)).body.user.verified).toBe(true)
    const left = sql`select from identity.signup s join identity.bettor b on b.id = s.bettor where msisdn = ${msisdn}`
    expect((await left.execute(world.base.db)).rows).toHaveLength(0)
  }
})
