import { done, refused } from '@nare/contract/outcome'
import type { sandbox as contract } from '@nare/contract/sandbox'
import { formatMoney, money, type Money } from '@nare/money/money'
import type { Betting } from '#modules/betting/betting'
import type { Casino } from '#modules/casino/casino'
import type { Catalog } from '#modules/catalog/catalog'
import type { Identity } from '#modules/identity/identity'
import type { Jackpots } from '#modules/jackpot/jackpot'
import type { Ledger } from '#modules/ledger/ledger'
import type { Payments } from '#modules/payments/payments'
import type { Staff } from '#modules/operator/operator'
import type { SmsBets } from '#modules/sms/sms'
import type { Bus } from '#platform/bus'
import type { Handlers } from '#platform/calls'
import type { SettableClock } from '#platform/clock'
import { transact, type Db } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Live } from '#platform/live'
import type { Programs } from '#platform/programs'
import { random } from '#platform/random'
import { atBetFaultPoints } from './bet-points.ts'
import { guardSandbox, nameProcess } from './door.ts'
import { openFaults } from './faults.ts'
import { sandboxFeed, type ReplayUntil } from './feed.ts'
import { sandboxMessageRoutes } from './identity-routes.ts'
import { openHub88Keys, type Hub88Pair } from './hub88-keys.ts'
import { sandboxJackpots } from './jackpot-routes.ts'
import { openMailbox } from './mailbox.ts'
import { openPhone } from './phone.ts'
import { sandboxPushRoutes } from './push-routes.ts'
import { openPushService, pushHost } from './push-service.ts'
import { sandboxWalletRoutes } from './wallet-routes.ts'
import { openProviders, type PaidIn } from './payments/providers.ts'
import { promptsShown, sandboxPaymentRoutes } from './payments/routes.ts'

export type SandboxParts = {
  db: Db
  clock: SettableClock
  identity: Identity
  ledger: Ledger
  catalog: Catalog
  live: Live
  betting: Betting
  payments: Payments
  casino: Casino
  jackpots: Jackpots
  smsBets: SmsBets
  staff: Pick<Staff, 'demo'>
  /** Delivers a received message to our callback, as its provider would. */
  deliverSms: (form: Record<string, string>) => Promise<void>
  /** Continues the replay up to a time; undefined if the feed is not a replay. */
  replayUntil: () => ReplayUntil | undefined
}

/** Our phone number for text messages, a short code. */
const shortCode = '22384'

type SandboxDeps = {
  readonly clock: SettableClock
  readonly bus: Bus
  readonly programs: Programs
  /** Its currency and numbers are those of the simulated providers. */
  readonly country: PaidIn
  /** The key pair of Hub88, if several processes share it. */
  readonly hub88Pair?: Hub88Pair | undefined
}

/** Simulates the outside world on one machine. Loaded only if the sandbox is on, never in production. */
export function openSandbox({ clock, bus, programs, hub88Pair, country }: SandboxDeps) {
  const faults = openFaults(bus)
  const phone = openPhone({ clock, faults, bus })
  const mailbox = openMailbox({ clock, faults, bus })
  const push = openPushService({ clock, faults, bus })
  const providers = openProviders({ programs, country })
  const hub88 = openHub88Keys(hub88Pair)
  let killAt: string | undefined
  /** Called at each step of a payment or a bet: kills this process like a power cut if a test requested it. */
  const reached = (point: string): void => {
    if (point === killAt) process.kill(process.pid, 'SIGKILL')
  }
  return {
    phone,
    mailbox,
    push,
    pushHost,
    providers,
    hub88,
    close: (): Promise<void> => providers.close(),
    reached,
    betFaultPoints: atBetFaultPoints(reached),
    guard: guardSandbox,
    nameProcess,
    /** The calls that control the sandbox manually or from tests. */
    routes(parts: SandboxParts): Handlers<typeof contract> {
      const { identity, ledger, live, db, payments, betting, jackpots, smsBets, deliverSms } = parts
      return {
        ...sandboxMessageRoutes({
          phone,
          mailbox,
          faults,
          payFault: providers.fault,
          prompts: (msisdn) => promptsShown(providers, msisdn),
        }),
        ...sandboxPushRoutes(push),
        ...sandboxPaymentRoutes(providers),
        ...sandboxWalletRoutes({ ...parts, hub88 }),
        createJackpot: sandboxJackpots(jackpots),
        async sendSms({ msisdn, text }) {
          const id = `ATSid_${random.uuid()}`
          const date = clock.date().toISOString().slice(0, 19).replace('T', ' ')
          await deliverSms({ id, from: `+${msisdn}`, to: shortCode, text, date, networkCode: '63902' })
          return done({ message_id: id })
        },
        async kill({ at }) {
          killAt = at
          return done({ at })
        },
        async quiet() {
          await payments.tick()
          await payments.pull()
          await smsBets.settled()
          await betting.settleWaiting()
          await betting.settled()
          await jackpots.advanceDue()
          await payments.settled()
          return done({ now: clock.date().toISOString() })
        },
        ...sandboxFeed({ ...parts, settled: betting.settled }),
        async staffCode({ name }) {
          const code = await parts.staff.demo.code(name)
          return code === undefined ? refused('not_found') : done({ code })
        },
        clock: async ({ advance_s }) => done({ now: (await clock.advance(advance_s)).toISOString() }),
        async fund({ msisdn, amount }) {
          if (amount === 0n) return refused('invalid_input', { fields: { amount: 'Please enter more than nothing' } })
          const bettor = await identity.bettorByMsisdn(msisdn)
          if (bettor === undefined) return refused('not_found')
          await fund({ db, ledger }, { bettor, amount })
          await ledger.publishBalances(live, [bettor])
          return done({ balance: formatMoney((await ledger.balances(bettor)).balance) })
        },
      }
    },
  }
}

export type Sandbox = ReturnType<typeof openSandbox>

/** Gives a bettor untaxed test money through the ledger. */
export function fund(
  { db, ledger }: { db: Db; ledger: Ledger },
  { bettor, amount }: { bettor: bigint; amount: Money },
): Promise<void> {
  return transact(db, async (tx) => {
    invariant(amount > 0n, 'test money is more than nothing')
    const against = ledger.house('house:sandbox')
    await ledger.credit(tx, [
      { id: `sandbox/fund/${random.uuid()}`, kind: 'test_money', bettor, amount: money(amount), against },
    ])
  })
}
