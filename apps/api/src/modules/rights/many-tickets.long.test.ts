import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identity } from '@nare/contract/identity'
import { ledger } from '@nare/contract/ledger'
import { sandbox } from '@nare/contract/sandbox'
import { openVault } from '#modules/identity/identity'
import { openBackground } from '#platform/background'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { openRights } from './rights.ts'

const password = 'a long way to Nakuru'
const tickets = 100_000
/** How much more memory may be in use while a download is made or read than before, in bytes: some steps of it, not the whole. */
const bytesMore = 24_000_000

let nare: TestApp
let folder: string
let owner: Db
beforeAll(async () => {
  nare = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'nare-many-'))
  owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
})
afterAll(async () => {
  await owner.destroy()
  await nare.close()
  await rm(folder, { recursive: true })
})

async function newBettor(msisdn: string) {
  await nare.app.identity.openDemo({ msisdn, password, name: 'Asha Own' })
  await nare.call(sandbox.fund, { msisdn, amount: '5000' })
  const { token, id } = (await nare.call(identity.login, { msisdn, password })).body.user
  return { id: BigInt(id), token }
}

/** Copies the rows of a table that match a condition, `tickets` times, with some columns of each copy of its own. */
async function multiply(table: string, of: string, columns: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(owner)
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => columns[name] ?? `t.${name}`)
  await sql
    .raw(
      `insert into ${table} (${names.join()}) overriding system value
       select ${values.join()} from (select * from ${table} where ${of}) t, generate_series(1, ${tickets}) g`,
    )
    .execute(owner)
  await sql.raw(`analyze ${table}`).execute(owner)
}

/** A bettor with very many tickets: copies of one, with its legs and its movements of money. */
async function bettorWithTickets() {
  const bettor = await newBettor('254721000001')
  const bets = betsOn(nare)
  await bets.mustPlace(bettor.token, [pick(await nare.match())])
  const own = `bettor_id = ${bettor.id}`
  // The copies are no bets of the house: nothing follows them.
  await sql`set session_replication_role = replica`.execute(owner)
  await multiply('betting.bet', own, {
    ...{ bet_id: 't.bet_id + g', no: 't.no + g', client_id: 'gen_random_uuid()' },
    placed_at: "t.placed_at - g * interval '1 minute'",
  })
  await multiply('betting.leg', own, { bet_id: 't.bet_id + g', match_id: 't.match_id + g % 2000' })
  const stakes = `about = (select 'bet/' || min(bet_id) from betting.bet where ${own})`
  const no = `(select max(no) from ledger.transfer where ${stakes})`
  await multiply('ledger.entry', `transfer_no = ${no}`, { transfer_no: 't.transfer_no + 1000 + g' })
  await multiply('ledger.transfer', `no = ${no}`, { no: 't.no + 1000 + g', id: `t.id || '/' || g` })
  await sql`set session_replication_role = origin`.execute(owner)
  return bettor
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
function bytesInUse(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const timeout = 900_000

test(
  'a bettor with 100,000 tickets downloads everything in bounded memory, while other people are served',
  { timeout },
  async () => {
    const bettor = await bettorWithTickets()
    const other = await newBettor('254721000002')
    const vault = openVault({ folder, from: { key: Buffer.alloc(32, 7) } })
    let [bytes, pieces, most] = [0, 0, 0]
    const note = () => void (most = Math.max(most, bytesInUse()))
    const rights = openRights({
      db: nare.base.db,
      identity: nare.app.identity,
      background: openBackground({ db: nare.base.db, log: openLog('silent') }),
      vault: {
        ...vault,
        async write(name, content) {
          bytes += content.length
          if (++pieces % 10 === 0) note()
          await vault.write(name, content)
        },
      },
    })
    await rights.ask(bettor.id, { id: randomUUID() })
    const before = bytesInUse()
    const fromMs = performance.now()
    let isMaking = true
    const made = rights.make().finally(() => (isMaking = false))
    let served = 0
    while (isMaking) {
      expect((await nare.call(ledger.transactions, {}, other.token)).status).toBe(200)
      served++
    }
    await made
    const seconds = (performance.now() - fromMs) / 1000
    expect((await rights.last(bettor.id)).data).toMatchObject({ state: 'ready' })
    expect(bytes).toBeGreaterThan(2 * bytesMore)
    const more = most - before
    expect(more).toBeLessThan(bytesMore)
    expect(served).toBeGreaterThan(pieces / 10)

    const file = await rights.open(bettor.id, password)
    if (!file.ok) throw new Error(file.code)
    const rows = new Map<string, number>()
    const start = bytesInUse()
    let read = 0
    most = 0
    for await (const piece of file.value) {
      for (const line of Buffer.from(piece).toString().trimEnd().split('\n')) {
        const table = /^\{"table":"([a-z_.]+)"/.exec(line)?.[1] ?? 'index'
        rows.set(table, (rows.get(table) ?? 0) + 1)
      }
      if (rows.size > 0 && ++read % 10 === 0) note()
    }
    expect(most - start).toBeLessThan(bytesMore)
    expect(Object.fromEntries(rows)).toMatchObject({ index: 1, 'betting.bet': tickets + 1, 'betting.leg': tickets + 1 })
    expect(rows.get('ledger.entry')).toBeGreaterThan(tickets)
    const mb = (of: number) => `${(of / 1e6).toFixed(0)} MB`
    console.log(
      `${pieces} pieces, ${mb(bytes)} in ${seconds.toFixed(0)} s with ${mb(more)} of memory, ${served} other calls meanwhile`,
    )
  },
)
