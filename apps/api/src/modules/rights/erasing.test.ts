import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complaints } from '@nare/contract/complaints'
import { identity } from '@nare/contract/identity'
import { kyc } from '@nare/contract/kyc'
import { payments } from '@nare/contract/payments'
import { rights as calls } from '@nare/contract/rights'
import { sandbox } from '@nare/contract/sandbox'
import { readConfig } from '#config'
import { countryOf } from '#country/countries'
import { openVault } from '#modules/identity/identity'
import { verifyLedger } from '#modules/ledger/ledger'
import { shownRetention } from '#modules/protection/protection'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { openRetention } from '#platform/retention'
import { testApp, type TestApp } from '#testing/app'
import { pngFile } from '#testing/pictures'
import { withdraw } from '#testing/withdraw'
import { accountErasure, erasures } from './erasing.ts'

const password = 'a long way to Nakuru'
const key = Buffer.alloc(32, 7)
let nare: TestApp
let documents: string
let owner: Db
beforeAll(async () => {
  documents = await mkdtemp(join(tmpdir(), 'nare-erasing-'))
  nare = await testApp({ KYC_DIR: documents, KYC_KEY: key.toString('hex') })
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
  await rm(documents, { recursive: true })
})

let numbers = 723_000_000
async function newBettor(name = 'Asha Own', amount = '500') {
  const msisdn = `254${numbers++}`
  await nare.app.identity.openDemo({ msisdn, password, name })
  await nare.call(sandbox.fund, { msisdn, amount })
  return { msisdn, token: (await nare.call(identity.login, { msisdn, password })).body.user.token }
}

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
  'what she said',
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
  await sql`
    insert into care.contact (bettor_id, at, by, channel, said, measure) values (${id}::bigint, now(), 'esther', 'phone', 'what she said', 'none')`.execute(
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
  expect(rows).toMatchObject([
    { bettor: old.id, what: { 'identity.bettor': 1, 'complaints.complaint': 1, 'care.contact': 1 } },
  ])
  const texts = await sql<{ text: string }>`
    select to_jsonb(c)::text || to_jsonb(n)::text || to_jsonb(m)::text || to_jsonb(k)::text || to_jsonb(b)::text || to_jsonb(x)::text || to_jsonb(s)::text as text
    from complaints.complaint c, care.contact s, identity.bettor_note n, identity.bettor_message m, identity.kyc_case k, identity.bettor b, protection.closed x
    where c.bettor_id = ${old.id}::bigint and n.bettor = c.bettor_id and m.bettor = c.bettor_id and k.bettor = c.bettor_id
      and b.id = c.bettor_id and x.bettor_id = c.bettor_id and s.bettor_id = c.bettor_id`.execute(owner)
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
    "update care.contact set measure = 'break' where bettor_id = $1",
    'delete from care.contact where bettor_id = $1',
    'update rights.erasure set at = now()',
  ])
    await expect(change(owner, statement), statement).rejects.toThrow('append-only')
})

test('what bettors were shown to protect them is deleted after the years of histories', async () => {
  await sql`
    insert into protection.shown (bettor_id, at, what)
    values (1, now() - interval '8 years', 'help_line'), (1, now() - interval '6 years', 'help_line')`.execute(owner)
  const plan = { folder: undefined, years: 7, days: 90, months: [], ranges: [], forget: [shownRetention] }
  const retention = openRetention({ connection: nare.base.connection, log: openLog('silent'), ...plan })
  expect((await retention.plan())?.deleted).toEqual({ [shownRetention.what]: 1 })
  expect((await retention.run())?.deleted).toEqual({ [shownRetention.what]: 1 })
  const { rows } = await sql`select from protection.shown`.execute(owner)
  expect(rows).toHaveLength(1)
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

test('an account to which the house owes money is kept whole until it is paid', async () => {
  const rich = await newBettor('Kept Whole', '5000')
  const id = (await nare.app.identity.bettorByMsisdn(rich.msisdn)) ?? 0n
  await sql`
    insert into protection.closed (bettor_id, since, reason, by)
    values (${id}::bigint, now() - make_interval(years => 8), 'as the officer wants', 'esther')`.execute(owner)
  const numberOf = async () =>
    (await sql<{ msisdn: string }>`select msisdn from identity.bettor where id = ${id}::bigint`.execute(owner)).rows
  expect(await erase()).toMatchObject({ planned: { [what]: 0 }, deleted: { [what]: 0 } })
  expect(await numberOf()).toEqual([{ msisdn: rich.msisdn }])
  expect((await withdraw(nare, rich.token, '5000')).status).toBe(200)
  expect(await erase()).toMatchObject({ deleted: { [what]: 0 } })
  await sql`update payments.withdrawal set state = 'failed', reason = 'x' where bettor_id = ${id}::bigint`.execute(
    owner,
  )
  expect(await erase()).toMatchObject({ planned: { [what]: 1 }, deleted: { [what]: 1 } })
  expect(await numberOf()).toEqual([{ msisdn: `erased-${id}` }])
})
