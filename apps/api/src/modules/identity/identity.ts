import type { FailureCode } from '@nare/contract/failures'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { User } from '@nare/contract/identity'
import { formatMoney } from '@nare/money/money'
import { transact, type Db, type Tx } from '#platform/db'
import type { Site } from '#platform/passkeys'
import type { Session } from '#platform/session'
import type { IdentityDeps } from './deps.ts'
import { openAccountActions } from './account-actions.ts'
import { openDemoAccounts } from './demo.ts'
import { factsOf, type BettorFacts } from './facts.ts'
import { openMessages } from './messages/messages.ts'
import { openPasskeys, type Answered, type BettorPasskeys } from './passkeys/passkeys.ts'
import { openPersons } from './persons.ts'
import { openRecovery } from './recovery/recovery.ts'
import * as sessionsModule from './sessions/sessions.ts'
import { openNumberProof, openSignup, sweepSignups } from './signup/signup.ts'
import type { Caller } from './source.ts'
import * as store from './store.ts'

export {
  accountDetails,
  accountMatches,
  accounts,
  birthdayOf,
  bettorsOfNumbers,
  devicesOf,
  lastSeen,
  sessionsOf,
  peopleOfDevices,
  sharedDevices,
  sharedDocuments,
} from './accounts.ts'
export { accountSources } from './store.ts'
export { lockAccount, optedOut } from './account-actions.ts'
export { maskedName, personOf } from './names.ts'
export { identitySteps, messagesOf, notesOf, sessionSteps } from './histories.ts'
export { numberedSessions } from './numbered-sessions.ts'
export {
  manualCheck,
  openConfirmations,
  openKyc,
  openSmileId,
  openVault,
  readPictureFile,
  storedDocuments,
} from './kyc/kyc.ts'
export type { IdentityCheck, Kyc, Vault } from './kyc/kyc.ts'
export { consentedChannels, consentRoutes, consentSteps } from './messages/messages.ts'
export {
  mountSmsCallbacks,
  openAfricasTalking,
  openMail,
  openSmsCallbacks,
  smsCallbackPaths,
  watchSms,
} from './messages/messages.ts'
export type { DeliveryReport, IncomingSms, Mail, Sent, Sms, SmsState } from './messages/messages.ts'
export { identityRules, identitySettings, leastAge } from './settings.ts'
export { acceptTerms, termsOf, type AcceptedTerms } from './terms.ts'
export { isWeak, liveMarks, openPasswords, type Passwords } from './sessions/sessions.ts'
export { registerMarks, type Person, type PersonHooks, type PersonMark, type RegisterMarks } from './persons.ts'
export type { IdentityDeps } from './deps.ts'
export type { BettorFacts } from './facts.ts'
export { endPasskeys } from './passkeys/passkeys.ts'
export { documentFilesOf, eraseIdentity, numberOf } from './erase.ts'
export { identityOfBettor, messageConsentOfBettor, passkeysOfBettor } from './own-rows.ts'
export type Identity = Awaited<ReturnType<typeof openIdentity>>

/** A caller whose browser can store a device token. */
export type Browser = Caller & { readonly keepDevice: (token: string) => void }

type Opened = { bettor: store.BettorRow; token: string; signingKey: string }

/** Opens sign-up, codes, login, sessions and recovery. */
export async function openIdentity(deps: IdentityDeps) {
  const { db, ledger } = deps
  const { argon2MemoryKib, identity: limited } = deps.config
  const passwords = await sessionsModule.openPasswords({ argon2MemoryKib, atOnce: limited.hashesAtOnce })
  const sessions = await sessionsModule.openSessions(deps)
  const devices = sessionsModule.openDevices({ db, most: devicesMax })
  const limits = sessionsModule.openLoginLimits({ db, failuresAnHour: limited.failuresAnHour })
  const messages = openMessages({
    ...{ db, log: deps.log, sms: deps.sms, mail: deps.mail, publicUrl: deps.publicUrl },
    limits: { ...limited.messages, overflowS, byAddress: deps.limitsByAddress },
    clock: deps.clock,
    secret: deps.secret,
  })
  const turns = { waitingMax: loginsWaitingMax }
  const inTurn = deps.bus.shared
    ? sessionsModule.loginTurnsOverBus(deps.bus, turns)
    : sessionsModule.loginTurnsInMemory(turns)
  const persons = openPersons(deps)
  const parts = { deps, passwords, sessions, devices, messages, limits, persons }
  const signup = openSignup(parts)
  const operator = openAccountActions(parts)
  const proofs = openNumberProof(parts)
  const recovery = openRecovery(parts, proofs)
  const logins = sessionsModule.openLogins({
    ...{ db, passwords, sessions, devices, messages, limits, inTurn },
    isLocked: persons.isLocked,
  })

  const passkeys: BettorPasskeys = openPasskeys(parts, { operator, verifyPasswordOf })
  const ownSessions = sessionsModule.openOwnSessions({ db, forget: sessions.forget })

  type CodeRequest = {
    page: 'resetPass' | 'verify'
    msisdn: string
    id?: string | undefined
    proof?: string | undefined
  }

  async function entered<R extends FailureCode>(
    outcome: Outcome<Opened & { device: string | undefined }, R>,
    browser: Browser,
  ) {
    if (!outcome.ok) return outcome
    const { device, ...opened } = outcome.value
    if (device !== undefined) browser.keepDevice(device)
    return done({ user: await userOf(opened) })
  }

  async function userOf({ bettor, token, signingKey }: Opened): Promise<User> {
    const { id, msisdn, name, verified } = bettor
    return { id: id.toString(), msisdn, name, token, signing_key: signingKey, ...(await balances(id)), verified }
  }

  /**
   * Checks a logged-in bettor's password, with the same delays as logins but with a separate failure count. Takes seconds during a flood of
   * logins. Returns a check of whether the password is still the same.
   */
  async function verifyPasswordOf(bettor: bigint, password: string) {
    const [row] = await store.bettorsById(db, [bettor])
    if (!row) return refused('wrong_credentials')
    const verified = await logins.verifyOwnPassword({ msisdn: row.msisdn, password })
    if (verified.ok) {
      const { password_hash: hash } = verified.value.bettor
      return done({ isCurrent: async (tx: Tx) => (await store.lockPassword(tx, bettor)) === hash })
    }
    if (verified.code === 'too_many_requests') return refused('too_many_requests', verified.facts)
    return refused('wrong_credentials', undefined, 'This password is wrong')
  }

  async function balances(bettor: bigint) {
    const { returnable: _returnable, ...shown } = await allBalances(bettor)
    return shown
  }

  async function allBalances(bettor: bigint) {
    const { balance, bonus, returnable, points, currency } = await ledger.balances(bettor)
    const text = { balance: formatMoney(balance), bonus: formatMoney(bonus), returnable: formatMoney(returnable) }
    return { ...text, points, currency }
  }

  return {
    authenticate: sessions.authenticate,
    operator,
    persons,
    onSessionsChanged: sessions.onChanged,
    signup: signup.signup,
    forgotPassword: recovery.forgotPassword,
    confirmEmail: recovery.confirmEmail,

    /** Verifies a number with its code and logs in. Refused as `reset_required` if several sign-ups compete and none was named. */
    async verify(given: { msisdn: string; code: string; id?: string | undefined }, browser: Browser) {
      const outcome = await proofs.verify(given, browser)
      if (!outcome.ok) return outcome
      const { bettor, session, device } = outcome.value
      browser.keepDevice(device)
      return session ? done({ user: await userOf({ bettor, ...session }) }) : refused('reset_required')
    },

    passkeys,
    ownSessions,

    login: async (given: Parameters<typeof logins.login>[0], browser: Browser) =>
      entered(await logins.login(given, browser), browser),

    async loginByPasskey({ stay, ...given }: Answered & { stay?: boolean | undefined }, site: Site, browser: Browser) {
      const read = await passkeys.readLogin(given, site)
      if (!read) return sessionsModule.wrongPasskey
      return entered(await logins.loginByPasskey({ ...read, stay }, browser), browser)
    },

    /** Sets a new password by a code sent to the phone. */
    async resetPassword(given: Parameters<typeof recovery.resetPassword>[0], browser: Browser) {
      const outcome = await recovery.resetPassword(given, browser)
      if (!outcome.ok) return outcome
      browser.keepDevice(outcome.value)
      return done({ success: { message: 'Your new password is set. Please log in' } })
    },

    /** Checks the link of a mail and sets the password if one is given. */
    async verifyPassword(given: Parameters<typeof recovery.verifyPassword>[0], browser: Browser) {
      const outcome = await recovery.verifyPassword(given, browser)
      if (!outcome.ok) return outcome
      const { message, device } = outcome.value
      if (device !== undefined) browser.keepDevice(device)
      return done({ success: { message } })
    },

    verifyPasswordOf,

    /** Sends a code for the requesting page; neither the response nor its time reveals whether the number has an account. */
    async sendCode(given: CodeRequest, caller: Caller) {
      const requested = await (given.page === 'verify'
        ? signup.requestCode(given, caller)
        : recovery.requestCode(given, caller))
      if (!requested.ok) return requested
      const message = 'If this number has an account, a code is on its way'
      return done({ success: { message, ...requested.value } })
    },

    /** Ends this session and no other. */
    async logout(session: Session) {
      await transact(db, (tx) => sessions.end(tx, session))
      sessions.forget(session.bettor)
      return done({ success: { message: 'You are logged out' } })
    },

    balance: async (session: Session) => done({ user: await allBalances(session.bettor) }),

    /** Revokes every session of a bettor. */
    async endSessions(bettor: bigint): Promise<void> {
      await transact(db, (tx) => sessions.revokeAll(tx, bettor))
      sessions.forget(bettor)
    },

    /** The time when this session was opened; undefined if it does not exist. */
    sessionSince: (session: Session): Promise<Date | undefined> => sessionsModule.openedAt(db, session),

    /** The signing key of a bettor's newest live session; undefined if none is live. */
    newestSession: (bettor: bigint): Promise<string | undefined> => sessionsModule.newestKey(db, bettor),

    /** The signing keys of the sessions among these that are live, read in the transaction that acts for them. */
    liveSessions: sessionsModule.liveAmong,

    /** The signing keys of those sessions that an operator revoked (those that ended by a log-out or a new password are not among them), read in the transaction that acts for them. */
    revokedSessions: sessionsModule.revokedAmong,

    /** The account of a number given as 2547…, verified or not. */
    bettorByMsisdn: async (msisdn: string): Promise<bigint | undefined> => (await store.bettorOf(db, msisdn))?.id,

    /** The facts about these bettors that other areas may read, also in their transaction; ids without an account are left out. */
    async bettorFacts(ids: readonly bigint[], from: Db | Tx = db): Promise<Map<bigint, BettorFacts>> {
      const rows = await store.bettorsById(from, ids)
      return new Map(rows.map((row) => [row.id, factsOf(row)]))
    },

    /** The bettors whose name, or its second or last word, begins with a text of `searchText`; at most `most`, in a fixed order. */
    async bettorsNamed(text: string, most: number): Promise<(BettorFacts & { readonly bettor: bigint })[]> {
      const rows = await store.bettorsNamed(db, text, most)
      return rows.map((row) => ({ bettor: row.id, ...factsOf(row) }))
    },

    /** A query for the marketing source of each account, for reports. */
    accountSources: store.accountSources,

    /** The time when an account was opened. */
    signedUpAt: store.signedUpAt,

    openDemo: openDemoAccounts(parts),

    /** Removes a bounded number of expired rows of each kind. Must be called regularly. */
    async sweep(): Promise<void> {
      const sessions = (): Promise<void> => sessionsModule.sweepSessions(db)
      const signups = (): Promise<void> => sweepSignups(db)
      const all = {
        ...messages.sweeps,
        sessions,
        signups,
        devices: devices.sweep,
        limits: limits.sweep,
        passkeys: passkeys.sweep,
      }
      for (const [name, sweep] of Object.entries(all)) await deps.background.attempt('identity sweep', name, sweep)
    },

    /** Waits for messages that are being sent and closes the connection for session revocations. */
    async close(): Promise<void> {
      await messages.settled()
      await sessions.close()
    },
  }
}

/** The maximum number of logins that wait for an earlier login with the same number and source. */
const loginsWaitingMax = 100
/** The maximum number of recognised devices of one bettor. */
const devicesMax = 20
/** The maximum time, in seconds, that an owner waits for the next message because of strangers' requests. */
const overflowS = 60 * 60
