import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SignJWT } from 'jose'
import type { Country } from '#country/country'
import { ke } from '#country/ke'
import type { DecisionFaultPoint } from '#modules/operator/operator'
import { random } from '#platform/random'
import { queryRows } from '#platform/db'
import { openProviders, type SandboxProviders } from '#sandbox/payments/providers'
import { seedBettors, type SeededBettor } from '#testing/seed'
import { callbackSecret } from '#testing/callback-secret'
import { providersEnv } from '#testing/providers-env'
import { realServer, type RealServer } from '#testing/server'
import type { Answered } from './inject.ts'
import type { CrashFaultPoint } from './payments-world.ts'

const startsMax = 5
const startAgainMs = 500

/** The real server with fault points and with fake providers that outlive it. */
export type KilledServer = {
  readonly server: RealServer
  readonly fakes: SandboxProviders
  /** New bettors with money and a session. */
  bettors(count: number, shillings?: number): Promise<SeededBettor[]>
  /** Makes a call as a client. Status 0: the process ended before its answer; the call resolves after the end of the process. */
  call(path: string, body: object, token?: string): Promise<Answered>
  withdraw(bettor: SeededBettor, amount: string): Promise<Answered>
  /** The platform's time in milliseconds. */
  now(): Promise<number>
  /** Makes the process end itself by SIGKILL when it next reaches this point. */
  killAt(point: CrashFaultPoint | DecisionFaultPoint): Promise<void>
  /** Starts the process again and waits until it accepts calls. */
  again(): Promise<void>
  close(): Promise<void>
}

/** Starts the real server. All starts use one port, so that the callback addresses sent to the providers stay valid. */
export async function killedServer(env: Record<string, string> = {}, country: Country = ke): Promise<KilledServer> {
  const fakes = openProviders({ inside: true, country })
  const port = String(await freePort())
  const server = await realServer({
    ...{ COUNTRY: country.code, ...(await providersEnv(fakes, country)) },
    ...env,
    FAULT_POINTS: 'on',
    PORT: port,
    CALLBACK_SECRET: callbackSecret,
  })

  async function call(path: string, body: object, token = ''): Promise<Answered> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    try {
      const reply = await fetch(new URL(path, server.url()), { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: reply.status, body: await reply.json() }
    } catch {
      await server.gone()
      return { status: 0, body: {} }
    }
  }

  async function now(): Promise<number> {
    const rows = await queryRows<{ now: Date }>(server.db)`select platform.now() as now`
    return rows[0]?.now.getTime() ?? 0
  }

  return {
    server,
    fakes,
    call,
    now,
    async bettors(count, shillings = 1000) {
      const rows = await queryRows<{ id: bigint }>(server.db)`
        select id from ledger.account where name = 'house:sandbox'`
      return seedBettors(server.db, { count, cents: BigInt(shillings) * 100n, house: rows[0]?.id ?? 0n, country })
    },
    async withdraw({ token }, amount) {
      const iat = Math.floor((await now()) / 1000) + 60
      const key = new TextEncoder().encode('nare-envelope-key-0')
      const data = { id: random.uuid(), amount, iat }
      const signed = await new SignJWT(data).setProtectedHeader({ alg: 'HS256' }).sign(key)
      return call('/withdraw', { token: signed }, token)
    },
    killAt: async (at) => void (await call('/sandbox/kill', { at })),
    async again() {
      // Another program may have taken the port for a moment.
      for (let starts = 1; ; starts++) {
        try {
          await server.start()
          break
        } catch (error) {
          if (starts === startsMax) throw error
          await wait(startAgainMs)
        }
      }
      await server.ready()
    },
    async close() {
      await server.close()
      await fakes.close()
    },
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  // A listening TCP server has an address with a port; Node's type allows for pipes too.
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}
