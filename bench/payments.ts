import { sql } from 'kysely'
import pg from 'pg'
import { openProviders, type SandboxProviders } from '@nare/api/sandbox/payments/providers'
import { callbackSecret } from '@nare/api/testing/callback-secret'
import { darajaEnv } from '@nare/api/testing/providers-env'
import { type BareAsks, startBareAsks } from './support/bare-asks.ts'
import { cpuOf, cpuText } from './support/cpu.ts'
import { approvedDeposits, sendCallbacks, untilDeposits, type Answered, type Callback } from './support/depositing.ts'
import { startServer, type BenchServer } from './support/server.ts'
import { makeBettors } from './support/world.ts'

/**
 * `npm run bench payments`: callbacks of approved deposits per second, from the first callback to the last credit, each confirmed by a
 * query to the provider over HTTP. Prints the delays of a callback's response and of its credit. Compared with one hand-written statement
 * per credit on the same schema over as many connections, and with a bare server that queries the provider about each callback and
 * stores nothing. Runs over 16 and over 64 connections; both servers are warm.
 */
const count = Number(process.env['BENCH_DEPOSITS'] ?? 3000)
const connectionCounts = (process.env['BENCH_CONNECTIONS'] ?? '16,64').split(',').map(Number)
const warmUp = 1000
const pollMs = 20
let creditedSoFar = 0

await main()

async function main(): Promise<void> {
  const fakes = openProviders()
  const server = await startServer({ ...(await darajaEnv(fakes)), CALLBACK_SECRET: callbackSecret })
  const bare = await startBareAsks(await fakes.daraja())
  try {
    console.log(`warming up with ${warmUp} callbacks …`)
    const { callbacks } = await credited({ server, fakes }, 64, warmUp)
    await asked(bare, callbacks, 64)
    for (const connections of connectionCounts) {
      console.log(`creating ${count} bettors, each with a prompt on the phone …`)
      const ours = await credited({ server, fakes }, connections, count)
      const asks = await asked(bare, ours.callbacks, connections)
      const raw = await rawCredits(server, ours.bettors, connections)
      const { answered, credit, rate } = ours
      console.log(`${count} callbacks over ${connections} connections`)
      console.log(`  credited                  ${rate.toFixed(0)} a second`)
      console.log(`  answered with 200 after   p50 ${answered.p50.toFixed(1)} ms, p99 ${answered.p99.toFixed(1)} ms`)
      console.log(`  credited after arrival    p50 ${credit.p50.toFixed(0)} ms, p99 ${credit.p99.toFixed(0)} ms`)
      console.log(`  the same rows by raw SQL  ${raw.toFixed(0)} a second; ratio ${(rate / raw).toFixed(2)}`)
      console.log(`  a bare server that queries${asks.toFixed(0)} a second; ratio ${(rate / asks).toFixed(2)}`)
      console.log(`  ${ours.cpu}`)
    }
  } finally {
    bare.stop()
    await server.stop()
    await fakes.close()
  }
}

/** Sends the callbacks of `callbackCount` approved deposits and waits until all are credited. */
async function credited(
  { server, fakes }: { server: BenchServer; fakes: SandboxProviders },
  connections: number,
  callbackCount: number,
) {
  const bettors = await makeBettors(server, callbackCount)
  const callbacks = await approvedDeposits({ server, fakes, bettors })
  const before = await cpuOf(server)
  const started = performance.now()
  const answered = await sendCallbacks({ url: server.url.href, callbacks, connections })
  await untilDeposits(server, 'succeeded', (creditedSoFar += callbackCount))
  const seconds = (performance.now() - started) / 1000
  const cpu = cpuText(before, await cpuOf(server), callbackCount)
  const ids = bettors.map(({ id }) => id)
  return {
    bettors: ids,
    callbacks,
    answered,
    cpu,
    rate: callbackCount / seconds,
    credit: await creditTimes(server, ids),
  }
}

/** The callbacks per second that a bare server accepts and confirms with the provider. */
async function asked(bare: BareAsks, callbacks: readonly Callback[], connections: number): Promise<number> {
  const before = await bare.asked()
  const started = performance.now()
  await sendCallbacks({ url: bare.url.href, callbacks, connections })
  while ((await bare.asked()) - before < callbacks.length) await new Promise((resolve) => setTimeout(resolve, pollMs))
  return callbacks.length / ((performance.now() - started) / 1000)
}

/** The times from the arrival of a callback to the end of its deposit, from the stored rows. */
async function creditTimes(server: BenchServer, bettors: readonly bigint[]): Promise<Answered> {
  const { rows } = await sql<{ p50: number; p99: number }>`
    select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99
    from (select extract(epoch from d.changed_at - min(c.received_at)) * 1000 as ms from payments.deposit d
      join payments.address a on a.payment_id = d.id and a.purpose = 'prompt' join payments.callback c on c.key = a.key_hash
      where d.bettor_id = any(${bettors}::bigint[]) group by d.id) each`.execute(server.db)
  return { p50: Number(rows[0]?.p50 ?? 0), p99: Number(rows[0]?.p99 ?? 0) }
}

/** Credits per second by one statement each with the minimum of rows: callback, deposit, transfer, three entries and the balance. */
async function rawCredits(server: BenchServer, bettors: readonly bigint[], connections: number): Promise<number> {
  const pool = new pg.Pool({ ...server.connection, max: connections })
  const { rows } = await pool.query<{ name: string; id: bigint }>(
    `select name, id from ledger.account where name in ('provider:mpesa', 'tax:excise')`,
  )
  const house = (name: string) => rows.find((row) => row.name === name)?.id
  const text = `
    with stored as (insert into payments.callback (key, body, received_at, processed_at) values ('raw', $2, platform.now(), platform.now())),
    deposit as (update payments.deposit set changed_at = platform.now(), checks = checks + 1 where bettor_id = $1 returning id),
    paid as (update ledger.account set balance = balance + 9500, version = version + 1 where owner = $1 and kind = 'cash' returning id, balance),
    moved as (insert into ledger.transfer (id, hash, kind, at) select 'raw/' || id, '\\x00', 'raw', platform.now() from deposit returning no)
    insert into ledger.entry (account_id, transfer_no, amount, balance_after)
    select paid.id, no, 9500::bigint, paid.balance from paid, moved
    union all select ${house('provider:mpesa')}, no, -10000, null from moved
    union all select ${house('tax:excise')}, no, 500, null from moved`
  const body = 'x'.repeat(300)
  let at = 0
  const started = performance.now()
  const worker = async () => {
    while (at < bettors.length) await pool.query({ name: 'raw', text, values: [bettors[at++], body] })
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - started) / 1000
  await pool.end()
  return bettors.length / seconds
}
