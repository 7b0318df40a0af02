import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complaints } from '@nare/contract/complaints'
import { identity } from '@nare/contract/identity'
import { myDataFile, rights as calls } from '@nare/contract/rights'
import { sandbox } from '@nare/contract/sandbox'
import { openVault } from '#modules/identity/identity'
import { openBackground } from '#platform/background'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { notInDownload, ownParts } from './parts.ts'
import { openRights } from './rights.ts'

const password = 'a long way to Nakuru'
const key = Buffer.alloc(32, 7)
let nare: TestApp
let documents: string
beforeAll(async () => {
  documents = await mkdtemp(join(tmpdir(), 'nare-rights-'))
  nare = await testApp({ KYC_DIR: documents, KYC_KEY: key.toString('hex') })
})
afterAll(async () => {
  await nare.close()
  await rm(documents, { recursive: true })
})

/** The work of the server's jobs, with small steps. */
function work({ fails }: { fails?: () => void } = {}) {
  const { db } = nare.base
  const vault = openVault({ folder: join(documents, 'downloads'), from: { key } })
  return openRights({
    db,
    identity: nare.app.identity,
    vault: {
      ...vault,
      async write(name, content) {
        await vault.write(name, content)
        fails?.()
      },
    },
    background: openBackground({ db, log: openLog('silent') }),
    rowsInStep: 2,
  })
}

let numbers = 722_000_000
async function newBettor() {
  const msisdn = `254${numbers++}`
  await nare.app.identity.openDemo({ msisdn, password, name: 'Asha Own' })
  await nare.call(sandbox.fund, { msisdn, amount: '500' })
  return { msisdn, token: (await nare.call(identity.login, { msisdn, password })).body.user.token }
}
const ask = (token: string, id = randomUUID()) => nare.call(calls.askMyData, { id }, token)
const file = (token: string, given: object) =>
  nare.app.app.inject({
    method: 'POST',
    url: myDataFile,
    headers: { authorization: `Bearer ${token}` },
    payload: given,
  })

test('each table with a bettor’s column is in the download or a listed exception, and in the data map', async () => {
  const { rows } = await sql<{ table: string }>`
    select distinct n.nspname || '.' || c.relname as table
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped and a.attname in ('bettor', 'bettor_id')
    where c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(nare.base.db)
  const named = new Set([...ownParts.map(({ table }) => table), ...Object.keys(notInDownload)])
  expect(rows.map(({ table }) => table).filter((table) => !named.has(table))).toEqual([])
  const map = await readFile(new URL('../../../../../docs/data-map.md', import.meta.url), 'utf8')
  expect([...named].filter((table) => !map.includes(`| \`${table}\` |`))).toEqual([])
  const { rows: all } = await sql<{ table: string }>`
    select n.nspname || '.' || c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace`.execute(
    nare.base.db,
  )
  const existing = new Set(all.map(({ table }) => table))
  expect([...named].filter((table) => !existing.has(table))).toEqual([])
  expect(Object.keys(notInDownload).filter((table) => ownParts.some((part) => part.table === table))).toEqual([])
})

test('an index of each part begins with the bettor, so that a page reads no rows of others', async () => {
  const { rows } = await sql<{ table: string }>`
    select n.nspname || '.' || c.relname as table
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and not a.attisdropped and a.attname in ('bettor', 'bettor_id')
    where c.relkind in ('r', 'p') and not c.relispartition and not exists (
      select from pg_index i where i.indrelid = c.oid and i.indkey[0] = a.attnum
        and (i.indpred is null or pg_get_expr(i.indpred, c.oid) = format('(%I IS NOT NULL)', a.attname)))`.execute(
    nare.base.db,
  )
  const slow = new Set(rows.map(({ table }) => table))
  expect(ownParts.map(({ table }) => table).filter((table) => slow.has(table))).toEqual([])
})

test('each part reads its rows in pages, and no row twice', async () => {
  for (const { table, read } of ownParts)
    expect(await read(nare.base.db, { bettor: 0n, after: undefined, most: 1 }), table).toEqual({
      rows: [],
      next: undefined,
    })
})

test('a download holds the bettor’s rows of all areas, also when its steps are interrupted, and no secret and no name of staff', async () => {
  const [own, other] = [await newBettor(), await newBettor()]
  const match = await nare.match()
  for (const _ of [1, 2, 3]) await betsOn(nare).mustPlace(own.token, [pick(match)])
  await betsOn(nare).mustPlace(other.token, [pick(match)])
  const complain = { id: randomUUID(), about: 'other', text: 'It went\u2028wrong' } as const
  await nare.call(complaints.complain, complain, own.token)
  // What staff write for themselves, and the number of somebody else who paid.
  const id = (await nare.app.identity.bettorByMsisdn(own.msisdn)) ?? 0n
  for (const row of [
    sql`identity.kyc_wanted (bettor, by, reason, at) values (${id}::bigint, 'sue', 'looks like washed money', platform.now())`,
    sql`points.adjustment (id, bettor_id, points, reason, proposed_by, proposed_at)
      values (gen_random_uuid(), ${id}::bigint, 5, 'looks like washed money', 'sue', platform.now())`,
    sql`payments.deposit
      (bettor_id, kind, client_id, hash, provider, msisdn, amount, tax, net, reference, state, reason, payer, created_at, changed_at)
      values (${id}::bigint, 'prompt', gen_random_uuid(), '\\x01', 'mpesa', ${own.msisdn}, 100, 0, 100, 'a1b2c3d4e5f6', 'failed', 'x',
        ${other.msisdn}, platform.now(), platform.now())`,
  ])
    await sql`insert into ${row}`.execute(nare.base.db)
  expect((await nare.call(calls.myData, {}, own.token)).body).toEqual({ data: null })
  const asked = await ask(own.token)
  expect(asked).toMatchObject({ status: 200, body: { data: { state: 'making', ready_at: null } } })
  expect(await file(own.token, { password })).toMatchObject({ statusCode: 404 })

  let writes = 0
  const interrupted = work({
    fails: () => {
      if (++writes % 2 === 1) throw new Error('the process was killed')
    },
  })
  for (let runs = 0; runs < 40; runs++) await interrupted.make()
  await work().make()
  const ready = await nare.call(calls.myData, {}, own.token)
  expect(ready.body.data).toMatchObject({ state: 'ready' })
  expect(JSON.stringify((await nare.call(sandbox.phone, { msisdn: own.msisdn })).body)).toContain('Your data is ready')

  expect(await file(own.token, { password: 'wrong' })).toMatchObject({ statusCode: 422 })
  expect(await file(own.token, {})).toMatchObject({ statusCode: 400 })
  expect(await file(other.token, { password })).toMatchObject({ statusCode: 404 })
  const got = await file(own.token, { password })
  expect(got.statusCode).toBe(200)
  const [index, ...lines] = got.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { table: string; row: Record<string, unknown> })
  expect(index).toMatchObject({ index: ownParts.map(({ table, about }) => ({ table, about })) })
  const count = (table: string) => lines.filter((line) => line.table === table).length
  expect(count('betting.bet')).toBe(3)
  expect(count('betting.leg')).toBe(3)
  expect(count('ledger.entry')).toBeGreaterThan(3)
  expect(lines.find(({ table }) => table === 'identity.bettor')?.row).toMatchObject({
    msisdn: own.msisdn,
    name: 'Asha Own',
  })
  expect(lines.find(({ table }) => table === 'complaints.complaint')?.row).toMatchObject({ text: 'It went\u2028wrong' })
  expect(lines.find(({ table }) => table === 'identity.kyc_wanted')?.row).toHaveProperty('at')
  expect(got.body).not.toMatch(/looks like washed money|\u2028/)
  expect(ready.body.data?.rows).toBe(lines.length)
  expect(new Set(lines.map((line) => JSON.stringify(line))).size).toBe(lines.length)
  const fields = new Set(lines.flatMap(({ row }) => Object.keys(row)))
  expect([...fields].filter((name) => /hash|secret|sealed|signing|mark$|_by$|^by$/.test(name))).toEqual([])
  expect(got.body).not.toContain(other.msisdn)

  const folder = join(documents, 'downloads')
  const files = await readdir(folder)
  expect(files.length).toBeGreaterThan(3)
  for (const name of files) expect((await readFile(join(folder, name))).includes(own.msisdn)).toBe(false)
  await sql`update rights.download set expires_at = platform.now() - interval '1 second'`.execute(nare.base.db)
  await work().removeExpired()
  expect(await readdir(folder)).toEqual([])
  expect((await nare.call(calls.myData, {}, own.token)).body.data).toMatchObject({ state: 'removed' })
  expect(await file(own.token, { password })).toMatchObject({ statusCode: 404 })
})

test('a hundred identical requests ask once; another one is refused until a day later', async () => {
  const { token } = await newBettor()
  const id = randomUUID()
  const replies = await Promise.all(Array.from({ length: 100 }, () => ask(token, id)))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1)
  expect(await ask(token)).toMatchObject({ status: 429, body: { message: 'You can ask once a day' } })
  await sql`update rights.download set asked_at = asked_at - interval '24 hours'`.execute(nare.base.db)
  expect(await ask(token)).toMatchObject({ status: 200 })
})
