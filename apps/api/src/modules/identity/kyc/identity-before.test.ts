import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identity as identityCalls } from '@nare/contract/identity'
import { content } from '@nare/contract/content'
import { kyc as calls } from '@nare/contract/kyc'
import { operatorIdentity } from '@nare/contract/operator-identity'
import { payments } from '@nare/contract/payments'
import { sandbox } from '@nare/contract/sandbox'
import { money } from '@nare/money/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countryOf } from '#country/countries'
import { dayIn, identityBeforeOn, leastAgeOn } from '#country/country'
import { stakeGate } from '#modules/protection/protection'
import { transact } from '#platform/db'
import { openLog } from '#platform/log'
import { random } from '#platform/random'
import { testApp, type TestApp } from '#testing/app'
import { operatorsOf, operatorToken } from '#testing/operators'
import { settingsOn, unchangedSettings } from '#testing/settings'
import { jpegFile } from '#testing/pictures'
import { maskedName } from '../names.ts'
import { openConfirmations, openKyc, type IdentityCheck } from './kyc.ts'

let nare: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-identity-'))
  nare = await testApp({ DATA_DIR: folder, OPERATORS: operatorsOf({ ada: 'admin', ben: 'admin' }) })
})
afterAll(async () => {
  await nare.close()
  await rm(folder, { recursive: true, force: true })
})

let numbers = 20_000_000
/** Document numbers that the sandbox confirms, does not find, and cannot decide. */
const even = () => String((numbers += 2))
const odd = () => String((numbers += 2) + 1)
const lettered = () => `A${(numbers += 2)}B`

/** Signs a person up by the calls of API.md alone. */
async function signedUp(name: string, born = '1990-05-01'): Promise<{ id: bigint; token: string }> {
  const msisdn = `2547${(numbers += 2)}`
  const password = 'mango-tree-77'
  await nare.call(identityCalls.signup, { msisdn, password, name, date_of_birth: born, terms: true })
  const { body } = await nare.call(sandbox.phone, { msisdn })
  const code = body.sms.at(-1)?.code ?? 'none'
  const { body: verified } = await nare.call(identityCalls.verify, { msisdn, code })
  return { id: BigInt(verified.user.id), token: verified.user.token }
}

const stateOf = async (token: string) => (await nare.call(calls.identityCheck, {}, token)).body
const ages = { least: () => 18, of: () => 30 }
const confirmations = { before: () => 'deposit' as const, unidentified: async () => new Set<bigint>() }
const unlisted = () => signedUp('Asha Unlisted')
const sendPictures = (token: string, number = lettered()) =>
  nare.call(
    calls.checkIdentity,
    {
      ...{ id: random.uuid(), kind: 'national_id', number, name: 'Asha Unlisted' },
      front: jpegFile('the front of a card').toString('base64'),
    },
    token,
  )

test('a new account of a person whom the source knows deposits at once', async () => {
  const { token } = await signedUp('Asha Wanjiru')
  expect(await stateOf(token)).toMatchObject({ state: 'none', confirmed: true, before: 'deposit', asks: 'nothing' })
  expect((await deposit(token)).status).toBe(200)
})

const checkNumber = (token: string, number: string, id: string = random.uuid()) =>
  nare.call(calls.checkNumber, { id, kind: 'national_id', number }, token)
const deposit = (token: string) => nare.call(payments.deposit, { id: random.uuid(), amount: '100.00' }, token)

test('nobody unknown deposits: the source is asked by the number, and the deposit goes through', async () => {
  const { token } = await unlisted()
  expect((await stateOf(token)).asks).toBe('number')
  expect(await deposit(token)).toMatchObject({ status: 403, body: { code: 'identity_required' } })
  const id = random.uuid()
  const number = even()
  const sent = await Promise.all(Array.from({ length: 20 }, () => checkNumber(token, number, id)))
  for (const one of sent)
    expect(one).toMatchObject({ status: 200, body: { state: expect.stringMatching(/passed|submitted/) } })
  expect(await stateOf(token)).toMatchObject({ state: 'passed', confirmed: true, asks: 'nothing' })
  expect((await deposit(token)).status).toBe(200)
})

test('a number that the source cannot decide, or that is another bettor’s, leaves it to documents, with its answer for the operator', async () => {
  const first = await unlisted()
  const number = even()
  expect((await checkNumber(first.token, number)).body.state).toBe('passed')
  for (const tried of [odd(), lettered(), number]) {
    const { token, id } = await unlisted()
    expect((await checkNumber(token, tried)).body).toMatchObject({
      state: 'failed',
      asks: 'documents',
      confirmed: false,
    })
    expect(await deposit(token)).toMatchObject({ status: 403, body: { code: 'identity_required' } })
    expect((await sendPictures(token)).body.state).toBe('checking')
    expect(await stateOf(token)).toMatchObject({ asks: 'nothing' })
    const { rows } = await sql<{ code: string }>`
      select source_answer ->> 'code' as code from identity.kyc_case where bettor = ${id}::bigint order by id`.execute(
      nare.app.db,
    )
    expect(rows).toEqual([{ code: expect.stringMatching(/102[012]/) }, { code: '1021' }])
  }
})

test('who wants an identity wants the document: its number is no answer, the pictures of that document are, and of no other bettor', async () => {
  const { id, token } = await unlisted()
  const number = even()
  expect((await checkNumber(token, number)).body).toMatchObject({ state: 'passed', wanted: false })
  const statusOf = () => transact(nare.app.db, (tx) => nare.app.kyc.identityStatus(tx, id))
  expect(await statusOf()).toEqual({ passed: true, wanted: false })
  const want = { id: `${id}`, reason: 'two names, one phone' }
  expect((await nare.call(operatorIdentity.wantIdentity, want, operatorToken('ada'))).status).toBe(200)
  expect(await statusOf()).toEqual({ passed: false, wanted: true })
  expect(await stateOf(token)).toMatchObject({ state: 'none', wanted: true, confirmed: true, asks: 'documents' })
  expect(await checkNumber(token, even())).toMatchObject({ status: 422, body: { state: 'passed' } })
  const sent = await Promise.all(Array.from({ length: 20 }, () => sendPictures(token, number)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(sent.filter(({ body }) => body['code'] === 'not_available')).toHaveLength(19)
  expect(await stateOf(token)).toMatchObject({ state: 'passed', asks: 'nothing' })
  expect(await statusOf()).toEqual({ passed: true, wanted: true })
  const other = await unlisted()
  expect((await sendPictures(other.token, number)).body.state).toBe('checking')
})

test('of two bettors who send one document at once, one its number and one its pictures, one passes', async () => {
  for (let round = 0; round < 6; round++) {
    const [byNumber, byPictures] = [await unlisted(), await unlisted()]
    const number = even()
    await Promise.all([checkNumber(byNumber.token, number), sendPictures(byPictures.token, number)])
    const { rows } = await sql<{ state: string }>`
      select state from identity.kyc_case where number = ${number}`.execute(nare.app.db)
    expect(rows.filter(({ state }) => state === 'passed')).toHaveLength(1)
    expect(rows).toHaveLength(2)
  }
})

test('a source without an answer is asked again, each time with a new attempt, and at last documents decide', async () => {
  const { id: bettor } = await unlisted()
  const attempts: number[] = []
  const check: IdentityCheck = {
    byNumber: true,
    submit: async ({ attempt }) => (attempts.push(attempt), { is: 'unknown' }),
  }
  const { db, background } = nare.app
  const log = openLog('silent')
  const proven = async () => undefined
  const kyc = openKyc({ db, background, log, check, vault: undefined, confirmations, ages, proven })
  const session = { bettor, verified: true, signingKey: '' }
  const sent = await kyc.submitNumber({ id: random.uuid(), kind: 'national_id', number: even() }, session)
  expect(sent).toMatchObject({ ok: true, value: { state: 'submitted' } })
  await kyc.sweep()
  expect(attempts).toEqual([1])
  for (let again = 0; again < 5; again++) {
    await sql`update identity.kyc_case set next_at = platform.now() - interval '1 second' where bettor = ${bettor}::bigint`.execute(
      db,
    )
    await kyc.sweep()
  }
  expect(attempts).toEqual([1, 2, 3, 4, 5])
  expect(await kyc.state(bettor)).toMatchObject({ state: 'failed', reason: expect.stringContaining('pictures') })
})

test('an account opened under the rule does not bet before it is known; it may once its number is confirmed', async () => {
  const { id, token } = await unlisted()
  const stake = () =>
    transact(nare.app.db, (tx) =>
      stakeGate(tx, [{ bettor: id, verified: true, product: 'sports', amount: money(100n) }]),
    )
  expect((await stake()).refusals).toEqual([{ code: 'identity_required' }])
  await checkNumber(token, even())
  expect((await stake()).refusals).toEqual([undefined])
})

test('below the least age of the day nobody signs up and no identity is confirmed, by source or people; who was confirmed stays so', async () => {
  const { change } = settingsOn(() => nare)
  const today = dayIn('Africa/Nairobi', nare.app.clock.date())
  const bornYearsAgo = (years: number) => `${Number(today.slice(0, 4)) - years}-01-01`
  const young = bornYearsAgo(20)
  const confirmed = await signedUp('Asha Twenty', young)
  expect((await stateOf(confirmed.token)).confirmed).toBe(true)
  const [byNumber, byPeople] = [await signedUp('Juma Unlisted', young), await signedUp('Neema Unlisted', young)]
  await checkNumber(byPeople.token, lettered())
  expect((await sendPictures(byPeople.token)).body.state).toBe('checking')
  const waiting = await sql<{ id: string }>`
    select id::text from identity.kyc_case where bettor = ${byPeople.id}::bigint and state = 'checking'`.execute(
    nare.app.db,
  )
  const id = waiting.rows[0]?.id ?? ''
  const decide = { id, approve: true, reason: 'card and face agree' }

  await change('identity.least_age', `2025-08-26=18, ${today}=21, 2199-01-01=25`)
  expect((await nare.call(content.settings, {})).body.message.min_age).toBe(21)
  const tried = { msisdn: `2547${(numbers += 2)}`, password: 'mango-tree-77', name: 'Asha', terms: true } as const
  expect(await nare.call(identityCalls.signup, { ...tried, date_of_birth: young })).toMatchObject({
    ...{ status: 422, body: { code: 'under_age' } },
  })
  expect((await nare.call(identityCalls.signup, { ...tried, date_of_birth: bornYearsAgo(21) })).status).toBe(200)
  expect((await checkNumber(byNumber.token, even())).body).toMatchObject({
    ...{ state: 'failed', reason: 'You must be 21 or older', confirmed: false },
  })
  expect(await nare.call(operatorIdentity.decideIdentityCheck, decide, operatorToken('ada'))).toMatchObject({
    ...{ status: 403, body: { code: 'not_allowed', message: 'The account’s birthday is below the least age of 21' } },
  })
  expect((await stateOf(byPeople.token)).state).toBe('checking')
  expect((await deposit(confirmed.token)).status).toBe(200)

  await change('identity.least_age', null)
  expect((await nare.call(operatorIdentity.decideIdentityCheck, decide, operatorToken('ada'))).status).toBe(200)
})

test('a source that knows a person by the sign-up confirms nobody below the least age', async () => {
  const { id } = await unlisted()
  const unknown = (least: number) =>
    transact(nare.app.db, (tx) =>
      openConfirmations({
        check: { knows: () => true },
        ages: { least: () => least, of: () => 20 },
        ...{ clock: nare.app.clock, timeZone: 'Africa/Nairobi', values: unchangedSettings(countryOf('ke')).now },
      }).unidentified(tx, [id], 'deposit'),
    )
  expect([...(await unknown(21))]).toEqual([id])
  expect([...(await unknown(20))]).toEqual([])
})

test('others read a name only with the bettor’s consent, which is kept with its time', async () => {
  const { id, token } = await signedUp('Juma Wekesa')
  const shown = async () => maskedName((await nare.app.identity.bettorFacts([id])).get(id))
  expect((await nare.call(calls.nameShown, {}, token)).body).toEqual({ shown: false })
  expect(await shown()).toMatch(/^J\*\*\*\d$/)
  await Promise.all([true, true, true].map((shown) => nare.call(calls.showName, { shown }, token)))
  expect(await shown()).toBe('Juma W.')
  await nare.call(calls.showName, { shown: false }, token)
  expect(await shown()).toMatch(/^J\*\*\*\d$/)
  const { rows } = await sql<{ shown: boolean }>`
    select shown from identity.name_consent where bettor = ${id}::bigint order by id`.execute(nare.app.db)
  expect(rows.map((row) => row.shown)).toEqual([true, false])
})

test('the rule of a day is the latest that has begun, by the country’s midnight', () => {
  const rules = [
    { from: '2026-06-30', before: 'deposit' },
    { from: '2027-01-01', before: 'signup' },
  ] as const
  const on = (at: string) => identityBeforeOn(rules, 'Africa/Nairobi', new Date(at))
  expect(on('2026-06-29T20:59:59Z')).toBe('withdrawal')
  expect(on('2026-06-29T21:00:00Z')).toBe('deposit')
  expect(on('2026-12-31T21:00:00Z')).toBe('signup')
})

test('the least age of a day is the latest that has begun; before every rule it is that of the first', () => {
  const rules = [
    { from: '2027-01-01', years: 21 },
    { from: '2025-08-26', years: 18 },
  ]
  const on = (at: string) => leastAgeOn(rules, 'Africa/Nairobi', new Date(at))
  expect(on('2020-01-01T00:00:00Z')).toBe(18)
  expect(on('2026-12-31T20:59:59Z')).toBe(18)
  expect(on('2026-12-31T21:00:00Z')).toBe(21)
})
