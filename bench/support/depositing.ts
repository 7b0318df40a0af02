import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { SeededBettor } from '@nare/api/testing/seed'
import { callbackKey } from '@nare/api/modules/payments/payments'
import type { SandboxProviders } from '@nare/api/sandbox/payments/providers'
import { callbackSecret } from '@nare/api/testing/callback-secret'
import { load, post } from './load.ts'
import type { BenchServer } from './server.ts'

const requestsAtOnce = 16
const pollMs = 20

export type Callback = { path: string; body: object }
type Depositing = { server: BenchServer; fakes: SandboxProviders; bettors: readonly SeededBettor[] }

/** Requests and approves a deposit of KSh 100 for each bettor. Returns the callbacks, which are not sent yet. */
export async function approvedDeposits({ server, fakes, bettors }: Depositing): Promise<Callback[]> {
  await fakes.fault('mpesa', 'callback_lost', bettors.length)
  for (let at = 0; at < bettors.length; at += requestsAtOnce)
    await Promise.all(bettors.slice(at, at + requestsAtOnce).map(({ token }) => request(server, token)))
  await untilDeposits(server, 'pending', bettors.length)
  for (const { msisdn } of bettors) {
    const [prompt] = await fakes.prompts(msisdn)
    if (prompt) await fakes.act(msisdn, prompt.id, 'approve')
  }
  return callbacksOf({ server, bettors }, (await fakes.books('mpesa')).prompts)
}

/** Waits until this number of deposits is in a state. */
export async function untilDeposits(server: BenchServer, state: string, count: number): Promise<void> {
  const inState = async (): Promise<number> => {
    const { rows } = await sql<{ count: bigint }>`select count(*) from payments.deposit where state = ${state}`.execute(
      server.db,
    )
    return Number(rows[0]?.count ?? 0n)
  }
  while ((await inState()) < count) await new Promise((resolve) => setTimeout(resolve, pollMs))
}

async function request(server: BenchServer, token: string): Promise<void> {
  const reply = await fetch(new URL('/stk/deposit', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ id: randomUUID(), amount: '100' }),
  })
  if (reply.status !== 200) throw new Error(`a deposit was refused: ${await reply.text()}`)
}

/** The callbacks that the provider sends, each with the address of its payment. */
async function callbacksOf(
  { server, bettors }: Omit<Depositing, 'fakes'>,
  prompts: readonly { id: string; receipt?: string }[],
): Promise<Callback[]> {
  const { rows } = await sql<{ id: bigint; request: string }>`
    select id, request_id as request from payments.deposit
    where kind = 'prompt' and bettor_id = any(${bettors.map(({ id }) => id)}::bigint[])`.execute(server.db)
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

type Sending = { url: string; callbacks: readonly Callback[]; connections: number }
export type Answered = { p50: number; p99: number }

/** Sends callbacks from a separate process, which uses no time of the server's event loop. */
export function sendCallbacks(given: Sending): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const child = spawn('node', [import.meta.filename, 'load'], { stdio: ['pipe', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data.toString()))
    child.on('exit', (code) =>
      code === 0
        ? resolve(JSON.parse(output) as Answered)
        : reject(new Error(`the load's process exited with ${code}`)),
    )
    child.stdin.end(JSON.stringify(given))
  })
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'load') await loadProcess()

async function loadProcess(): Promise<void> {
  let text = ''
  for await (const data of process.stdin) text += String(data)
  const { url, callbacks, connections } = JSON.parse(text) as Sending
  let at = 0
  const next = () => {
    const callback = callbacks[at++]
    return callback && post(callback.path, callback.body)
  }
  const { p50, p99, byStatus } = await load({ url: new URL(url), connections, seconds: 600, next })
  if (byStatus.get(200) !== callbacks.length)
    throw new Error(`not every callback was accepted: ${JSON.stringify([...byStatus])}`)
  process.stdout.write(JSON.stringify({ p50, p99 }))
}
