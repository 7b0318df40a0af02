import { done, refused } from '@nare/contract/outcome'
import type { User } from '@nare/contract/identity'
import { formatMoney } from '@nare/money/money'
import { transact } from '#platform/db'
import { invariant } from '#platform/invariant'
import { random } from '#platform/random'
import type { Session } from '#platform/session'
import { sweepCodes } from './code-store.ts'
import type { IdentityDeps } from './deps.ts'
import { openLogins } from './logins.ts'
import { openMailLinks } from './mail-links.ts'
import { openOutbox } from './outbox.ts'
import { openPasswords } from './passwords.ts'
import { openRecovery } from './recovery.ts'
import { openedAt, sweepSessions } from './session-store.ts'
import { openSessions } from './sessions.ts'
import { openSignup } from './signup.ts'
import * as store from './store.ts'

export { manualCheck, openKyc, openVault, type IdentityCheck, type Kyc } from './kyc.ts'
export type { Mail, Sent, Sms } from './ports.ts'
export type { IdentityDeps } from './deps.ts'
export type Identity = Awaited<ReturnType<typeof openIdentity>>

/** What other areas may know of a bettor. */
export type BettorFacts = { readonly msisdn: string; readonly name: string; readonly verified: boolean }

type Opened = { bettor: store.BettorRow; token: string; signingKey: string }

/** Opens sign-up, codes, login, sessions and recovery. */
export async function openIdentity(deps: IdentityDeps) {
  const { db, ledger } = deps
  const passwords = await openPasswords(deps.config)
  const sessions = await openSessions(deps)
  const outbox = openOutbox(deps.log)
  const links = openMailLinks({ deps, outbox })
  const parts = { deps, passwords, sessions, outbox, links }
  const signup = openSignup(parts)
  const recovery = openRecovery(parts)
  const logins = openLogins({ db, passwords, sessions })

  async function userOf({ bettor, token, signingKey }: Opened): Promise<User> {
    const { id, msisdn, name, verified } = bettor
    return { id: id.toString(), msisdn, name, token, signing_key: signingKey, ...(await balances(id)), verified }
  }

  async function balances(bettor: bigint) {
    const has = await ledger.balances(bettor)
    const { points, currency } = has
    return { balance: formatMoney(has.balance), bonus: formatMoney(has.bonus), points, currency }
  }

  return {
    authenticate: sessions.authenticate,
    onSessionsChanged: sessions.onChanged,
    signup: signup.signup,
    resetPassword: recovery.resetPassword,
    forgotPassword: recovery.forgotPassword,
    verifyPassword: recovery.verifyPassword,
    confirmEmail: recovery.confirmEmail,

    /** Proves a number by its code and logs in. */
    async verify(given: { msisdn: string; code: string }) {
      const outcome = await signup.verify(given)
      return outcome.ok ? done({ user: await userOf(outcome.value) }) : outcome
    },

    async login(given: { msisdn: string; password: string }) {
      const outcome = await logins.login(given)
      return outcome.ok ? done({ user: await userOf(outcome.value) }) : outcome
    },

    /** Whether this is a bettor's password; wrong ones are counted like those of logging in. */
    async provePassword(bettor: bigint, password: string) {
      const [row] = await store.bettorsById(db, [bettor])
      if (!row) return refused('wrong_credentials')
      const proven = await logins.prove({ msisdn: row.msisdn, password })
      if (proven.ok) return done(undefined)
      return proven.code === 'wrong_credentials'
        ? refused('wrong_credentials', undefined, 'This password is wrong')
        : proven
    },

    /** Sends a code for the page that asks; whether the number has an account shows neither in the answer nor in its time. */
    async sendCode({ page, msisdn }: { page: 'resetPass' | 'verify'; msisdn: string }, address: string) {
      const asked = await (page === 'verify' ? signup : recovery).askCode(msisdn, address)
      if (!asked.ok) return asked
      const message = 'If this number has an account, a code is on its way'
      return done({ success: { message, id: random.uuid() } })
    },

    /** Ends this session and no other. */
    async logout(session: Session) {
      await transact(db, (tx) => sessions.end(tx, session))
      sessions.forget(session.bettor)
      return done({ success: { message: 'You are logged out' } })
    },

    async balance(session: Session) {
      return done({ user: await balances(session.bettor) })
    },

    /** Ends every session of a bettor. */
    async endSessions(bettor: bigint): Promise<void> {
      await transact(db, (tx) => sessions.endAll(tx, bettor))
      sessions.forget(bettor)
    },

    /** When this session was opened; undefined where it is gone. */
    sessionSince: (session: Session): Promise<Date | undefined> => openedAt(db, session),

    /** The account of a number given as 2547…, verified or not. */
    bettorByMsisdn: async (msisdn: string): Promise<bigint | undefined> => (await store.bettorOf(db, msisdn))?.id,

    /** What other areas may know of these bettors; ids without an account are left out. */
    async bettorFacts(ids: readonly bigint[]): Promise<Map<bigint, BettorFacts>> {
      const rows = await store.bettorsById(db, ids)
      return new Map(rows.map(({ id, msisdn, name, verified }) => [id, { msisdn, name, verified }]))
    },

    /** Opens a verified bettor without a code, for the sandbox only; where the number has an account, that one stays as it is. */
    async openDemo({ msisdn, password, name }: { msisdn: string; password: string; name: string }): Promise<bigint> {
      const passwordHash = await passwords.hash(password)
      invariant(passwordHash !== 'busy', 'nobody logs in while the sandbox is prepared')
      return transact(db, async (tx) => {
        await store.lockNumber(tx, msisdn)
        const there = await store.bettorOf(tx, msisdn)
        if (there) return there.id
        const id = await store.insertBettor(tx, {
          ...demo,
          msisdn,
          passwordHash,
          name,
          termsVersion: deps.termsVersion,
        })
        invariant(id !== undefined, 'the number is locked and has no account')
        await ledger.openBettor(tx, id)
        await store.markVerified(tx, id)
        return id
      })
    },

    /** Removes what is long over. To be called now and then; each call does a bounded amount. */
    async sweep(): Promise<void> {
      await sweepCodes(db)
      await sweepSessions(db)
      await logins.sweep()
    },

    /** Waits for the messages under way and closes the connection that hears of ended sessions. */
    async close(): Promise<void> {
      await outbox.settled()
      await sessions.close()
    },
  }
}

const demo = { email: null, dateOfBirth: '1990-01-01', utmSource: null, utmCampaign: null, btag: null }
