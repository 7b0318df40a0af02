import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { callbackKey } from '@nare/api/modules/payments/payments'
import { openProviders } from '@nare/api/sandbox/payments/providers'
import { callbackSecret } from '@nare/api/testing/callback-secret'
import { darajaEnv } from '@nare/api/testing/daraja-env'
import { load, post } from './support/load.ts'
import { startServer, type BenchServer } from './support/server.ts'
import { makeBettors } from './support/world.ts'

/**
 * `npm run bench payments`: callbacks of approved deposits a second, from the first callback to the last credit, each
 * confirmed by a query to the provider over HTTP, with how long a callback's answer and its credit took, beside one
 * hand-written statement a credit against the same schema.
 */
const count = Number(process.env['BENCH_DEPOSITS'] ?? 3000)
const connections = 16
const pollMs = 20

if (process.argv[2] === 'load') await loadProcess()
else await main()

async function main(): Promise<void> {
  const fakes = openProviders()
  const server = await startServer({ ...(await darajaEnv(fakes)), CALLBACK_SECRET: callbackSecret })
  try {
    console.log(`making ${count} bettors with a prompt on the phone each …`)
    const bettors = await makeBettors(server, count)
    await fakes.fault('mpesa', 'callback_lost', count)
    for (let at = 0; at < count; at += connections)
      await Promise.all(bettors.slice(at, at + connections).map((one) => ask(server, one.token)))
    await until(async () => (await inState(server, 'pending')) >= count)
    for (const { msisdn } of bettors) {
      const [prompt] = await fakes.prompts(msisdn)
      if (prompt) await fakes.act(msisdn, prompt.id, 'approve')
    }
    const callbacks = await callbacksOf(server, (await fakes.books('mpesa')).prompts)
    const started = performance.now()
    const answered = await runLoad({ url: server.url.href, callbacks })
    await until(async () => (await inState(server, 'succeeded')) >= count)
    const seconds = (performance.now() - started) / 1000
    const credit = await creditTimes(server)
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
  } finally {
    await server.stop()
    await fakes.close()
  }
}

async function ask(server: BenchServer, token: string): Promise<void> {
  const reply = await fetch(new URL('/stk/deposit', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ id: randomUUID(), amount: '100' }),
  })
  if (reply.status !== 200) throw new Error(`a deposit was refused: ${await reply.text()}`)
}

async function inState(server: BenchServer, state: string): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`select count(*) from payments.deposit where state = ${state}`.execute(
    server.db,
  )
  return Number(rows[0]?.count ?? 0n)
}

async function until(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, pollMs))
}

type Callback = { path: string; body: object }

/** The callbacks that the provider would have sent, each with the address of its payment. */
async function callbacksOf(
  server: BenchServer,
  prompts: readonly { id: string; receipt?: string }[],
): Promise<Callback[]> {
  const { rows } = await sql<{ id: bigint; request: string }>`
    select id, request_id as request from payments.deposit where kind = 'prompt'`.execute(server.db)
  const receipts = new Map(prompts.map((prompt) => [prompt.id, prompt.receipt]))
  const secret = Buffer.from(callbackSecret, 'hex')
  return rows.map(({ id, request }) => {
    const items = [
      { Name: 'Amount', Value: 100 },
      { Name: 'MpesaReceiptNumber', Value: receipts.get(request) },
    ]
    const stkCallback = {
      CheckoutRequestID: request,
      ResultCode: 0,
      ResultDesc: 'ok',
      CallbackMetadata: { Item: items },
    }
    return { path: `/cb/${callbackKey(secret, 'prompt', 'mpesa', id)}`, body: { Body: { stkCallback } } }
  })
}

type Loading = { url: string; callbacks: Callback[] }
type Loaded = { p50: number; p99: number }

/** The load comes from a separate process, so that it uses none of the server's event loop. */
function runLoad(given: Loading): Promise<Loaded> {
  return new Promise((resolve, reject) => {
    const child = spawn('node', [import.meta.filename, 'load'], { stdio: ['pipe', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (data: Buffer) => (said += data.toString()))
    child.on('exit', (code) =>
      code === 0 ? resolve(JSON.parse(said) as Loaded) : reject(new Error('the load failed')),
    )
    child.stdin.end(JSON.stringify(given))
  })
}

async function loadProcess(): Promise<void> {
  let text = ''
  for await (const data of process.stdin) text += String(data)
  const { url, callbacks } = JSON.parse(text) as Loading
  let at = 0
  const next = () => {
    const one = callbacks[at++]
    return one && post(one.path, one.body)
  }
  const { p50, p99, byStatus } = await load({ url: new URL(url), connections, seconds: 600, next })
  if (byStatus.get(200) !== callbacks.length)
    throw new Error(`not every callback was taken: ${JSON.stringify([...byStatus])}`)
  process.stdout.write(JSON.stringify({ p50, p99 }))
}

/** From the arrival of a callback to the end of its deposit, according to the rows. */
async function creditTimes(server: BenchServer): Promise<Loaded> {
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
    with told as (insert into payments.callback (key, body, received_at, processed_at) values ('raw', $2, platform.now(), platform.now())),
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
