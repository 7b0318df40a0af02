import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorRegulator } from '@nare/contract/operator-regulator'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { openDb, transact, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick, type Bets } from '#testing/bets'
import { operatorsOf, operatorToken } from '#testing/operators'
import { lineSchemas } from './schema.ts'
import * as store from './store.ts'
import {
  dayOf,
  getLines,
  hourMs,
  linesAfter,
  readIndependently,
  run,
  startOf,
  zone,
  type Got,
} from './testing/reading.ts'
import { verifyFile, verifyFolder } from './verify.ts'

let nare: TestApp
let bets: Bets
let folder: string
let writers: Db

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-regulator-'))
  const people = { fay: 'finance', ivy: 'export.read', tom: 'trader', esther: 'protection', hawa: 'auditor' } as const
  nare = await testApp({ REGULATOR_DIR: folder, OPERATORS: operatorsOf(people) })
  bets = betsOn(nare)
  writers = openDb(nare.base.connection, { size: 10, log: openLog('error') }).db
})
afterAll(async () => {
  await writers.destroy()
  await nare.close()
  await rm(folder, { recursive: true, force: true })
})

const runJob = async (): Promise<unknown> =>
  nare.app
    .jobs()
    .find(({ name }) => name === 'files of the regulator')
    ?.run()
const today = (): string => dayOf(nare.app.clock.now())
/** Moves the clock to some hours after the beginning of the next day. */
async function nextDayAt(hours: number): Promise<void> {
  const to = startOf(today()) + (24 + hours) * hourMs
  await nare.call(sandbox.clock, { advance_s: Math.ceil((to - nare.app.clock.now()) / 1000) })
}
const advanceTo = async (ms: number): Promise<void> =>
  void (await nare.call(sandbox.clock, { advance_s: Math.ceil((ms - nare.app.clock.now()) / 1000) }))

const get = (url: string, from?: Parameters<typeof getLines>[2]): Promise<Got> => getLines(nare, url, from)

test('the file of a day has bets, stakes, returns and balances, as a script of somebody else finds them, and the next day names its hash', async () => {
  const [ann, ben, cid] = await nare.bettors(3, 1_000)
  if (!ann || !ben || !cid) throw new Error('no bettors')
  const [won, lost, voided] = [await nare.match(), await nare.match(), await nare.match()]
  await bets.mustPlace(ann.token, [pick(won)])
  await bets.mustPlace(ann.token, [pick(lost)], { stake: '50' })
  await bets.mustPlace(ben.token, [pick(won), pick(lost)], { stake: '30' })
  await bets.mustPlace(ben.token, [pick(voided)], { stake: '20' })
  await bets.result(won, { full_time: '1:0' })
  await bets.result(lost, { full_time: '0:1' })
  await bets.result(voided, { cancelled: true })
  await nare.call(protection.selfExclude, { period: '6m' }, cid.token)
  await runJob()
  const day = today()
  await advanceTo(startOf(day) + 25.9 * hourMs)
  await runJob()
  expect(await readdir(folder)).toEqual([])
  await advanceTo(startOf(day) + 26.1 * hourMs)
  await Promise.all([runJob(), runJob()])
  expect((await readdir(folder)).sort()).toEqual([`${day}.ndjson`, `${day}.ndjson.sha256`])
  const found = await readIndependently(folder)
  expect(found).toMatchObject({ bets: 4, stakeOfBets: 20_000, staked: 20_000, returned: 23_000, faults: [] })
  expect(found['balances']).toEqual({ [`${ann.id}`]: 106_000, [`${ben.id}`]: 97_000, [`${cid.id}`]: 100_000 })
  expect(found['counts']).toMatchObject({ bet: 4, session: 3, exclusion: 1, result: 7 })
  const text = await readFile(join(folder, `${day}.ndjson`), 'utf8')
  for (const line of text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((one) => JSON.parse(one) as { type: keyof typeof lineSchemas }))
    expect(lineSchemas[line.type].safeParse(line).error, JSON.stringify(line)).toBeUndefined()
  expect(text).not.toMatch(/Seeded|2547/)
  await nextDayAt(2.1)
  await runJob()
  expect(await readIndependently(folder)).toMatchObject({
    faults: [],
    days: [{ day }, { day: dayOf(startOf(day) + 30 * hourMs) }],
  })
})

test('what is committed after the file of its day was begun is in the next file, once', async () => {
  const bettor = await nare.bettor(100)
  const day = today()
  const from = (await linesAfter(nare, 0n)).at(-1)
  await nextDayAt(0.1)
  expect(await nare.app.regulator.files.make(day)).toMatchObject({ file: { day } })
  await sql`
    insert into identity.session (token_hash, bettor, signing_key, opened_at, expires_at)
    values (sha256('late'), ${bettor.id}::bigint, repeat('k', 64), ${new Date(startOf(day) + 23 * hourMs)}, platform.now())`.execute(
    nare.base.db,
  )
  const second = today()
  await nextDayAt(2.1)
  await runJob()
  const textOf = (of: string): Promise<string> => readFile(join(folder, `${of}.ndjson`), 'utf8')
  const late = (await linesAfter(nare, BigInt(Number(from?.['n'])))).find(
    (line) =>
      line['type'] === 'session' &&
      String(line['at']).startsWith(new Date(startOf(day) + 23 * hourMs).toISOString().slice(0, 13)),
  )
  expect(await textOf(day)).not.toContain(`"session_id":"${String(late?.['session_id'])}"`)
  expect(await textOf(second)).toContain(`"session_id":"${String(late?.['session_id'])}"`)
  expect(await readIndependently(folder)).toMatchObject({ faults: [] })
})

test('a changed byte, a missing day and a cut file are found', async () => {
  expect((await verifyFolder(folder)).flatMap(({ faults }) => faults)).toEqual([])
  const [first = '', second = ''] = (await readdir(folder)).filter((name) => name.endsWith('.ndjson')).sort()
  const path = join(folder, first)
  const bytes = await readFile(path)
  const changed = Buffer.from(bytes)
  const at = changed.indexOf('"amount":"') + 10
  changed[at] = changed[at] === 0x31 ? 0x32 : 0x31
  await writeFile(path, changed)
  const faults = (await verifyFolder(folder)).flatMap((one) => one.faults.map((fault) => `${one.name}: ${fault}`))
  expect(faults).toEqual([
    `${first}: its bytes are not those of the hash beside it`,
    `${second}: it names another file of ${first.slice(0, 10)} than the one here`,
  ])
  await writeFile(path, bytes.subarray(0, -1))
  expect((await verifyFile(path)).faults).toContain('the last line is cut off')
  await writeFile(path, bytes)
  const command = new URL('../../export-verify.ts', import.meta.url).pathname
  expect((await run(process.execPath, [command, folder])).stdout).toMatch(/^ok {5}\d{4}/)
  await rename(join(folder, second), join(folder, 'away'))
  const missing = await run(process.execPath, [command, folder]).catch(
    (error: { code: number; stdout: string }) => error,
  )
  expect(missing).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`the file of ${second.slice(0, 10)} is missing`),
  })
  await rename(join(folder, 'away'), join(folder, second))
})

test('a file that a killed process has begun is made by the next one, as it would have been', async () => {
  const day = today()
  await nare.bettor(100)
  await nextDayAt(3)
  const uptoN = await nare.app.regulator.lines.number()
  const begun = await store.claimFile(nare.base.db, { day, uptoN, claim: crypto.randomUUID() })
  await writeFile(join(folder, `.${day}.ndjson.${begun?.claim}`), 'half a li')
  await nare.bettor(100)
  expect(await nare.app.regulator.files.make(day)).toBe('busy')
  await sql`update regulator.day_file set claimed_until = platform.unmoved_now() - interval '1 second' where day = ${day}::date`.execute(
    nare.base.db,
  )
  expect(await nare.app.regulator.files.make(day)).toMatchObject({ file: { uptoN, previous: begun?.previous } })
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])
  expect((await verifyFolder(folder)).flatMap(({ faults }) => faults)).toEqual([])
  expect(await readIndependently(folder)).toMatchObject({ faults: [] })
  // The process that was only paused finds that its claim is gone.
  expect(begun && (await store.keepClaim(nare.base.db, begun))).toBe(false)
})

test('a reader that goes on from its last number gets every row once, whatever the order of numbers and commits', async () => {
  const last = BigInt(Number((await linesAfter(nare, 0n)).at(-1)?.['n']))
  const price = (db: Db | Parameters<Parameters<typeof transact>[1]>[0], match: number) =>
    sql`
    insert into catalog.price_change (match_id, market_id, line, state, keys, prices, version, source, at)
    values (${match}, 1, '', 'open', '{1}', '{2000}', 1, ${'te\u2028st'}, platform.now())`.execute(db)
  // A row with a lower number is committed after one with a higher number.
  let release = (): void => undefined
  const held = new Promise<void>((done) => (release = done))
  let drawn = (): void => undefined
  const isDrawn = new Promise<void>((done) => (drawn = done))
  const slow = transact(writers, async (tx) => {
    await price(tx, 1)
    drawn()
    await held
  })
  await isDrawn
  await price(writers, 2)
  const reading = linesAfter(nare, last)
  release()
  await slow
  const first = await reading
  const upTo = BigInt(Number(first.at(-1)?.['n'] ?? last))
  const matches = [...first, ...(await linesAfter(nare, upTo))].map((line) => line['match_id'])
  expect(matches).toEqual(['1', '2'])
  // Many at once, while somebody reads.
  const start = await nare.app.regulator.lines.number()
  let writing = true
  const written = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; n < 25; n++)
      await transact(writers, async (tx) => {
        await price(tx, 1_000 + writer * 100 + n)
        await sql`select pg_sleep(${((writer * 7 + n * 3) % 5) / 1000})`.execute(tx)
      })
  })
  const all = Promise.all(written).finally(() => (writing = false))
  const seen: string[] = []
  let at = start
  do {
    for (const line of await linesAfter(nare, at)) {
      seen.push(String(line['match_id']))
      at = BigInt(Number(line['n']))
    }
  } while (writing)
  await all
  for (const line of await linesAfter(nare, at)) seen.push(String(line['match_id']))
  expect(seen.toSorted()).toEqual(
    Array.from({ length: 8 }, (_, writer) => Array.from({ length: 25 }, (__, n) => String(1_000 + writer * 100 + n)))
      .flat()
      .toSorted(),
  )
})

test('the stream goes on from a number, with the lines of the files', async () => {
  const all = await get('/v1/regulator/stream?after=0&limit=10000')
  const numbers = all.lines.map(({ n }) => Number(n))
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(all.text.split(/[\n\u2028]/)).toHaveLength(all.lines.length + 1)
  const some = await get('/v1/regulator/stream?limit=5')
  expect(some.lines).toEqual(all.lines.slice(0, 5))
  const next = await get(`/v1/regulator/stream?after=${String(some.lines.at(-1)?.['n'])}&limit=7`)
  expect(next.lines).toEqual(all.lines.slice(5, 12))
  const ledgerNumbers = all.lines.flatMap(({ ledger_no: no }) => (no === undefined ? [] : Number(no)))
  expect(ledgerNumbers).toEqual(ledgerNumbers.toSorted((a, b) => a - b))
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ndjson')).sort()
  const ofFiles = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('')
  for (const line of all.text.split('\n').slice(0, 20)) expect(ofFiles).toContain(line)
  expect((await get('/v1/regulator/stream?after=x')).status).toBe(400)
  expect((await get('/v1/regulator/stream?limit=20000')).status).toBe(400)
})

test('only a token with export.read alone reads, and only from its addresses', async () => {
  for (const url of ['/v1/regulator/stream', `/v1/regulator/export/${today()}`, '/v1/regulator/schema']) {
    expect(await get(url), url).toMatchObject({ status: 200 })
    expect(await get(url, { name: 'tom' }), url).toMatchObject({ status: 403 })
    expect(await get(url, { name: 'fay' }), url).toMatchObject({
      ...{ status: 403, text: expect.stringContaining('export.read and nothing else') },
    })
    expect(await get(url, { name: 'nobody' }), url).toMatchObject({ status: 403 })
    expect(await get(url, { address: '10.0.0.9' }), url).toMatchObject({ status: 403 })
    expect(await nare.app.app.inject({ url }), url).toMatchObject({ statusCode: 401 })
  }
  expect(await get(`/v1/operator/regulator/${today()}.ndjson`)).toMatchObject({ status: 403 })
})

test('a day that has ended is made when it is asked for, the running one is sent as it is so far, others are refused', async () => {
  const day = today()
  const bettor = await nare.bettor(100)
  const soFar = await get(`/v1/regulator/export/${day}`)
  expect(soFar.lines[0]).toMatchObject({ type: 'file', day, complete: false })
  expect(soFar.text).toContain(`"bettor_id":"${bettor.id}"`)
  await nextDayAt(0.5)
  const made = await get(`/v1/regulator/export/${day}`)
  expect(made.lines[0]).toMatchObject({ type: 'file', day, complete: true, zone, country: 'ke', currency: 'KES' })
  expect(made.text).toBe(await readFile(join(folder, `${day}.ndjson`), 'utf8'))
  expect(await get('/v1/regulator/export/2020-01-01')).toMatchObject({ status: 404 })
  expect(await get('/v1/regulator/export/2099-01-01')).toMatchObject({ status: 404 })
  expect(await get('/v1/regulator/export/yesterday')).toMatchObject({ status: 400 })
  const make = (of: string, name = 'fay') =>
    nare.call(operatorRegulator.makeDay, { day: of, reason: 'asked by the inspector' }, operatorToken(name))
  expect(await make(day)).toMatchObject({ status: 200, body: { day, state: 'made' } })
  expect(await make(today())).toMatchObject({ status: 422, body: { code: 'too_early' } })
  expect(await make(day, 'tom')).toMatchObject({ status: 403 })
  const shown = await nare.call(operatorRegulator.days, {}, operatorToken('fay'))
  expect(shown.body.data[0]).toMatchObject({ day, state: 'made', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(shown.body.readers).toContainEqual(expect.objectContaining({ name: 'ivy', what: 'file', upto: day }))
  const file = await get(`/v1/operator/regulator/${day}.ndjson`, { name: 'fay' })
  expect(file.text).toBe(made.text)
})

test('lines have personal fields only if they are configured', async () => {
  const other = await testApp(
    { REGULATOR_DIR: folder, REGULATOR_FIELDS: 'msisdn', OPERATORS: operatorsOf({ ivy: 'export.read' }) },
    { base: nare.base },
  )
  const reply = await other.app.app.inject({
    url: '/v1/regulator/stream',
    headers: { authorization: `Bearer ${operatorToken('ivy')}` },
  })
  expect(reply.body).toMatch(/"bettor":\{"msisdn":"2547\d+"\}/)
  expect(reply.body).not.toContain('Seeded')
  await other.close()
})
