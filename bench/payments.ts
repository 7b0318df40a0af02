import { sql } from 'kysely'
import pg from 'pg'
import type { DarajaSettings } from '@nare/api/modules/payments/payments'
import { openProviders } from '@nare/api/sandbox/payments/providers'
import { callbackSecret } from '@nare/api/testing/callback-secret'
import { darajaEnv } from '@nare/api/testing/daraja-env'
import { startBareAsks } from './support/bare-asks.ts'
import { cpuOf, cpuText } from './support/cpu.ts'
import { approvedDeposits, sendCallbacks, untilDeposits, type Answered, type Callback } from './support/depositing.ts'
import { startServer, type BenchServer } from './support/server.ts'
import { makeBettors } from './support/world.ts'

/**
 * `npm run bench payments`: callbacks of approved deposits a second, from the first callback to the last credit, each
 * confirmed by a query to the provider over HTTP, with how long a callback's answer and its credit took, beside one
 * hand-written statement a credit against the same schema, and beside a bare server that asks the provider about each callback and
 * stores nothing.
 */
const count = Number(process.env['BENCH_DEPOSITS'] ?? 3000)
const connections = 16
const pollMs = 20

await main()

async function main(): Promise<void> {
  const fakes = openProviders()
  const server = await startServer({ ...(await darajaEnv(fakes)), CALLBACK_SECRET: callbackSecret })
  try {
    console.log(`making ${count} bettors with a prompt on the phone each …`)
    const bettors = await makeBettors(server, count)
    const callbacks = await approvedDeposits({ server, fakes, bettors })
    const before = await cpuOf(server)
    const started = performance.now()
    const answered = await sendCallbacks({ url: server.url.href, callbacks })
    await untilDeposits(server, 'succeeded', count)
    const seconds = (performance.now() - started) / 1000
    const cpu = cpuText(before, await cpuOf(server), count)
    const credit = await creditTimes(server)
    const asks = await bareAsks(await fakes.daraja(), callbacks)
    const raw = await rawCredits(
      server,
      bettors.map((one) => one.id),
    )
    console.log(
      `callbacks credited        ${(count / seconds).toFixed(0)} a second (${count} in ${seconds.toFixed(1)} s)`,
    )
    console.log(`answered with 200 after   p50 ${answered.p50.toFixed(1)} ms, p99 ${answered.p99.toFixed(1)} ms`)
    console.log(
      `credited after arrival    p50 ${credit.p50.toFixed(0)} ms, p99 ${credit.p99.toFixed(0)} ms, all sent at once`,
    )
    console.log(`the same rows by raw SQL  ${raw.toFixed(0)} a second; ratio ${(count / seconds / raw).toFixed(2)}`)
    console.log(
      `a bare server that asks   ${asks.toFixed(0)} a second, without a database; ratio ${(count / seconds / asks).toFixed(2)}`,
    )
    console.log(cpu)
  } finally {
    await server.stop()
    await fakes.close()
  }
}

/** The callbacks a second that a bare server accepts and asks the provider about. */
async function bareAsks(settings: DarajaSettings, callbacks: Callback[]): Promise<number> {
  const bare = await startBareAsks(settings)
  try {
    const started = performance.now()
    await sendCallbacks({ url: bare.url.href, callbacks })
    while ((await bare.asked()) < callbacks.length) await new Promise((resolve) => setTimeout(resolve, pollMs))
    return callbacks.length / ((performance.now() - started) / 1000)
  } finally {
    bare.stop()
  }
}

/** From the arrival of a callback to the end of its deposit, according to the rows. */
async function creditTimes(server: BenchServer): Promise<Answered> {
  const { rows } = await sql<{ p50: number; p99: number }>`
    select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99
    from (select extract(epoch from d.changed_at - min(c.received_at)) * 1000 as ms from payments.deposit d
      join payments.address a on a.payment_id = d.id and a.purpose = 'prompt' join payments.callback c on c.key = a.key_hash
      group by d.id) each`.execute(server.db)
  return { p50: Number(rows[0]?.p50 ?? 0), p99: Number(rows[0]?.p99 ?? 0) }
}

/** The least that a credit writes, in one statement: callback, deposit, transfer, three entries and the balance. */
async function rawCredits(server: BenchServer, bettors: readonly bigint[]): Promise<number> {
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
  const one = async () => {
    while (at < bettors.length) await pool.query({ name: 'raw', text, values: [bettors[at++], body] })
  }
  await Promise.all(Array.from({ length: connections }, one))
  const seconds = (performance.now() - started) / 1000
  await pool.end()
  return bettors.length / seconds
}
