import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kyc as calls, pictureBytesMax } from '@nare/contract/kyc'
import type { Sent } from '@nare/contract/route'
import { sql } from 'kysely'
import { openLog } from '#platform/log'
import { random } from '#platform/random'
import { testApp, type TestApp } from '#testing/app'
import { jpegFile, jpegFrameBytes, pngFile } from '#testing/pictures'
import { manualCheck, openKyc, openVault, storedDocuments, type IdentityCheck } from './kyc.ts'

let nare: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-kyc-'))
  nare = await testApp({ DATA_DIR: folder })
})
afterAll(async () => {
  await nare.close()
  await rm(folder, { recursive: true, force: true })
})

/** The law asks nobody before the withdrawal. */
const ages = { least: () => 18, of: () => 30 }
const confirmations = { before: () => 'withdrawal' as const, unidentified: async () => new Set<bigint>() }

/** What identity checks need beside a vault, with people as the only check. */
const bare = () => ({
  ...{ db: nare.app.db, background: nare.app.background, log: openLog('silent') },
  ...{ check: manualCheck, confirmations, ages, proven: async () => undefined },
})

const jpeg = (content: string): string => jpegFile(content).toString('base64')
const png = (content: string): string => pngFile(content).toString('base64')

let numbers = 10_000_000
/** Document numbers that the sandbox passes, fails, and leaves to an operator. */
const even = () => String((numbers += 2))
const odd = () => String((numbers += 2) + 1)
const lettered = () => `A${(numbers += 2)}B`

const submission = (given: Partial<Sent<typeof calls.checkIdentity>> = {}): Sent<typeof calls.checkIdentity> => ({
  id: random.uuid(),
  kind: 'national_id',
  number: even(),
  name: 'Asha Wanjiru',
  front: jpeg('the front of a card'),
  ...given,
})

async function newBettor() {
  const bettor = await nare.bettor()
  return bettor
}

const send = (token: string, given: Sent<typeof calls.checkIdentity>) => nare.call(calls.checkIdentity, given, token)
const stateOf = async (token: string) => (await nare.call(calls.identityCheck, {}, token)).body
const filesThere = async () => (await readdir(join(folder, 'documents')).catch(() => [])).length

test('a bettor without documents has no check; submitted documents are shown with their state', async () => {
  const { token } = await newBettor()
  expect(await stateOf(token)).toEqual({
    ...{ state: 'none', wanted: false, confirmed: true, before: 'deposit', asks: 'nothing' },
    documents: [],
  })
  const sent = await send(token, submission({ back: png('the back'), selfie: jpeg('a face') }))
  expect(sent).toMatchObject({ status: 200, body: { state: 'passed' } })
  expect(sent.body.documents.map((document) => document.kind)).toEqual(['back', 'front', 'selfie'])
  expect(await stateOf(token)).toEqual(sent.body)
})

test('a failed check has a reason, and another can be submitted', async () => {
  const { token } = await newBettor()
  expect((await send(token, submission({ number: odd() }))).body).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/\w+/),
  })
  expect((await send(token, submission())).body.state).toBe('passed')
})

test('while a check is open, and after one has passed, another is refused', async () => {
  const { token } = await newBettor()
  expect((await send(token, submission({ number: lettered() }))).body.state).toBe('checking')
  expect(await send(token, submission())).toMatchObject({
    status: 422,
    body: { code: 'not_available', state: 'checking' },
  })
  const passed = await newBettor()
  await send(passed.token, submission())
  expect(await send(passed.token, submission())).toMatchObject({ status: 422, body: { state: 'passed' } })
})

test('a file that is not a picture, too large or not base64 is refused with its field name', async () => {
  const { token } = await newBettor()
  const wrong: [Partial<Sent<typeof calls.checkIdentity>>, string][] = [
    [{ front: Buffer.from('GIF89a is no picture for us').toString('base64') }, 'front'],
    [{ selfie: Buffer.from('<svg/>').toString('base64') }, 'selfie'],
    [{ back: jpeg('x'.repeat(pictureBytesMax)) }, 'back'],
    [{ front: jpegFile('a picture that did not arrive whole').subarray(0, -2).toString('base64') }, 'front'],
    [{ front: 'not base64!!' }, 'front'],
    [{ front: '' }, 'front'],
    [{ number: '12' }, 'number'],
  ]
  for (const [given, field] of wrong) {
    const refused = await send(token, submission(given))
    expect([refused.status, Object.keys(Object(refused.body['fields']))]).toEqual([400, [field]])
  }
  expect((await stateOf(token)).state).toBe('none')
})

test('three pictures of the largest size are accepted, a longer body is not, and without a session the body is not read', async () => {
  const { token } = await newBettor()
  const largest = jpeg('x'.repeat(pictureBytesMax - jpegFrameBytes))
  const three = submission({ front: largest, back: largest, selfie: largest })
  expect((await nare.call(calls.checkIdentity, three)).status).toBe(401)
  expect((await nare.call(calls.checkIdentity, three, 'no-such-token')).body).toMatchObject({ status: 401 })
  const tooLong = { ...three, name: 'x'.repeat(400_000) }
  expect((await nare.call(calls.checkIdentity, tooLong)).status).toBe(401)
  expect((await send(token, three)).status).toBe(200)
  expect((await send(token, tooLong)).status).toBe(400)
})

test('twenty identical concurrent submissions make one case; another submission with the same id is refused', async () => {
  const { token, id: bettor } = await newBettor()
  const before = await filesThere()
  const input = submission({ number: lettered() })
  const responses = await Promise.all(Array.from({ length: 20 }, () => send(token, input)))
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
  const stored = await sql<{ count: number }>`
    select count(*)::int as count from identity.kyc_case where bettor = ${bettor}::bigint`.execute(nare.app.db)
  expect(stored.rows[0]?.count).toBe(1)
  expect(await filesThere()).toBe(before + 1)
  expect((await stateOf(token)).state).toBe('checking')
  expect(await send(token, { ...input, front: jpeg('another') })).toMatchObject({
    status: 409,
    body: { code: 'id_reused' },
  })
})

test('twenty different concurrent submissions make one case', async () => {
  const { token } = await newBettor()
  const responses = await Promise.all(Array.from({ length: 20 }, () => send(token, submission({ number: lettered() }))))
  expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
  expect(responses.filter((response) => response.body['code'] === 'not_available')).toHaveLength(19)
})

test('repeated submissions are rate limited', async () => {
  const { token } = await newBettor()
  const states: unknown[] = []
  for (let time = 0; time < 6; time++) states.push((await send(token, submission({ number: odd() }))).status)
  expect(states).toEqual([200, 200, 200, 200, 200, 429])
})

test('an unverified number cannot submit documents', async () => {
  const { token, id } = await newBettor()
  await sql`update identity.bettor set verified_at = null where id = ${id}::bigint`.execute(nare.app.db)
  expect(await send(token, submission())).toMatchObject({ status: 403, body: { code: 'not_verified' } })
})

test('a document that confirmed one bettor waits for an operator when another submits it, and confirms no other', async () => {
  const number = even()
  const first = await newBettor()
  const second = await newBettor()
  await send(first.token, submission({ number }))
  expect((await send(second.token, submission({ number }))).body.state).toBe('checking')
  const waiting = (await nare.app.kyc.operator.queue({ page: 1, limit: 50 })).rows.find(
    (row) => row.bettor === second.id,
  )
  const decision = { id: waiting?.id ?? 0n, operator: 'asha', reason: 'it looks right' }
  expect(await nare.app.kyc.operator.decide({ ...decision, approve: true })).toMatchObject({ code: 'not_allowed' })
  expect(await nare.app.kyc.operator.decide({ ...decision, approve: false })).toEqual({ ok: true, value: 'failed' })
  expect(await stateOf(second.token)).toMatchObject({ state: 'failed', reason: 'it looks right' })
})

test('pictures are encrypted in files that only their owner can read, and so is the key file', async () => {
  const { token } = await newBettor()
  await send(token, submission({ front: jpeg('text that can be searched for') }))
  const documents = join(folder, 'documents')
  for (const name of await readdir(documents)) {
    expect((await readFile(join(documents, name))).includes('text that can be searched for')).toBe(false)
    expect((await stat(join(documents, name))).mode & 0o777).toBe(0o600)
  }
  expect((await stat(join(folder, 'documents.key'))).mode & 0o777).toBe(0o600)
  expect((await stat(documents)).mode & 0o777).toBe(0o700)
})

test('every document of a passed check is listed with the size of its file, and a failed one is not', async () => {
  const [passed, failed] = [await newBettor(), await newBettor()]
  const before = await filesThere()
  await send(passed.token, submission({ back: png('the back') }))
  await send(failed.token, submission({ number: odd() }))
  expect(await filesThere()).toBe(before + 3)
  const { rows } = await sql<{ file: string; state: string }>`
    select p.file, c.state from identity.kyc_picture p join identity.kyc_case c on c.id = p.case_id
    where c.bettor in (${passed.id}::bigint, ${failed.id}::bigint)`.execute(nare.app.db)
  const listed = new Map(
    (await Array.fromAsync(storedDocuments(nare.app.db))).map((document) => [document.name, document.bytes]),
  )
  expect(rows).toHaveLength(3)
  for (const { file, state } of rows) {
    const { size } = await stat(join(folder, 'documents', file))
    expect(listed.get(file)).toBe(state === 'passed' ? size : undefined)
  }
})

test('a submission interrupted before its pictures were written fails; one interrupted later continues', async () => {
  const whole = await newBettor()
  const cut = await newBettor()
  const vault = openVault({ folder: join(folder, 'cut'), from: { key: Buffer.alloc(32, 1) } })
  const deps = bare()
  const session = (bettor: bigint) => ({ bettor, verified: true, signingKey: '' })
  const full = { ...vault, write: () => Promise.reject(new Error('the disk is full')) }
  await expect(openKyc({ ...deps, vault: full }).submit(submission(), session(cut.id))).rejects.toThrow('disk')
  await openKyc({ ...deps, vault }).submit(submission({ number: lettered() }), session(whole.id))
  await sql`update identity.kyc_case set state = 'submitted', submitted_at = platform.now() - interval '2 minutes'
    where bettor in (${cut.id}::bigint, ${whole.id}::bigint)`.execute(nare.app.db)
  await openKyc({ ...deps, vault }).sweep()
  expect(await stateOf(cut.token)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('send them again'),
  })
  expect((await stateOf(whole.token)).state).toBe('checking')
})

test('an interrupted case whose pictures cannot be read delays no later one', async () => {
  const [broken, whole] = [await newBettor(), await newBettor()]
  const vault = openVault({ folder: join(folder, 'broken'), from: { key: Buffer.alloc(32, 1) } })
  const { db } = nare.app
  const deps = bare()
  const files: string[] = []
  const newName = () => files[files.push(vault.newName()) - 1] ?? ''
  for (const { id: bettor } of [broken, whole])
    await openKyc({ ...deps, vault: { ...vault, newName } }).submit(submission({ number: lettered() }), {
      ...{ bettor, verified: true, signingKey: '' },
    })
  await sql`update identity.kyc_case set state = 'submitted', submitted_at = platform.now() - interval '2 minutes'
    where bettor in (${broken.id}::bigint, ${whole.id}::bigint)`.execute(db)
  const read: typeof vault.read = (file) =>
    file === files[0] ? Promise.reject(new Error('the disk is broken')) : vault.read(file)
  await openKyc({ ...deps, vault: { ...vault, read } }).sweep()
  const { rows } = await sql<{ state: string }>`
    select state from identity.kyc_case where bettor in (${broken.id}::bigint, ${whole.id}::bigint) order by id`.execute(
    db,
  )
  expect(rows.map(({ state }) => state)).toEqual(['submitted', 'checking'])
})

test('if the check is unavailable or unsure, an operator decides', async () => {
  const vault = openVault({ folder: join(folder, 'unknown'), from: { key: Buffer.alloc(32, 1) } })
  const failing: IdentityCheck = { byNumber: false, submit: () => Promise.reject(new Error('down')) }
  const unsure: IdentityCheck = { byNumber: false, submit: async () => ({ is: 'unknown' }) }
  for (const check of [failing, unsure]) {
    const { id: bettor } = await newBettor()
    const kyc = openKyc({ ...bare(), check, vault })
    const sent = await kyc.submit(submission(), { bettor, verified: true, signingKey: '' })
    expect(sent).toMatchObject({ ok: true, value: { state: 'checking' } })
  }
})

test('without a key no documents are accepted', async () => {
  const { id: bettor } = await newBettor()
  const kyc = openKyc({ ...bare(), vault: undefined })
  const sent = await kyc.submit(submission(), { bettor, verified: true, signingKey: '' })
  expect(sent).toMatchObject({ ok: false, code: 'not_available' })
})
