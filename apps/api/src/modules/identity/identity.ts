import { done, refused } from '@nare/contract/outcome'
import type { User } from '@nare/contract/identity'
import { formatMoney } from '@nare/money/money'
import { transact } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Session } from '#platform/session'
import { sweepCodes } from './code-store.ts'
import type { IdentityDeps } from './deps.ts'
import { openConfirmMails } from './confirm-mails.ts'
import { openDevices } from './devices.ts'
import { openLoginLimits } from './login-limits.ts'
import { openLogins } from './logins.ts'
import { openMailLinks } from './mail-links.ts'
import { openMessages } from './messages.ts'
import { openOutbox } from './outbox.ts'
import { openPasswords } from './passwords.ts'
import { openQuotas } from './quotas.ts'
import { openRecovery } from './recovery.ts'
import { liveAmong, openedAt, sweepSessions } from './session-store.ts'
import { openSessions } from './sessions.ts'
import { sweepSignups } from './signup-store.ts'
import { openSignup } from './signup.ts'
import type { Caller } from './source.ts'
import * as store from './store.ts'
import { openVerify } from './verify.ts'

export { manualCheck, openKyc, openVault, type IdentityCheck, type Kyc } from './kyc.ts'
export type { Mail, Sent, Sms } from './ports.ts'
export { mountSmsCallbacks, openSmsCallbacks, smsCallbackPaths } from './sms-callbacks.ts'
export type { IdentityDeps } from './deps.ts'
export type Identity = Awaited<ReturnType<typeof openIdentity>>

/** What other areas may know of a bettor. */
export type BettorFacts = { readonly msisdn: string; readonly name: string; readonly verified: boolean }

/** Who calls from a browser that can be known again. */
export type Browser = Caller & { readonly keepDevice: (token: string) => void }

type Opened = { bettor: store.BettorRow; token: string; signingKey: string }

/** Opens sign-up, codes, login, sessions and recovery. */
export async function openIdentity(deps: IdentityDeps) {
  const { db, ledger } = deps
  const { argon2MemoryKib, identity: limited } = deps.config
  const passwords = await openPasswords({ argon2MemoryKib, atOnce: limited.hashesAtOnce })
  const sessions = await openSessions(deps)
  const outbox = openOutbox(deps.log)
  const links = openMailLinks({ deps, outbox })
  const devices = openDevices({ db, most: devicesMost })
  const quotas = openQuotas(db)
  const messageLimits = { ...limited.messages, overflowS, byAddress: deps.limitsByAddress }
  const messages = openMessages({ quotas, limits: messageLimits })
  const mails = openConfirmMails({ links, messages })
  const limits = openLoginLimits({ db, failuresAnHour: limited.failuresAnHour })
  const parts = { deps, passwords, sessions, devices, outbox, links, mails, messages, limits }
  const signup = openSignup(parts)
  const proofs = openVerify(parts)
  const recovery = openRecovery(parts, proofs)
  const logins = openLogins(parts)

  async function userOf({ bettor, token, signingKey }: Opened): Promise<User> {
    const { id, msisdn, name, verified } = bettor
    return { id: id.toString(), msisdn, name, token, signing_key: signingKey, ...(await balances(id)), verified }
  }

  async function balances(bettor: bigint) {
    const { returnable: _returnable, ...told } = await allBalances(bettor)
    return told
  }

  async function allBalances(bettor: bigint) {
    const { balance, bonus, returnable, points, currency } = await ledger.balances(bettor)
    const text = { balance: formatMoney(balance), bonus: formatMoney(bonus), returnable: formatMoney(returnable) }
    return { ...text, points, currency }
  }

  return {
    authenticate: sessions.authenticate,
    onSessionsChanged: sessions.onChanged,
    signup: signup.signup,
    forgotPassword: recovery.forgotPassword,
    confirmEmail: recovery.confirmEmail,

    /** Proves a number by its code and logs in; refused as `reset_required` where none of several sign-ups counts. */
    async verify(given: { msisdn: string; code: string; id?: string | undefined }, browser: Browser) {
      const outcome = await proofs.verify(given, browser)
      if (!outcome.ok) return outcome
      const { bettor, session, device } = outcome.value
      browser.keepDevice(device)
      return session ? done({ user: await userOf({ bettor, ...session }) }) : refused('reset_required')
    },

    async login(given: { msisdn: string; password: string; code?: string | undefined }, browser: Browser) {
      const outcome = await logins.login(given, browser)
      if (!outcome.ok) return outcome
      const { device, ...opened } = outcome.value
      if (device !== undefined) browser.keepDevice(device)
      return done({ user: await userOf(opened) })
    },

    /** Sets a new password by the code on the phone. */
    async resetPassword(given: Parameters<typeof recovery.resetPassword>[0], browser: Browser) {
      const outcome = await recovery.resetPassword(given, browser)
      if (!outcome.ok) return outcome
      browser.keepDevice(outcome.value)
      return done({ success: { message: 'Your new password is set. Please log in' } })
    },

    /** Checks the link of a mail, and with a password sets it. */
    async verifyPassword(given: Parameters<typeof recovery.verifyPassword>[0], browser: Browser) {
      const outcome = await recovery.verifyPassword(given, browser)
      if (!outcome.ok) return outcome
      const { message, device } = outcome.value
      if (device !== undefined) browser.keepDevice(device)
      return done({ success: { message } })
    },

    /** Whether this is a bettor's password; wrong ones are slowed like those of logging in, and apart from them. */
    async provePassword(bettor: bigint, password: string) {
      const [row] = await store.bettorsById(db, [bettor])
      if (!row) return refused('wrong_credentials')
      const proven = await logins.proveOwn({ msisdn: row.msisdn, password })
      if (proven.ok) return done(undefined)
      if (proven.code === 'too_many_requests') return refused('too_many_requests', proven.facts)
      return refused('wrong_credentials', undefined, 'This password is wrong')
    },

    /** Sends a code for the page that asks; whether the number has an account shows neither in the answer nor in its time. */
    async sendCode(given: { page: 'resetPass' | 'verify'; msisdn: string; id?: string | undefined }, caller: Caller) {
      const asked = await (given.page === 'verify'
        ? signup.askCode(given, caller)
        : recovery.askCode(given.msisdn, caller))
      if (!asked.ok) return asked
      const message = 'If this number has an account, a code is on its way'
      return done({ success: { message, id: asked.value.id } })
    },

    /** Ends this session and no other. */
    async logout(session: Session) {
      await transact(db, (tx) => sessions.end(tx, session))
      sessions.forget(session.bettor)
      return done({ success: { message: 'You are logged out' } })
    },

    async balance(session: Session) {
      return done({ user: await allBalances(session.bettor) })
    },

    /** Ends every session of a bettor. */
    async endSessions(bettor: bigint): Promise<void> {
      await transact(db, (tx) => sessions.endAll(tx, bettor))
      sessions.forget(bettor)
    },

    /** When this session was opened; undefined where it is gone. */
    sessionSince: (session: Session): Promise<Date | undefined> => openedAt(db, session),

    /** Which of these sessions exist now, by signing key, asked in a transaction of somebody who acts for them. */
    liveSessions: liveAmong,

    /** The account of a number given as 2547…, verified or not. */
    bettorByMsisdn: async (msisdn: string): Promise<bigint | undefined> => (await store.bettorOf(db, msisdn))?.id,

    /** What other areas may know of these bettors; ids without an account are left out. */
    async bettorFacts(ids: readonly bigint[]): Promise<Map<bigint, BettorFacts>> {
      const rows = await store.bettorsById(db, ids)
      return new Map(rows.map(({ id, msisdn, name, verified }) => [id, { msisdn, name, verified }]))
    },

    /** Opens a verified bettor without a code, for the sandbox only; where the number has an account, that one stays as it is. */
    async openDemo({ msisdn, password, name }: { msisdn: string; password: string; name: string }): Promise<bigint> {
      const passwordHash = await passwords.hash(password, { key: 'sandbox', known: true })
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
      await sweepSignups(db)
      await devices.sweep()
      await quotas.sweep()
      await logins.sweep()
    },

    /** Waits for the messages under way and closes the connection that hears of ended sessions. */
    async close(): Promise<void> {
      await outbox.settled()
      await sessions.close()
    },
  }
}

/** Browsers that one bettor is known in. */
const devicesMost = 20
/** However many messages strangers have caused, an owner waits no longer than this for the next. */
const overflowS = 60 * 60

const demo = { email: null, dateOfBirth: '1990-01-01', utmSource: null, utmCampaign: null, btag: null }
