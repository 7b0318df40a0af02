import { done, refused } from '@nare/contract/outcome'
import { codeOf, transact } from '#platform/db'
import { dropCode } from './code-store.ts'
import { issueCode, tryCode } from './codes.ts'
import type { Parts } from './parts.ts'
import { isWeak } from './passwords.ts'
import { sourceOf, type Caller } from './source.ts'
import * as store from './store.ts'
import type { openVerify } from './verify.ts'
import { words } from './words.ts'

type Reset = { msisdn: string; code: string; password: string; confirm_password: string; id?: string | undefined }

/** PostgreSQL's code for a second row with what only one may have. */
const notUnique = '23505'
const busy = refused('too_many_requests', { retry_after_s: 2 })

/** Opens the ways back in: a code to the phone, or a link to a confirmed e-mail address. Either ends all sessions and devices. */
export function openRecovery(parts: Parts, { setOwnersPassword }: ReturnType<typeof openVerify>) {
  const { deps, passwords, sessions, devices, outbox, links, messages, limits } = parts
  const { db } = deps

  return {
    /** Sends a code that sets a new password. The answer is the same for every number. */
    async askCode(msisdn: string, caller: Caller) {
      const bettor = await store.bettorOf(db, msisdn)
      const source = await sourceOf(devices, caller, bettor?.id)
      const sends = bettor !== undefined
      const counted = await messages.count({ to: msisdn, purpose: 'reset', sends, source, caller })
      if (!counted.ok) return refused('too_many_requests', { retry_after_s: counted.waitS })
      const issued = await transact(db, (tx) => issueCode(tx, { msisdn, purpose: 'reset', slot: source.key }))
      const text = words.resetSms(issued.code)
      if (sends) outbox.send('sms', () => deps.sms.send({ to: msisdn, text }), counted.giveBack)
      return done({ id: issued.id })
    },

    /**
     * Sets a new password by the code on the phone and makes the browser known. Refusals for the password itself leave the code
     * alive; the password is hashed only for a right code, so that guessing codes costs no hashes.
     */
    async resetPassword({ msisdn, code, password, confirm_password, id }: Reset, caller: Caller) {
      if (password !== confirm_password) return refused('passwords_differ')
      if (isWeak(password, { msisdn })) return refused('weak_password')
      const known = await store.bettorOf(db, msisdn)
      const source = await sourceOf(devices, caller, known?.id)
      const own = { id: id?.toLowerCase(), slot: source.known ? source.key : undefined }
      const proof = await tryCode(db, { msisdn, purpose: 'reset' }, { code, own })
      if (!proof) return refused('wrong_code')
      const hash = await passwords.hash(password, source)
      if (hash === 'busy') return busy
      const outcome = await transact(db, async (tx) => {
        await store.lockNumber(tx, msisdn)
        const bettor = await store.bettorOf(tx, msisdn)
        if (!bettor || !(await dropCode(tx, proof.id))) return refused('wrong_code')
        await setOwnersPassword(tx, bettor, hash)
        await links.dropResets(tx, bettor.id)
        return done({ bettor: bettor.id, device: await devices.bind(tx, bettor.id, caller.device) })
      })
      if (!outcome.ok) return outcome
      sessions.forget(outcome.value.bettor)
      await limits.clearNumber(msisdn)
      return done(outcome.value.device)
    },

    /** Sends a link to an address that somebody confirmed. The answer is the same for every address. */
    async forgotPassword(given: string, caller: Caller) {
      const email = given.toLowerCase()
      const bettor = await store.bettorOfEmail(db, email)
      const source = await sourceOf(devices, caller, bettor?.id)
      const sends = bettor !== undefined
      const counted = await messages.count({ to: email, purpose: 'reset', sends, source, caller })
      if (!counted.ok) return refused('too_many_requests', { retry_after_s: counted.waitS })
      if (bettor) {
        const link = await transact(db, (tx) => links.issue(tx, { bettor: bettor.id, email, purpose: 'reset' }))
        links.send(link, counted.giveBack)
      }
      return done({ success: { message: 'If this address is confirmed, a link is on its way' } })
    },

    /** Checks a link's token, and with a password sets it. Answers a message, and the device token where the password was set. */
    async verifyPassword(given: { resetToken: string; password?: string | undefined }, caller: Caller) {
      const { resetToken, password } = given
      const link = await links.find(resetToken, 'reset')
      const [bettor] = link ? await store.bettorsById(db, [link.bettor]) : []
      if (!link || !bettor || bettor.email !== link.email || !bettor.email_confirmed) return refused('wrong_code')
      if (password === undefined) return done({ message: 'You can set a new password now', device: undefined })
      if (isWeak(password, bettor)) return refused('weak_password')
      const source = await sourceOf(devices, caller, bettor.id)
      const hash = await passwords.hash(password, source)
      if (hash === 'busy') return busy
      const taken = await transact(db, async (tx) => {
        if (!(await links.take(tx, resetToken, 'reset'))) return undefined
        await store.setPassword(tx, bettor.id, hash)
        await sessions.endAll(tx, bettor.id)
        await devices.forgetAll(tx, bettor.id)
        await links.dropResets(tx, bettor.id)
        return { device: bettor.verified ? await devices.bind(tx, bettor.id, caller.device) : undefined }
      })
      if (!taken) return refused('wrong_code')
      sessions.forget(bettor.id)
      await limits.clearNumber(bettor.msisdn)
      return done({ message: 'Your new password is set. Please log in', device: taken.device })
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
