import { done, refused } from '@nare/contract/outcome'
import { codeOf, transact, type Tx } from '#platform/db'
import { countMessage, forgetGap, issueCode, redeemCode } from './codes.ts'
import type { IdentityDeps } from './deps.ts'
import { clearFailures } from './login-store.ts'
import type { MailLinks } from './mail-links.ts'
import type { Outbox } from './outbox.ts'
import { isWeak, type Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'
import { words } from './words.ts'

type Parts = { deps: IdentityDeps; passwords: Passwords; sessions: Sessions; outbox: Outbox; links: MailLinks }
type Reset = { msisdn: string; code: string; password: string; confirm_password: string }

/** PostgreSQL's code for a second row with what only one may have. */
const notUnique = '23505'
const busy = refused('too_many_requests', { retry_after_s: 2 })

/** Opens the ways back in: a code to the phone, or a link to a confirmed e-mail address. Either ends all sessions. */
export function openRecovery({ deps, passwords, sessions, outbox, links }: Parts) {
  const { db, limitsByAddress } = deps

  async function setPassword(tx: Tx, bettor: store.BettorRow, passwordHash: string): Promise<void> {
    await store.setPassword(tx, bettor.id, passwordHash)
    await sessions.endAll(tx, bettor.id)
    await links.dropResets(tx, bettor.id)
    await clearFailures(tx, bettor.msisdn)
  }

  return {
    /** Sends a code that sets a new password. The answer is the same for every number. */
    async askCode(msisdn: string, address: string) {
      const asked = await transact(db, async (tx) => {
        const wait = await countMessage(tx, { to: msisdn, purpose: 'reset', from: { address, limitsByAddress } })
        if (wait !== undefined) return refused('too_many_requests', { retry_after_s: wait })
        const code = await issueCode(tx, { msisdn, purpose: 'reset' })
        return done({ code, known: (await store.bettorOf(tx, msisdn)) !== undefined })
      })
      if (!asked.ok) return asked
      const retry = () => forgetGap(db, { to: msisdn, purpose: 'reset' })
      const text = words.resetSms(asked.value.code)
      if (asked.value.known) outbox.send('sms', () => deps.sms.send({ to: msisdn, text }), retry)
      return done(undefined)
    },

    /** Sets a new password by the code on the phone. Refusals for the password itself leave the code alive. */
    async resetPassword({ msisdn, code, password, confirm_password }: Reset) {
      if (password !== confirm_password) return refused('passwords_differ')
      if (isWeak(password, { msisdn })) return refused('weak_password')
      const hash = await passwords.hash(password)
      if (hash === 'busy') return busy
      const outcome = await transact(db, async (tx) => {
        if (!(await redeemCode(tx, { msisdn, purpose: 'reset' }, code))) return refused('wrong_code')
        const bettor = await store.bettorOf(tx, msisdn)
        if (!bettor) return refused('wrong_code')
        await setPassword(tx, bettor, hash)
        return done(bettor.id)
      })
      if (!outcome.ok) return outcome
      sessions.forget(outcome.value)
      return done({ success: { message: 'Your new password is set. Please log in' } })
    },

    /** Sends a link to an address that somebody confirmed. The answer is the same for every address. */
    async forgotPassword(given: string, address: string) {
      const email = given.toLowerCase()
      const asked = await transact(db, async (tx) => {
        const wait = await countMessage(tx, { to: email, purpose: 'reset', from: { address, limitsByAddress } })
        if (wait !== undefined) return refused('too_many_requests', { retry_after_s: wait })
        const bettor = await store.bettorOfEmail(tx, email)
        return done(bettor && (await links.issue(tx, { bettor: bettor.id, email, purpose: 'reset' })))
      })
      if (!asked.ok) return asked
      if (asked.value) links.send(asked.value)
      return done({ success: { message: 'If this address is confirmed, a link is on its way' } })
    },

    /** Checks a link's token, and with a password sets it. */
    async verifyPassword({ resetToken, password }: { resetToken: string; password?: string | undefined }) {
      const link = await links.find(resetToken, 'reset')
      const [bettor] = link ? await store.bettorsById(db, [link.bettor]) : []
      if (!link || !bettor || bettor.email !== link.email || !bettor.email_confirmed) return refused('wrong_code')
      if (password === undefined) return done({ success: { message: 'You can set a new password now' } })
      if (isWeak(password, bettor)) return refused('weak_password')
      const hash = await passwords.hash(password)
      if (hash === 'busy') return busy
      const taken = await transact(db, async (tx) => {
        if (!(await links.take(tx, resetToken, 'reset'))) return false
        await setPassword(tx, bettor, hash)
        return true
      })
      if (!taken) return refused('wrong_code')
      sessions.forget(bettor.id)
      return done({ success: { message: 'Your new password is set. Please log in' } })
    },

    /** Confirms the e-mail address that a link was sent to. Of two accounts that confirm one address at once, one does. */
    async confirmEmail(confirmToken: string) {
      const confirmed = await transact(db, async (tx) => {
        const link = await links.take(tx, confirmToken, 'confirm')
        return link !== undefined && store.confirmEmail(tx, { id: link.bettor, email: link.email })
      }).catch((error: unknown) => {
        if (codeOf(error) === notUnique) return false
        throw error
      })
      return confirmed ? done({ success: { message: 'Your e-mail address is confirmed' } }) : refused('wrong_code')
    },
  }
}
