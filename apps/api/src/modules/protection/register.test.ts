import { createHmac, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identity } from '@nare/contract/identity'
import { kyc } from '@nare/contract/kyc'
import { operatorRegister as calls } from '@nare/contract/operator-register'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'
import { jpegFile } from '#testing/pictures'
import { withdraw } from '#testing/withdraw'
import { numberedExclusions } from './numbered-exclusions.ts'
import { readRegisterFile } from './register-file.ts'

const key = 'ab'.repeat(32)
const markOf = (text: string): string => createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex')
const idOf = (number: string): string => markOf(number)
const personOf = (name: string, born = '1990-05-01'): string => markOf(`${name}|${born}`)

let nare: TestApp
let match: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-register-'))
  const people = operatorsOf({ esther: 'protection', ivy: 'auditor' })
  nare = await testApp({ PROOF_PERCENT: '0', DATA_DIR: folder, REGISTER_KEY: key, OPERATORS: people })
  match = await nare.match()
})
afterAll(async () => {
  await nare.close()
  await rm(folder, { recursive: true, force: true })
})

let people = 0
async function account(name: string) {
  const msisdn = `2547180000${10 + people++}`
  const details = { msisdn, password: 'mango-tree-77', date_of_birth: '1990-05-01', terms: true, name } as const
  expect((await nare.call(identity.signup, details)).status).toBe(200)
  const { code = '' } = (await nare.call(sandbox.phone, { msisdn })).body.sms.at(-1) ?? {}
  const { user } = (await nare.call(identity.verify, { msisdn, code })).body
  await nare.call(sandbox.fund, { msisdn, amount: '1000' })
  return { token: user.token, msisdn }
}
type Account = Awaited<ReturnType<typeof account>>

async function prove({ token }: Account, number: string) {
  const front = jpegFile('a card').toString('base64')
  const given = { id: randomUUID(), kind: 'national_id', number, name: `Card ${number}`, front } as const
  expect((await nare.call(kyc.checkIdentity, given, token)).body.state).toBe('passed')
}
const stake = ({ token }: Account) => betsOn(nare).place(token, [pick(match)], { stake: '20' })
const today = () => new Date(nare.app.clock.now() + 3 * 3_600_000).toISOString().slice(0, 10)
let versions = 0
const take = (lines: readonly string[], given: object = {}, by = operatorToken('esther')) =>
  nare.call(
    calls.readRegister,
    {
      ...{ id: randomUUID(), version: `v${++versions}`, run_on: today(), reason: 'the file of the day' },
      file: ['id_hmac,person_hmac,until', ...lines].join('\n'),
      ...given,
    },
    by,
  )
const runs = async () => (await nare.call(calls.registerRuns, {}, operatorToken('ivy'))).body.data

test('a file excludes who has its document, asks its names for a proof, and says of each line what is wrong', async () => {
  const sure = await account('Asha Wanjiru')
  await prove(sure, '31000002')
  const named = await account('Brian Otieno')
  const free = await account('Carol Njeri')
  expect((await stake(sure)).status).toBe(201)
  const lines = [
    `${idOf('31000002')},,`,
    `,${personOf('brian otieno')},2020-01-31`,
    `,${personOf('brian otieno')},2030-01-31`,
    `,${personOf('carol njeri')},2020-01-31`,
    `${'0'.repeat(63)},,`,
    ',,',
    `,${personOf('brian otieno')},2030-01-31`,
    `,${personOf('daudi kamau')},2030-02-31`,
    `,${personOf('brian otieno')},2029-01-31`,
  ]
  const taken = await take(lines)
  expect(taken).toMatchObject({ status: 200, body: { data: { persons: 3, ended: 2, bad: 4 } } })
  expect(taken.body.data.faults).toEqual([
    { line: 6, fault: 'Its id_hmac is not 64 hexadecimal digits' },
    { line: 7, fault: 'It names nobody' },
    { line: 8, fault: 'It is the person of line 4' },
    { line: 9, fault: 'Its until is no day like 2027-05-31' },
  ])
  await nare.app.protection.register.check()
  expect((await runs())[0]).toMatchObject({ excluded: 1, to_prove: 1, by: 'esther', checked_at: expect.any(String) })
  expect(await stake(sure)).toMatchObject({ body: { code: 'self_excluded' } })
  const { body } = await nare.call(protection.protection, {}, sure.token)
  expect(body.exclusion).toMatchObject({ kind: 'exclusion', period: 'permanent' })
  const again = await nare.call(protection.selfExclude, { period: '24h' }, sure.token)
  expect(again.body.success).toContain('for good')
  expect((await withdraw(nare, sure.token, '100')).status).toBeLessThan(300)
  expect(await stake(named)).toMatchObject({ body: { code: 'identity_required' } })
  expect((await stake(free)).status).toBe(201)
  await prove(named, '31000004')
  expect(await stake(named)).toMatchObject({ body: { code: 'self_excluded', until: '2030-01-31T21:00:00.000Z' } })
  const numbered = await numberedExclusions(nare.app.db, { after: 0n, upTo: 1_000n })
  expect(numbered.map(({ fields }) => [fields['period'], fields['until'], fields['by']])).toEqual([
    ['permanent', null, 'house'],
    ['24h', expect.stringMatching(/^30/), 'bettor'],
    ['register', '2030-01-31T21:00:00.000Z', 'house'],
  ])
})

test('a new account of a registered name proves who it is; another document than the register’s is another person', async () => {
  await take([`${idOf('31000006')},${personOf('achieng faith')},`])
  const [same, namesake] = [await account('Faith Achieng'), await account('Achieng FAITH')]
  for (const one of [same, namesake]) {
    expect(await stake(one)).toMatchObject({ body: { code: 'identity_required' } })
    const deposit = { id: randomUUID(), amount: '100' }
    expect(await nare.call(payments.deposit, deposit, one.token)).toMatchObject({ body: { code: 'identity_required' } })
  }
  await prove(same, '31000006')
  await prove(namesake, '31000008')
  expect(await stake(same)).toMatchObject({ body: { code: 'self_excluded' } })
  expect((await stake(namesake)).status).toBe(201)
})

test('a hundred equal files are one run; a known version, an earlier day and another role change nothing', async () => {
  const [last] = await runs()
  const [id, version] = [randomUUID(), 'hundred']
  const line = `,${personOf('gor mahia')},`
  const sent = await Promise.all(
    Array.from({ length: 100 }, async () => {
      for (;;) {
        const answer = await take([line], { id, version })
        if ((answer.status as number) !== 503) return answer
      }
    }),
  )
  expect(new Set(sent.map(({ status, body }) => `${status} ${body.data.run_id}`)).size).toBe(1)
  expect(await take([line], { version })).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(await take([line], { run_on: '2020-01-01' })).toMatchObject({ body: { code: 'invalid_input' } })
  expect(await take([line], { run_on: '2999-01-01' })).toMatchObject({ body: { code: 'invalid_input' } })
  expect(await take([], {})).toMatchObject({ body: { code: 'invalid_input' } })
  expect(await take([line], {}, operatorToken('ivy'))).toMatchObject({ status: 403 })
  const [now, before] = await runs()
  expect([now?.version, before?.run_id]).toEqual([version, last?.run_id])
})

test('each night the accounts are checked again, once', async () => {
  const late = await account('Gor Mahia')
  expect(await stake(late)).toMatchObject({ body: { code: 'identity_required' } })
  await nare.app.protection.register.check()
  const [before] = await runs()
  await nare.app.protection.register.checkNightly()
  expect((await runs())[0]?.checked_at).toBe(before?.checked_at)
  await nare.call(sandbox.clock, { advance_s: 86_400 })
  await nare.app.protection.register.checkNightly()
  expect((await runs())[0]?.checked_at).not.toBe(before?.checked_at)
})

test('the house’s excluded persons leave as HMACs with the authority’s key, not those of the register', async () => {
  const own = await account('Halima Abdi')
  await prove(own, '31000010')
  await nare.call(protection.selfExclude, { period: '6m' }, own.token)
  const file = (by: string) =>
    nare.app.app.inject({
      url: `${calls.registerRuns.path}.csv?reason=for the authority`,
      headers: { authorization: `Bearer ${operatorToken(by)}` },
    })
  expect((await file('ivy')).statusCode).toBe(403)
  const { body } = await file('esther')
  const [head, ...rows] = body.trim().split('\r\n')
  expect(head).toContain('id_hmac,person_hmac,since,until')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.split(',')[0]).toBe(idOf('31000010'))
  expect(body).not.toContain('Halima')
})

test('without the authority’s key there is no file of the house’s persons: an empty one would say that there are none', async () => {
  const keyless = await testApp({ OPERATORS: operatorsOf({ esther: 'protection' }) }, { base: nare.base })
  const headers = { authorization: `Bearer ${operatorToken('esther')}` }
  const reply = await keyless.app.app.inject({
    url: `${calls.registerRuns.path}.csv?reason=for the authority`,
    headers,
  })
  expect(reply.statusCode).toBe(422)
  expect(reply.body).toContain('REGISTER_KEY')
  await keyless.close()
})

test('a file without its columns, or with too many persons, is none', () => {
  expect(() => readRegisterFile('a,b\n1,2', '2026-01-01')).toThrow('no column')
  expect(() => readRegisterFile(`person_hmac\n${','.repeat(1_001)}`, '2026-01-01')).toThrow('more than 1000')
  const many = `person_hmac\n${'x\n'.repeat(50_001)}`
  expect(() => readRegisterFile(many, '2026-01-01')).toThrow('more than 50000')
})
