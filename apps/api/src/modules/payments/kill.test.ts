import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifyLedger } from '#modules/ledger/ledger'
import { random } from '#platform/random'
import { openProviders, type SandboxProviders } from '#sandbox/payments/providers'
import { seedBettors, type SeededBettor } from '#testing/seed'
import { realServer, type RealServer } from '#testing/server'
import type { FaultPoint } from './payments.ts'
import { verifyPayments } from './verify.ts'

// Seventeen starts of the real server take their time where other tests run beside them.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const pollMs = 25
const pollsMost = 2400
const startsMost = 5
const startAgainMs = 500
let fakes: SandboxProviders
let server: RealServer
let house: bigint

beforeAll(async () => {
  fakes = openProviders({ inside: true })
  const { url, collect, payout } = await fakes.daraja()
  const env = {
    DARAJA_URL: url,
    DARAJA_KEY: collect.key,
    DARAJA_SECRET: collect.secret,
    DARAJA_SHORTCODE: collect.shortcode,
    DARAJA_PASSKEY: collect.passkey,
    DARAJA_B2C_KEY: payout.key,
    DARAJA_B2C_SECRET: payout.secret,
    DARAJA_B2C_SHORTCODE: payout.shortcode,
    DARAJA_INITIATOR: payout.initiator,
    DARAJA_INITIATOR_PASSWORD: payout.initiatorPassword,
    DARAJA_CERTIFICATE: payout.certificate,
  }
  server = await realServer({ ...env, FAULT_POINTS: 'on', PORT: String(await freePort()) })
  const found = await sql<{ id: bigint }>`select id from ledger.account where name = 'house:sandbox'`.execute(server.db)
  house = found.rows[0]?.id ?? 0n
})
afterAll(async () => {
  await server.close()
  await fakes.close()
})

const deposits: readonly FaultPoint[] = [
  'deposit stored',
  'deposit claimed',
  'deposit sent',
  'deposit noted',
  'callback stored',
  'claim noted',
  'deposit confirmed',
  'deposit credited',
]
const early: readonly FaultPoint[] = ['deposit stored', 'deposit claimed', 'deposit sent', 'deposit noted']
const withdrawals: readonly FaultPoint[] = [
  'withdrawal held',
  'withdrawal judged',
  'withdrawal sent',
  'withdrawal noted',
  'callback stored',
  'result read',
  'withdrawal settled',
  // The last: what it leaves is asked about for ever, and those answers would end the process of another test.
  'withdrawal claimed',
]

/** A call of which the answer may be lost with the process. */
async function post(path: string, body: object, token = ''): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  await fetch(new URL(path, server.url()), { method: 'POST', headers, body: JSON.stringify(body) }).catch(
    () => undefined,
  )
}

async function withdraw({ token }: SeededBettor, amount: string): Promise<void> {
  const iat = Math.floor((await now()).getTime() / 1000) + 60
  const key = new TextEncoder().encode('nare-envelope-key-0')
  const signed = await new SignJWT({ id: random.uuid(), amount, iat }).setProtectedHeader({ alg: 'HS256' }).sign(key)
  await post('/withdraw', { token: signed }, token)
}

async function now(): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select platform.now() as now`.execute(server.db)
  return rows[0]?.now ?? new Date(0)
}

async function until(what: string, is: () => Promise<boolean>): Promise<void> {
  for (let polls = 0; polls < pollsMost; polls++) {
    if (await is()) return
    await wait(pollMs)
  }
  throw new Error(`it did not come to this in time: ${what}`)
}

/** Until nobody listens: a connection that breaks off says nothing yet. */
const gone = () =>
  until('the process is gone', async () =>
    fetch(new URL('/healthz', server.url())).then(
      () => false,
      (error: unknown) => error instanceof Error && refusedToConnect(error.cause),
    ),
  )
const refusedToConnect = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
const waiting = async ({ msisdn }: SeededBettor) =>
  (await fakes.prompts(msisdn)).filter((prompt) => prompt.state === 'waiting')

/** A port for all starts, so that the addresses given to the provider stay good. */
async function freePort(): Promise<number> {
  const held = createServer().listen(0, '127.0.0.1')
  await once(held, 'listening')
  // A listening TCP server has an address with a port; Node's type allows for pipes too.
  const { port } = held.address() as AddressInfo
  held.close()
  await once(held, 'close')
  return port
}

async function cashOf({ id }: SeededBettor): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger.account where owner = ${id}::bigint and kind = 'cash'`.execute(server.db)
  return rows[0]?.balance ?? 0n
}

/** Starts the process that a point killed, and waits until it works. Its port may be lent to somebody else for a moment. */
async function again(): Promise<void> {
  for (let starts = 1; ; starts++) {
    try {
      await server.start()
      break
    } catch (error) {
      if (starts === startsMost) throw error
      await wait(startAgainMs)
    }
  }
  await server.ready()
}

/** Moves the clock so that every payment that is open is due. */
const later = () => post('/sandbox/clock', { advance_s: 61 })

/** A bettor with KSh 1,000, and a process that will not get past this point. */
async function meeting(point: FaultPoint): Promise<SeededBettor> {
  const [bettor] = await seedBettors(server.db, { count: 1, cents: 100_000n, house })
  if (!bettor) throw new Error('nobody was made')
  await post('/sandbox/kill', { at: point })
  return bettor
}

test.each(deposits)('a process killed at "%s" of a deposit has the money right after its restart', async (point) => {
  const bettor = await meeting(point)
  await post('/stk/deposit', { id: random.uuid(), amount: '100' }, bettor.token)
  const beforeAnswer = early.includes(point)
  if (!beforeAnswer) await approve(bettor)
  await gone()
  await again()
  if (beforeAnswer && point !== 'deposit claimed') await approve(bettor)
  const nothing = point === 'deposit claimed'
  await until('the deposit is credited', async () => {
    if (nothing) return true
    await later()
    return (await cashOf(bettor)) === 109_500n
  })
  await proven(bettor, nothing ? 0 : 100, 0)
})

/** Approves the prompt as soon as it is on the phone. A process that came back sends one that was never sent. */
async function approve(bettor: SeededBettor): Promise<void> {
  await until('the prompt is on the phone', async () => (await waiting(bettor)).length > 0)
  const [prompt] = await waiting(bettor)
  await fakes.act(bettor.msisdn, prompt?.id ?? '', 'approve')
}

test.each(withdrawals)('a process killed at "%s" of a withdrawal has paid once and no more', async (point) => {
  const bettor = await meeting(point)
  await withdraw(bettor, '105')
  await gone()
  await again()
  const nothing = point === 'withdrawal claimed'
  await until('the withdrawal has ended', async () => {
    await later()
    const { rows } = await sql<{ state: string }>`
      select state from payments.withdrawal where bettor_id = ${bettor.id}::bigint`.execute(server.db)
    return rows[0]?.state === (nothing ? 'sent' : 'done')
  })
  expect(await cashOf(bettor)).toBe(89_500n)
  await proven(bettor, 0, nothing ? 0 : 100)
})

/** What the provider's books hold of this number, and that our own are right. */
async function proven({ msisdn }: SeededBettor, paidIn: number, paidOut: number): Promise<void> {
  const { movements } = await fakes.books('mpesa')
  const sum = (kind: 'in' | 'out') =>
    movements.filter((one) => one.msisdn === msisdn && one.kind === kind).reduce((total, one) => total + one.amount, 0)
  expect([sum('in'), sum('out')]).toEqual([paidIn, paidOut])
  const checks = [...(await verifyLedger(server.db)), ...(await verifyPayments(server.db))]
  expect(checks.filter((check) => check.broken > 0)).toEqual([])
}
