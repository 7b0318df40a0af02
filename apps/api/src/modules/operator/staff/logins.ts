import { hash } from 'node:crypto'
import { done, refused } from '@nare/contract/outcome'
import type { Passwords } from '#modules/identity/identity'
import { transact, type Db, type Tx } from '#platform/db'
import { networkOf } from '#platform/network-of'
import { random } from '#platform/random'
import { insertDone } from '../store.ts'
import type { Codes } from './codes.ts'
import { clearAttempts, countAttempt, type Lane } from './login-limits.ts'
import type { Passkeys, Site } from './passkeys.ts'
import { lockPerson, person, type Person } from './people-store.ts'
import { confirmSession, insertSession, type Method } from './session-store.ts'

const confirmedMinutes = 10

export type LoginDeps = {
  readonly db: Db
  readonly passwords: Passwords
  readonly codes: Codes
  readonly passkeys: Passkeys
  /** Whether this person may log in here: demo people only while the sandbox is on. */
  readonly isWelcome: (person: Person) => boolean
  /** Waits before a slowed-down attempt is answered. */
  readonly pause: (ms: number) => Promise<void>
}

export const tokenHashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

/** A name as it was typed on a phone. */
const nameOf = (typed: string): string => typed.trim().toLowerCase()

/** The line of the audit log of a new session. */
export const loginLine = ({ name, method, address }: { name: string; method: Method; address: string }) => ({
  operator: name,
  action: 'staff.login',
  subject: `staff ${name}`,
  facts: { method, address },
  reason: '',
})

type Proof = { readonly method: Method; readonly use: (tx: Tx) => Promise<boolean> }

/**
 * Opens the logins of people. Whatever is wrong with a login, its answer is the same and takes equally long: an unknown name, a suspended
 * person, a password, a code, a code that was used, or too many attempts.
 */
export function openLogins({ db, passwords, codes, passkeys, isWelcome, pause }: LoginDeps) {
  /** Counts an attempt, and slows it down after some failures. Returns whether it is refused whatever it contains. */
  async function attempt(lane: Lane): Promise<boolean> {
    const { delayMs, isRefused } = await countAttempt(db, lane)
    if (delayMs > 0) await pause(delayMs)
    return isRefused
  }

  /** Uses a proof once and opens a session with a new token, if the person's credentials are still those that were checked. */
  async function open({ found, proof, lane, address }: Opening) {
    const token = random.token(32)
    const opened = await transact(db, async (tx) => {
      if (!(await proof.use(tx))) return false
      const now = await lockPerson(tx, lane.name)
      if (!found || now?.state !== 'active' || now.passwordHash !== found.passwordHash) return false
      await insertSession(tx, { tokenHash: tokenHashOf(token), name: lane.name, method: proof.method, address })
      await clearAttempts(tx, lane)
      await insertDone(tx, loginLine({ name: lane.name, method: proof.method, address }))
      return true
    })
    return opened && found ? done({ person: found, token }) : refused('login_failed')
  }

  type Opening = { found: Person | undefined; proof: Proof; lane: Lane; address: string }

  return {
    /** Logs in by password and one-time code, or a recovery code in place of it. */
    async login(given: { name: string; password: string; code: string }, address: string) {
      const lane = { name: nameOf(given.name), source: networkOf(address) }
      const isRefused = await attempt(lane)
      const known = await person(db, lane.name)
      const right = await passwords.matches(given.password, known?.passwordHash ?? undefined, {
        key: lane.source,
        recognised: false,
      })
      if (right === 'busy') return refused('too_many_requests', { retry_after_s: 2 })
      const found = right && !isRefused && known && isWelcome(known) ? known : undefined
      const proof = await codes.read(found ? lane.name : '', known?.codeSecret, given.code)
      return open({ found, proof, lane, address })
    },

    passkeyOptions: (name: string, site: Site) => passkeys.loginOptions(nameOf(name), site),

    async loginByPasskey(given: { name: string; response: unknown }, address: string, site: Site) {
      const lane = { name: nameOf(given.name), source: networkOf(address) }
      const isRefused = await attempt(lane)
      const [known, use] = await Promise.all([
        person(db, lane.name),
        passkeys.verifyLogin(lane.name, given.response, site),
      ])
      if (isRefused || !known || !use || !isWelcome(known)) return refused('login_failed')
      return open({ found: known, proof: { method: 'passkey', use }, lane, address })
    },

    /** Confirms for ten minutes that the person of a session sits there. Failures count like those of logins. */
    async confirm(
      { name, session }: { name: string; session: string },
      given: { code?: string | undefined; response?: unknown },
      { address, site }: { address: string; site: Site },
    ) {
      const lane = { name, source: networkOf(address) }
      const isRefused = await attempt(lane)
      const known = await person(db, name)
      const use =
        given.response === undefined
          ? (await codes.read(name, known?.codeSecret, given.code ?? '')).use
          : await passkeys.verifyLogin(name, given.response, site)
      if (isRefused || !known || !use) return refused('login_failed')
      const until = await transact(db, async (tx) => {
        if (!(await use(tx))) return undefined
        await clearAttempts(tx, lane)
        return confirmSession(tx, tokenHashOf(session), confirmedMinutes)
      })
      return until ? done({ confirmed_until: until.toISOString() }) : refused('login_failed')
    },
  }
}
