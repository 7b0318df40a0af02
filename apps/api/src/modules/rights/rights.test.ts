import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complaints } from '@nare/contract/complaints'
import { identity } from '@nare/contract/identity'
import { kyc } from '@nare/contract/kyc'
import { payments } from '@nare/contract/payments'
import { myDataFile, rights as calls } from '@nare/contract/rights'
import { sandbox } from '@nare/contract/sandbox'
import { readConfig } from '#config'
import { countryOf } from '#country/countries'
import { openVault } from '#modules/identity/identity'
import { verifyLedger } from '#modules/ledger/ledger'
import { openBackground } from '#platform/background'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { openRetention } from '#platform/retention'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { pngFile } from '#testing/pictures'
import { accountErasure, erasures } from './erasing.ts'
import { notInDownload, ownParts } from './parts.ts'
import { openRights } from './rights.ts'

const password = 'a long way to Nakuru'
const key = Buffer.alloc(32, 7)
let nare: TestApp
let documents: string
let owner: Db
beforeAll(async () => {
  documents = await mkdtemp(join(tmpdir(), 'nare-rights-'))
  nare = await testApp({ KYC_DIR: documents, KYC_KEY: key.toString('hex') })
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
})
afterAll(async () => {
  await owner.destroy()
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
async function newBettor(name = 'Asha Own', amount = '500') {
  const msisdn = `254${numbers++}`
  await nare.app.identity.openDemo({ msisdn, password, name })
  await nare.call(sandbox.fund, { msisdn, amount })
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
  const complain = { id: randomUUID(), about: 'other', text: 'It went wrong' } as const
  await nare.call(complaints.complain, complain, own.token)
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
  expect(lines.find(({ table }) => table === 'complaints.complaint')?.row).toMatchObject({ text: 'It went wrong' })
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

/** One run of the retention that erases; `stopAt` stops it after its step of this number. */
async function erase({ stopAt = Infinity }: { stopAt?: number } = {}) {
  let steps = 0
  const removed = openVault({ folder: documents, from: { key } })
  const config = readConfig({ KYC_DIR: documents })
  const forget = [
    accountErasure({
      defaults: { config, country: countryOf('ke') },
      remove: removed.remove,
      async reached() {
        if (++steps === stopAt) throw new Error('the process was killed')
      },
    }),
  ]
  const plan = { folder: undefined, years: 7, days: 90, months: [], ranges: [], forget }
  const retention = openRetention({ connection: nare.base.connection, log: openLog('silent'), ...plan })
  const planned = (await retention.plan())?.deleted
  const done = await retention.run().catch(() => undefined)
  return { steps, planned, deleted: done?.deleted }
}

const what = 'personal fields of closed accounts'
const words = [
  'Njeri Wasafu',
  'A23456789',
  'my secret complaint',
  'a note about her',
  'a message to her',
  'tired of it',
]

/** Whether any of these texts is in a table of the database, or the text of a name or number. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select n.nspname || '.' || c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'sandbox', 'operator')`.execute(
    owner,
  )
  const found: string[] = []
  for (const { table } of rows) {
    const { rows: hits } = await sql`
      select from ${sql.table(table)} t where exists (select from unnest(${texts}::text[]) word where strpos(t::text, word) > 0) limit 1`.execute(
      owner,
    )
    if (hits.length > 0) found.push(table)
  }
  return found
}

/** A bettor with everything that is erased, whose account was closed this many years ago. */
async function closedBettor(years: number) {
  const bettor = await newBettor('Njeri Wasafu', '10')
  const { msisdn, token } = bettor
  const id = (await nare.app.identity.bettorByMsisdn(msisdn)) ?? 0n
  const picture = pngFile('her face').toString('base64')
  const proof = {
    kind: 'passport',
    number: 'A23456789',
    name: 'Njeri Wasafu',
    front: picture,
    selfie: picture,
  } as const
  expect(await nare.call(kyc.checkIdentity, { id: randomUUID(), ...proof }, token)).toMatchObject({ status: 200 })
  await nare.call(complaints.complain, { id: randomUUID(), about: 'other', text: 'my secret complaint' }, token)
  await sql`insert into identity.bettor_note (bettor, text, by, at) values (${id}::bigint, 'a note about her', 'sue', now())`.execute(
    owner,
  )
  await sql`insert into identity.bettor_message (bettor, text, by, at) values (${id}::bigint, 'a message to her', 'sue', now())`.execute(
    owner,
  )
  await sql`insert into identity.kyc_wanted (bettor, by, reason, at) values (${id}::bigint, 'sue', 'a note about her', now())`.execute(
    owner,
  )
  await sql`insert into sms.message (id, msisdn, body) values (${randomUUID()}, ${msisdn}, 'BAL')`.execute(owner)
  await sql`
    insert into payments.deposit (bettor_id, kind, client_id, hash, provider, msisdn, amount, tax, net, reference, state, reason, payer, party, created_at, changed_at)
    values (${id}::bigint, 'prompt', gen_random_uuid(), '\\x01', 'mpesa', ${msisdn}, 100, 0, 100, left(md5(${msisdn}), 12), 'failed', 'x', ${msisdn},
      'Njeri Wasafu', now(), now())`.execute(owner)
  await sql`
    insert into protection.closed (bettor_id, since, reason)
    values (${id}::bigint, now() - make_interval(years => ${years}::int), 'tired of it')`.execute(owner)
  return { ...bettor, id }
}

test('an account that was closed for the legal term loses its personal fields, wherever the run is stopped', async () => {
  const [old, recent] = [await closedBettor(8), await closedBettor(6)]
  const bet = await sql<{ entries: string }>`
    select count(*)::text as entries from ledger.entry`.execute(owner)
  expect(await tablesWith([old.msisdn])).toEqual(
    expect.arrayContaining(['identity.bettor', 'payments.deposit', 'sms.message']),
  )
  const files = async () => (await readdir(documents)).filter((name) => /^[0-9a-f-]{36}$/.test(name)).length
  const before = await files()
  let stops = 0
  for (let stopAt = 1; ; stopAt++) {
    const { steps, planned, deleted } = await erase({ stopAt })
    if (deleted) {
      expect({ steps, planned, deleted }).toEqual({ steps: 0, planned: { [what]: 0 }, deleted: { [what]: 0 } })
      break
    }
    stops++
    expect(planned).toEqual({ [what]: 1 })
    const isErased = (await sql`select from rights.erasure`.execute(owner)).rows.length > 0
    const account =
      await sql`select from identity.bettor b, sms.message m where b.msisdn = m.msisdn and b.id = ${old.id}::bigint`.execute(
        owner,
      )
    expect(account.rows).toHaveLength(isErased ? 0 : 1)
    if (stopAt > 60) throw new Error('the erasure does not end')
  }
  // Two files, each area's rows, the record and the end.
  expect(stops).toBe(2 + erasures.length + 2)
  expect(await tablesWith([old.msisdn])).toEqual([])
  expect(await files()).toBe(before - 2)
  expect(await tablesWith([recent.msisdn])).toContain('identity.bettor')
  await sql`update identity.bettor set name = 'kept' where msisdn = ${recent.msisdn}`.execute(owner)
  const { rows } = await sql<{ bettor: bigint; what: Record<string, number> }>`
    select bettor_id as bettor, what from rights.erasure`.execute(owner)
  expect(rows).toMatchObject([{ bettor: old.id, what: { 'identity.bettor': 1, 'complaints.complaint': 1 } }])
  const texts = await sql<{ text: string }>`
    select to_jsonb(c)::text || to_jsonb(n)::text || to_jsonb(m)::text || to_jsonb(k)::text || to_jsonb(b)::text || to_jsonb(x)::text as text
    from complaints.complaint c, identity.bettor_note n, identity.bettor_message m, identity.kyc_case k, identity.bettor b, protection.closed x
    where c.bettor_id = ${old.id}::bigint and n.bettor = c.bettor_id and m.bettor = c.bettor_id and k.bettor = c.bettor_id
      and b.id = c.bettor_id and x.bettor_id = c.bettor_id`.execute(owner)
  expect(texts.rows).toHaveLength(1)
  expect(words.filter((word) => texts.rows[0]?.text.includes(word))).toEqual([])
  expect((await nare.call(identity.login, { msisdn: old.msisdn, password })).status).not.toBe(200)
  const entries = await sql<{ entries: string }>`select count(*)::text as entries from ledger.entry`.execute(owner)
  expect(entries.rows).toEqual(bet.rows)
  const checks = await verifyLedger(nare.base.db, { full: true })
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([])
})

test('nobody but the owner of the tables erases a protected text, and only where erasure says so', async () => {
  const { id } = await closedBettor(1)
  const change = (db: Db, statement: string) =>
    db.transaction().execute(async (tx) => {
      await sql`set local nare.erasing = 'yes'`.execute(tx)
      await sql.raw(statement.replace('$1', String(id))).execute(tx)
    })
  const text = "update complaints.complaint set text = 'changed' where bettor_id = $1"
  await expect(change(nare.base.db, text)).rejects.toThrow('append-only')
  await expect(sql.raw(text.replace('$1', String(id))).execute(owner)).rejects.toThrow('append-only')
  for (const statement of [
    'delete from complaints.complaint where bettor_id = $1',
    'update complaints.complaint set at = now() where bettor_id = $1',
    'update protection.closed set since = now() where bettor_id = $1',
    'delete from protection.closed where bettor_id = $1',
    'delete from identity.bettor_note where bettor = $1',
    'update rights.erasure set at = now()',
  ])
    await expect(change(owner, statement), statement).rejects.toThrow('append-only')
})

test('asking for erasure closes the account and starts the term; money or an open bet refuses it', async () => {
  const { token } = await newBettor()
  const eraseMyData = (given: string) => nare.call(calls.eraseMyData, { password: given }, token)
  expect(await eraseMyData('')).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
  expect(await eraseMyData('wrong')).toMatchObject({ status: 422, body: { code: 'wrong_credentials' } })
  expect(await eraseMyData(password)).toMatchObject({
    status: 422,
    body: { code: 'account_in_use', message: expect.stringContaining('can still be withdrawn') },
  })
  const poor = await newBettor('Asha Own', '9')
  const asked = await nare.call(calls.eraseMyData, { password }, poor.token)
  expect(asked.status).toBe(200)
  const [closed, after] = [new Date(asked.body.closed_at), new Date(asked.body.erased_after)]
  expect(after.getUTCFullYear() - closed.getUTCFullYear()).toBe(7)
  expect((await nare.call(calls.eraseMyData, { password }, poor.token)).body).toEqual(asked.body)
  const stake = await nare.call(payments.deposit, { id: randomUUID(), amount: '100' }, poor.token)
  expect(stake).toMatchObject({ status: 403, body: { code: 'self_excluded', closed: true } })
})
