import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { mobileNumber } from '@nare/contract/typed'
import type { AreaDeps } from '#area'
import { openPasswords, type Identity } from '#modules/identity/identity'
import { openConsoleSite } from '#platform/console-site'
import { transact, type Tx } from '#platform/db'
import { openKey } from '#platform/key-file'
import { openSealing } from '#platform/sealing'
import { StartError } from '#platform/start-error'
import { openCaller } from './caller.ts'
import { openCodes } from './codes.ts'
import { openDemoStaff } from './demo.ts'
import { openEnrolment } from './enrolment.ts'
import { openLogins, tokenHashOf } from './logins.ts'
import { openPasskeys } from './passkeys.ts'
import { openPeople } from './people.ts'
import * as people from './people-store.ts'
import { endSession, liveSessions, sweep } from './session-store.ts'
import { tokens } from './token-store.ts'

/** Staff hash their passwords in a queue of their own, which no flood of bettors' logins fills. */
const hashesAtOnce = 2
const changedChannel = 'staff'

const waitMs = (ms: number): Promise<void> => wait(ms)

export type StaffDeps = Pick<AreaDeps, 'config' | 'db' | 'clock' | 'bus'> & {
  readonly identity: Pick<Identity, 'bettorByMsisdn' | 'bettorFacts'>
  /** The address of the server, for enrolment links without CONSOLE_URL. */
  readonly publicUrl: string
  /** Waits before a slowed-down login is answered; tests replace it. */
  readonly pauseLogins?: ((ms: number) => Promise<void>) | undefined
}

export type Staff = Awaited<ReturnType<typeof openStaff>>

/** The key that encrypts the secrets of one-time codes, and what proposals store whole. */
export const staffKeyOf = ({ console: { staffKey }, dataDir }: Pick<AreaDeps['config'], 'console' | 'dataDir'>) =>
  staffKey ?? { keyFile: join(dataDir, 'staff.key') }

/** Opens what changes people: for the server, and for the command on the machine. */
export async function openStaffChanges({ config, db, clock, publicUrl }: Omit<StaffDeps, 'bus' | 'identity'>) {
  const { console, operators } = config
  const configured = operators.map(({ name }) => name)
  const from = staffKeyOf(config)
  const passwords = await openPasswords({ argon2MemoryKib: config.argon2MemoryKib, atOnce: hashesAtOnce })
  const codes = openCodes({ db, clock, sealing: openSealing(from) })
  const passkeys = openPasskeys({ db, clock, key: openKey(from) })
  const enrolment = openEnrolment({ db, passwords, codes, passkeys, consoleUrl: () => console.url ?? publicUrl })
  return {
    ...{ configured, passwords, codes, passkeys, enrolment },
    people: openPeople({ enrolment, configured }),
    list: () => people.people(db),
    removeDemo: () => people.removeDemo(db),
  }
}

/** Opens the house's people: how they log in, their sessions, roles and tokens. Throws a StartError if the people may not be served. */
export async function openStaff({ bus, identity, pauseLogins: pause = waitMs, ...deps }: StaffDeps) {
  const { config, db } = deps
  const { console, operators } = config
  const { configured, passwords, codes, passkeys, ...changes } = await openStaffChanges(deps)
  refuseNames(await people.namesTaken(db, configured), config)
  const withDemo = console.demo !== 'none'
  const site = openConsoleSite({ ...console, secure: !config.sandbox })
  const isWelcome = ({ state, demo }: people.Person) => state === 'active' && (withDemo || !demo)
  const caller = openCaller({ db, operators, site, withDemo })
  const listeners: (() => void)[] = []
  const notify = (): void => listeners.forEach((listener) => listener())
  bus.subscribe(changedChannel, notify)

  /** Notifies the sockets of all processes, after the commit of a change. */
  function changed(): void {
    notify()
    bus.publish(changedChannel, {})
  }

  return {
    site,
    ...caller,
    ...changes,
    logins: openLogins({ db, passwords, codes, passkeys, isWelcome, pause }),
    demo: openDemoStaff({ db, codes, passwords, configured, mode: console.demo }),
    changed,

    /** Runs a change of people in a transaction of its own, and notifies the sockets. */
    async change<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      const outcome = await transact(db, work)
      changed()
      return outcome
    },

    /** Calls `listener` when roles, states or sessions may have changed, in this process or another. */
    onChanged: (listener: () => void): void => void listeners.push(listener),

    /** The bettor with this phone number (in its full form or as it is dialled, 07…), or with this id. */
    async bettorOf(account: string): Promise<bigint | undefined> {
      const number = /^\d{9}$/.test(account) ? undefined : mobileNumber(account)
      if (number !== undefined) return identity.bettorByMsisdn(number)
      const id = BigInt(account.replace(/^\+/, ''))
      return (await identity.bettorFacts([id])).has(id) ? id : undefined
    },

    exists: async (name: string): Promise<boolean> => (await people.person(db, name)) !== undefined,
    sessions: (name: string) => liveSessions(db, name),
    tokens: () => tokens(db),
    endOwnSession: (token: string): Promise<void> => endSession(db, tokenHashOf(token)),
    sweep: (): Promise<void> => sweep(db),
  }
}

/** Throws if a person has the name of an entry of OPERATORS, or if there are demo people in production. */
function refuseNames({ own, demo }: { own: string[]; demo: string[] }, { production }: { production: boolean }): void {
  if (own.length > 0)
    throw new StartError(
      `OPERATORS: ${own.join(', ')} is the name of a person of the house. Give the entry another name: each name is one person when a second person is needed`,
    )
  if (production && demo.length > 0)
    throw new StartError(
      `The database has demo people (${demo.join(', ')}), whose passwords are known. Remove them with: npm run staff -- remove-demo`,
    )
}
