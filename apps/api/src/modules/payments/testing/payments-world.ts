import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { payments as contract } from '@nare/contract/payments'
import type { PaymentFault } from '@nare/contract/sandbox'
import { readConfig } from '#config'
import { countryOf } from '#country/countries'
import type { Country } from '#country/country'
import type { Betting } from '#modules/betting/betting'
import type { Jackpots } from '#modules/jackpot/jackpot'
import { openLedger, type Ledger } from '#modules/ledger/ledger'
import { mount } from '#platform/calls'
import { offsetInDatabase, openClock, type SettableClock } from '#platform/clock'
import { envelopesInMemory } from '#platform/envelope'
import { openHttp } from '#platform/http'
import { openLive } from '#platform/live'
import { openBackground } from '#platform/background'
import { openLog } from '#platform/log'
import { oneAtATime } from '#platform/money-command'
import { turnsInMemory } from '#platform/turns'
import { random } from '#platform/random'
import type { BetFaultPoint } from '#sandbox/bet-points'
import { openProviders, type SandboxProviders } from '#sandbox/payments/providers'
import { testDatabase, type TestDatabase } from '#testing/database'
import { seedBettors, type SeededBettor } from '#testing/seed'
import type { Purpose } from '../addresses/store.ts'
import type { FaultPoint, PaymentsDeps } from '../deps.ts'
import { openPayments, type Payments, type ProviderName } from '../payments.ts'
import { mountCallbacks, paymentsRoutes } from '../routes.ts'
import { mountBets, openBets } from './bets-beside.ts'
import { endByTwo, type FoundEnd } from './decide-now.ts'
import { addressOf, type Answered, inject } from './inject.ts'
import { inCountry, providersOfWorld } from './providers-of-world.ts'
import { booksProven, callbackPath, resolveReviews, secret } from './payments-proof.ts'

export type CrashFaultPoint = FaultPoint | BetFaultPoint

export type World = {
  readonly base: TestDatabase
  readonly clock: SettableClock
  readonly ledger: Ledger
  readonly fakes: SandboxProviders
  /** The running platform; a new one after `restart`. */
  payments(): Payments
  bettors(count: number, shillings?: number, verified?: boolean): Promise<SeededBettor[]>
  post(path: string, body: object, bettor: SeededBettor): Promise<Answered>
  get(path: string, bettor: SeededBettor): Promise<Answered>
  /** Requests a withdrawal in the signed envelope that clients use. */
  withdraw(bettor: SeededBettor, amount: string, more?: object): Promise<Answered>
  deposit(bettor: SeededBettor, amount: string, more?: object): Promise<Answered>
  /** Answers the newest prompt on a bettor's phone, after it has arrived. */
  answer(bettor: SeededBettor, action?: 'approve' | 'cancel' | 'wrong_pin' | 'ignore' | 'no_funds'): Promise<void>
  fault(fault: PaymentFault, next?: number, provider?: ProviderName): Promise<void>
  /** Advances the clock, runs the platform's due work and waits until it is idle. */
  pass(seconds: number): Promise<void>
  /** Waits until the platform and the fakes are idle. */
  quiet(): Promise<void>
  balance(bettor: SeededBettor): Promise<string>
  paymentOf(bettor: SeededBettor, id: string): Promise<Answered['body']>
  /** Kills the running platform when it next reaches this point. */
  crashAt(point: CrashFaultPoint): Promise<void>
  /** Whether the running platform was killed at a point. */
  crashed(): boolean
  /** Whether the platform was killed at this point, or reached it afterwards and was stopped. */
  stoppedAt(point: CrashFaultPoint): boolean
  /** Starts a new platform on the same database and drops the old one's work in progress. */
  restart(): Promise<void>
  /** Settles the bets that a killed platform did not settle. Advances the clock, because only bets that are more than 5 s old are found. */
  settleLeft(): Promise<void>
  /** Enters the receipt of a deposit from the provider's statement, like an operator. */
  nameReceipt(named: { deposit: bigint; receipt: string }): Promise<void>
  /** Ends the open faults of our set-up at M-Pesa, like an operator. */
  endFaults(): Promise<void>
  /** Ends a payout by the provider's statement, like two operators. The process may be killed meanwhile. */
  endPayout(found: FoundEnd): Promise<void>
  /** Advances to the next pull of payments and pulls them. */
  pull(): Promise<void>
  /** Closes the findings of a kind about a payment, like an operator. */
  resolveReview(named: { payment: bigint; what: string }): Promise<void>
  /** The path of a callback address, derived from the server's secret. */
  callbackPath(purpose: Purpose, payment: bigint | string): string
  /** Verifies the ledger and the payments against each other. */
  proven(): Promise<void>
  close(): Promise<void>
}

class Crashed extends Error {}

type Given = {
  country?: Partial<Country>
  base?: TestDatabase
  beside?: World
  /** The bettors' identities; all are confirmed unless given. */
  identityOf?: PaymentsDeps['identityOf']
  unidentified?: PaymentsDeps['unidentified']
  promptsDayMax?: number
  callbackSecret?: PaymentsDeps['callbackSecret']
}

type Platform = {
  readonly app: FastifyInstance
  readonly payments: Payments
  readonly betting: Betting
  readonly jackpots: Jackpots
  dead: boolean
  readonly stops: Set<CrashFaultPoint>
}

/**
 * Opens the payments area over HTTP on a separate port, with fake providers that send callbacks over HTTP, and bets on sandbox matches: deposits
 * are staked and wins are withdrawn. `base` is a migrated database. `beside` is a platform whose database and providers are shared.
 */
export async function openWorld({
  country: otherwise = {},
  base: given,
  beside,
  identityOf = async () => ({ passed: true, wanted: false }),
  unidentified = async () => new Set(),
  promptsDayMax = 1000,
  callbackSecret = async () => secret,
}: Given = {}): Promise<World> {
  const base = beside?.base ?? given ?? (await testDatabase())
  const country: Country = { ...countryOf('ke'), ...otherwise }
  const log = openLog('silent')
  const background = openBackground({ db: base.db, log })
  const clock = await openClock(offsetInDatabase(base.db))
  const ledger = await openLedger({ db: base.db, currency: 'KES' })
  const fakes = beside?.fakes ?? openProviders({ inside: true, country })
  await fakes.start()
  const sessions = new Map<string, { bettor: bigint; verified: boolean; signingKey: string }>()
  const phones = new Map<bigint, string>()
  const unverified = new Set<bigint>()
  let crash: CrashFaultPoint | undefined
  let platform = await open()

  async function open(): Promise<Platform> {
    const config = readConfig({ SANDBOX: 'on', FEED: 'none' })
    const app = await openHttp({ config, log })
    const authenticate = async (token: string) => sessions.get(token)
    const live = await openLive({ app, authenticate })
    const state = { app, dead: false, stops: new Set<CrashFaultPoint>() }
    const reach = (point: CrashFaultPoint) => {
      if (crash === point) {
        crash = undefined
        state.dead = true
      }
      if (!state.dead) return
      state.stops.add(point)
      throw new Crashed(point)
    }
    const payments = openPayments({
      ...{ db: base.db, moneyDb: base.db, clock, log, background, live },
      ledger,
      bonus: { endWithdrawn: async () => 0 },
      ...{ country, terms: () => country },
      providers: providersOfWorld({ country, fakes, clock }),
      publicUrl: () => addressOf(app),
      bettorFacts: async (ids) =>
        new Map(
          ids.map((id) => [
            id,
            {
              ...{ msisdn: phones.get(id) ?? '', name: 'Seeded', nameShown: false },
              ...{ verified: !unverified.has(id), since: new Date(0) },
            },
          ]),
        ),
      identityOf,
      unidentified,
      confirmWithdrawal: async () => ({ ok: true, value: undefined }),
      identityStates: async () => new Map(),
      bettorsNamed: async () => [],
      bettorByMsisdn: async (msisdn) => [...phones].find(([, phone]) => phone === msisdn)?.[0],
      callbackSecret,
      ...{ promptsDayMax, undoS: 0 },
      faultPoint: reach,
    })
    const bets = await openBets({ db: base.db, clock, live, log, background, ledger, country, reach })
    const envelope = { keys: config.envelope.keys, mode: config.envelope.mode, clock, memory: envelopesInMemory(clock) }
    const mounting = { app, authenticate, envelope, sandbox: true, checkAnswers: true }
    mount(mounting, contract, paymentsRoutes(payments, oneAtATime(turnsInMemory())))
    mountBets(mounting, { clock, ...bets })
    await mountCallbacks(app, payments, { from: () => true })
    await app.listen({ port: 0, host: '127.0.0.1' })
    await payments.register()
    return Object.assign(state, { payments, betting: bets.betting, jackpots: bets.jackpots })
  }

  const world: World = {
    base,
    clock,
    ledger,
    fakes,
    payments: () => platform.payments,
    async bettors(count, shillings = 1000, verified = true) {
      const house = ledger.house('house:sandbox')
      const seeded = inCountry(country, await seedBettors(base.db, { count, cents: BigInt(shillings) * 100n, house }))
      for (const { id, msisdn, token } of seeded) {
        sessions.set(token, { bettor: id, verified, signingKey: `key-of-${token}` })
        phones.set(id, msisdn)
        if (!verified) unverified.add(id)
      }
      return seeded
    },
    post: (path, body, { token }) => inject(platform.app, 'POST', path, { body, token }),
    get: (path, { token }) => inject(platform.app, 'GET', path, { token }),
    async withdraw(bettor, amount, more = {}) {
      const iat = Math.floor(clock.now() / 1000) + 60
      const key = new TextEncoder().encode(`key-of-${bettor.token}`)
      const data = { id: random.uuid(), amount, ...more, iat }
      const token = await new SignJWT(data).setProtectedHeader({ alg: 'HS256' }).sign(key)
      return world.post('/withdraw', { token }, bettor)
    },
    deposit: (bettor, amount, more = {}) => world.post('/stk/deposit', { id: random.uuid(), amount, ...more }, bettor),
    async answer(bettor, action = 'approve') {
      await world.payments().settled()
      const prompt = (await fakes.prompts(bettor.msisdn)).filter((prompt) => prompt.state === 'waiting').at(-1)
      if (!prompt) throw new Error('no prompt is waiting on this phone')
      await fakes.act(bettor.msisdn, prompt.id, action)
      await world.quiet()
    },
    fault: (fault, next = 1, provider = 'mpesa') => fakes.fault(provider, fault, next),
    async pass(seconds) {
      await clock.advance(seconds)
      await platform.payments.tick().catch(ignoreCrash)
      await world.quiet()
    },
    async quiet() {
      // A callback causes a status query, its answer a payout, and so on: the longest chain takes four rounds.
      for (let turns = 0; turns < 4; turns++) {
        await fakes.quiet()
        await platform.payments.settled()
      }
    },
    async balance({ id }) {
      const cents = (await ledger.balances(id)).balance
      return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
    },
    paymentOf: async (bettor, id) => (await world.get(`/v1/payments/${id}`, bettor)).body.data,
    crashAt: async (point) => void (crash = point),
    crashed: () => platform.dead,
    stoppedAt: (point) => platform.stops.has(point),
    async restart() {
      await world.quiet()
      crash = undefined
      platform.dead = true
      await platform.app.close()
      platform = await open()
    },
    async settleLeft() {
      await clock.advance(6)
      await platform.betting.settleWaiting()
      await platform.jackpots.advanceDue()
    },
    nameReceipt: async (named) => void (await world.payments().operator.nameReceipt(named)),
    endFaults: async () => void (await world.payments().operator.endFaults({ provider: 'mpesa', operator: 'amina' })),
    async endPayout(found) {
      await endByTwo(base.db, world.payments().operator, found).catch(ignoreCrash)
    },
    async pull() {
      await clock.advance(901)
      await platform.payments.pull()
      await world.quiet()
    },
    resolveReview: (named) => resolveReviews(base.db, named),
    callbackPath,
    proven: () => booksProven(base.db),
    async close() {
      await world.quiet()
      await platform.app.close()
      if (beside) return
      await fakes.close()
      await base.close()
    },
  }
  return world
}

function ignoreCrash(error: unknown): void {
  if (!(error instanceof Crashed)) throw error
}

/** One bettor with KSh 1,000. */
export async function someone(world: Pick<World, 'bettors'>): Promise<SeededBettor> {
  const [bettor] = await world.bettors(1)
  if (!bettor) throw new Error('no bettor was seeded')
  return bettor
}

/** A bettor's deposit with its prompt on the phone. */
export async function prompted(world: World, amount = '100'): Promise<{ bettor: SeededBettor; id: string }> {
  const bettor = await someone(world)
  const requested = await world.deposit(bettor, amount)
  if (requested.status !== 200) throw new Error(`the deposit was refused: ${JSON.stringify(requested.body)}`)
  await world.payments().settled()
  return { bettor, id: requested.body.deposit_id }
}
