import type { FastifyInstance } from 'fastify'
import { identity as contract } from '@nare/contract/identity'
import { sandbox as sandboxContract } from '@nare/contract/sandbox'
import { readConfig } from '#config'
import { mount, type Handlers } from '#platform/calls'
import { openDeviceCookie } from '#platform/device-cookie'
import { offsetInDatabase, openClock, type SettableClock } from '#platform/clock'
import { openBackground } from '#platform/background'
import { busInMemory } from '#platform/bus'
import { envelopesInMemory } from '#platform/envelope'
import { openHttp } from '#platform/http'
import { openLog } from '#platform/log'
import { openFaults, type Faults } from '#sandbox/faults'
import { sandboxMessageRoutes } from '#sandbox/identity-routes'
import { openMailbox, type Mailbox } from '#sandbox/mailbox'
import { openPhone, type Phone } from '#sandbox/phone'
import { openLedger, type Ledger } from '#modules/ledger/ledger'
import { testDatabase, type TestDatabase } from '#testing/database'
import { openAges } from '../ages.ts'
import { openIdentity, type Identity, type IdentityDeps } from '../identity.ts'
import { identityRoutes } from '../routes.ts'

export type World = {
  readonly base: TestDatabase
  readonly clock: SettableClock
  readonly ledger: Ledger
  readonly phone: Phone
  readonly mailbox: Mailbox
  readonly faults: Faults
  readonly identity: Identity
  readonly deps: IdentityDeps
  readonly app: FastifyInstance
  post(path: string, body?: object, token?: string): Promise<Answered>
  get(path: string): Promise<Answered>
  /** A browser that keeps its cookies, with a separate network address. */
  browser(address?: string): Browser
  /** Signs up, reads the code from the phone, verifies the number and returns the user. */
  member(msisdn: string, more?: object): Promise<Record<string, string>>
  lastCode(msisdn: string): string
  close(): Promise<void>
}

export type Browser = {
  post(path: string, body?: object, token?: string): Promise<Answered>
  readonly cookies: Map<string, string>
}

// oxlint-disable-next-line typescript/no-explicit-any -- the test that reads a body defines its shape
export type Answered = { status: number; headers: Record<string, unknown>; body: any }

export const adult = { password: 'mango-tree-77', date_of_birth: '1990-05-01', terms: true }

/** Opens the identity area over HTTP on a separate database, with the sandbox's phone and mailbox. */
export async function openWorld(changes: Partial<IdentityDeps> = {}): Promise<World> {
  const base = await testDatabase()
  const log = openLog('silent')
  const clock = await openClock(offsetInDatabase(base.db))
  const ledger = await openLedger({ db: base.db, currency: 'KES' })
  const bus = busInMemory()
  const faults = openFaults(bus)
  const phone = openPhone({ clock, faults, bus })
  const mailbox = openMailbox({ clock, faults, bus })
  const deps: IdentityDeps = {
    db: base.db,
    background: openBackground({ db: base.db, log }),
    connection: base.connection,
    bus: busInMemory(),
    clock,
    log,
    ledger,
    sms: phone,
    mail: mailbox,
    config: { argon2MemoryKib: 1024, identity: readConfig({}).identity },
    ages: openAges({ clock, timeZone: 'Africa/Nairobi', least: () => 18 }),
    unidentified: async () => new Set(),
    rules: () => ({ termsVersion: '2026-01', sessionDays: 30 }),
    secret: async () => Buffer.alloc(32, 7),
    limitsByAddress: false,
    publicUrl: 'http://localhost:3000',
    ...changes,
  }
  const identity = await openIdentity(deps)
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log })
  const envelope = { keys: ['nare-envelope-key-0'], mode: 'embedded', clock, memory: envelopesInMemory(clock) } as const
  const mounting = {
    app,
    authenticate: identity.authenticate,
    envelope,
    devices: openDeviceCookie({ secure: false }),
    sandbox: true,
    checkAnswers: true,
  }
  mount(mounting, contract, identityRoutes(identity))
  const { phone: phoneCall, mail, faults: faultsCall } = sandboxContract
  const messages = { phone: phoneCall, mail, faults: faultsCall } as const
  const handlers: Handlers<typeof messages> = sandboxMessageRoutes({ phone, mailbox, faults })
  mount(mounting, messages, handlers)

  async function post(path: string, body?: object, token?: string): Promise<Answered> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const reply = await app.inject({ method: 'POST', url: path, headers, ...(body && { payload: body }) })
    return { status: reply.statusCode, headers: reply.headers, body: reply.json() }
  }
  function browser(remoteAddress = '127.0.0.1'): Browser {
    const cookies = new Map<string, string>()
    return {
      cookies,
      async post(url, body, token) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const headers = { ...(cookie && { cookie }), ...(token && { authorization: `Bearer ${token}` }) }
        const reply = await app.inject({ method: 'POST', url, headers, remoteAddress, ...(body && { payload: body }) })
        for (const { name, value } of reply.cookies) cookies.set(name, value)
        return { status: reply.statusCode, headers: reply.headers, body: reply.json() }
      },
    }
  }
  const lastCode = (msisdn: string) => phone.messages(msisdn).at(-1)?.code ?? 'none'

  return {
    base,
    clock,
    ledger,
    phone,
    mailbox,
    faults,
    identity,
    deps,
    app,
    post,
    browser,
    lastCode,
    async get(path) {
      const reply = await app.inject({ method: 'GET', url: path })
      return { status: reply.statusCode, headers: reply.headers, body: reply.json() }
    },
    async member(msisdn, more = {}) {
      await post('/v1/signup', { ...adult, msisdn, ...more })
      const verified = await post('/v1/verify', { msisdn, code: lastCode(msisdn) })
      return verified.body.user
    },
    async close() {
      await app.close()
      await identity.close()
      await base.close()
    },
  }
}
