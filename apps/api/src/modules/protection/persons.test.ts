import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identity } from '@nare/contract/identity'
import { kyc } from '@nare/contract/kyc'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { openDb } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { jpegFile } from '#testing/pictures'
import { isChosen } from './persons.ts'

let nare: TestApp
/** The same application, in which every new account is chosen at random. */
let chosen: TestApp
let match: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-persons-'))
  nare = await testApp({ PROOF_PERCENT: '0', DATA_DIR: folder })
  chosen = await testApp({ PROOF_PERCENT: '100', DATA_DIR: folder }, { base: nare.base })
  match = await nare.match()
})
afterAll(async () => {
  await chosen.close()
  await nare.close()
  await rm(folder, { recursive: true, force: true })
})

let people = 0
type Given = { name?: string; born?: string; cookie?: string; from?: TestApp }

/** Opens an account with a new number, as a person with this name and birthday does. */
async function account({ name = '', born = '1990-05-01', cookie = '', from = nare }: Given) {
  const msisdn = `2547150000${10 + people++}`
  const details = {
    msisdn,
    password: 'mango-tree-77',
    date_of_birth: born,
    terms: true,
    ...(name && { name }),
  } as const
  expect((await from.call(identity.signup, details)).status).toBe(200)
  const { code = '' } = (await from.call(sandbox.phone, { msisdn })).body.sms.at(-1) ?? {}
  const payload = { msisdn, code }
  const verified = await from.app.app.inject({ method: 'POST', url: '/v1/verify', payload, headers: { cookie } })
  const { token } = verified.json().user as { token: string }
  await from.call(sandbox.fund, { msisdn, amount: '1000' })
  const device = verified.cookies.map((one) => `${one.name}=${one.value}`).join('; ')
  return { token, device }
}

type Account = Awaited<ReturnType<typeof account>>

async function exclude({ token }: Account, period: '30d' | '6m' = '6m') {
  const { status, body } = await nare.call(protection.selfExclude, { period }, token)
  expect(status).toBe(200)
  return body
}

let documents = 20_000_000
/** A document number that the sandbox's check passes. */
const newNumber = () => String((documents += 2))
async function prove({ token }: Account, number = newNumber()) {
  const front = jpegFile('a card').toString('base64')
  const given = { id: randomUUID(), kind: 'national_id', number, name: `Card ${number}`, front } as const
  expect((await nare.call(kyc.checkIdentity, given, token)).body.state).toBe('passed')
}

const stake = ({ token }: Account, on: TestApp = nare) => betsOn(on).place(token, [pick(match)], { stake: '20' })
const deposit = ({ token }: Account) => nare.call(payments.deposit, { id: randomUUID(), amount: '100' }, token)
/** Everything of an answer but what no two answers share. */
const shown = ({ status, body }: { status: number; body: object }) => [status, { ...body, ref: '' }]

test('a self-exclusion follows the person to a new number: identity first, then the same exclusion', async () => {
  const { until } = await exclude(await account({ name: 'Asha Wanjiru' }))
  const again = await account({ name: 'WANJIRU asha' })
  const [staked, deposited] = [await stake(again), await deposit(again)]
  for (const refused of [staked, deposited])
    expect(refused).toMatchObject({ status: 403, body: { code: 'identity_required' } })
  expect((await nare.call(kyc.identityCheck, {}, again.token)).body.wanted).toBe(true)
  await prove(again)
  expect(await stake(again)).toMatchObject({ status: 403, body: { code: 'self_excluded', until } })
  expect(await deposit(again)).toMatchObject({ status: 403, body: { code: 'self_excluded', until } })
})

test('an account chosen at random gets the same answers as one that matches, and is free once its identity is confirmed', async () => {
  await exclude(await account({ name: 'Brian Otieno' }))
  const matching = await account({ name: 'Brian Otieno' })
  const random = await account({ name: 'Nobody Else', from: chosen })
  expect(shown(await stake(random))).toEqual(shown(await stake(matching)))
  expect(shown(await deposit(random))).toEqual(shown(await deposit(matching)))
  const checkOf = ({ token }: Account) => nare.call(kyc.identityCheck, {}, token)
  expect(await checkOf(random)).toEqual(await checkOf(matching))
  await prove(random)
  expect((await stake(random)).status).toBe(201)
})

test('further accounts of one name and birthday get the same answer, so that several do not tell who is excluded', async () => {
  const marks = (n: number) => [{ kind: 'name' as const, mark: createHash('sha256').update(`${n}`).digest() }]
  const persons = Array.from({ length: 1000 }, (_, n) => marks(n))
  const drawn = persons.map((one) => isChosen(one, 20))
  expect(persons.map((one) => isChosen(one, 20))).toEqual(drawn)
  expect(drawn.filter(Boolean).length / drawn.length).toBeCloseTo(0.2, 1)
  expect([isChosen([], 100), isChosen([], 0)]).toEqual([true, false])
  expect([isChosen(marks(0), 100), isChosen(marks(0), 0)]).toEqual([true, false])
})

test('another birthday, another name, no name, and a break of another account ask for no proof', async () => {
  await exclude(await account({ name: 'Carol Njeri' }))
  await exclude(await account({ name: 'Daudi Kamau' }), '30d')
  for (const given of [
    { name: 'Carol Njeri', born: '1991-05-01' },
    { name: 'Carol Njoki' },
    {},
    { name: 'Daudi Kamau' },
  ])
    expect([given, (await stake(await account(given))).status]).toEqual([given, 201])
})

test('two persons of one name and birthday are told apart by their documents', async () => {
  const first = await account({ name: 'Esther Mwende' })
  const card = newNumber()
  await prove(first, card)
  await exclude(first)
  const namesake = await account({ name: 'Esther Mwende' })
  expect(await stake(namesake)).toMatchObject({ body: { code: 'identity_required' } })
  await prove(namesake)
  expect((await stake(namesake)).status).toBe(201)
})

test('a device alone asks for nothing; with the same birthday it asks for a proof', async () => {
  const first = await account({ born: '1980-01-02' })
  await exclude(first)
  const relative = await account({ born: '1985-03-04', cookie: first.device })
  expect((await stake(relative)).status).toBe(201)
  const same = await account({ born: '1980-01-02', cookie: first.device })
  expect(await stake(same)).toMatchObject({ status: 403, body: { code: 'identity_required' } })
})

test('exclusions from before are remembered by the job, which forgets those that are over', async () => {
  const owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  const first = await account({ name: 'Faith Achieng' })
  await exclude(first)
  await sql`delete from protection.excluded_person`.execute(nare.base.db)
  await nare.app.protection.updatePersons()
  const again = await account({ name: 'Faith Achieng' })
  expect(await stake(again)).toMatchObject({ body: { code: 'identity_required' } })
  await sql`update protection.excluded_person set until = platform.now()`.execute(owner)
  expect((await stake(await account({ name: 'Faith Achieng' }))).status).toBe(201)
  await nare.app.protection.updatePersons()
  const { rows } = await sql`select from protection.excluded_person where until <= platform.now()`
    .execute(owner)
    .finally(() => owner.destroy())
  expect(rows).toEqual([])
})
