import { done, refused } from '@nare/contract/outcome'
import { codeOf, transact } from '#platform/db'
import { dropCode, issueCode, texts, tryCode } from '../messages/messages.ts'
import { random } from '#platform/random'
import type { Parts } from '../parts.ts'
import { isWeak, sourceOf } from '../sessions/sessions.ts'
import type { NumberProof } from '../signup/signup.ts'
import type { Caller } from '../source.ts'
import * as store from '../store.ts'

type Reset = { msisdn: string; code: string; password: string; confirm_password: string; id?: string | undefined }

/** PostgreSQL's code of a unique violation. */
const uniqueViolation = '23505'
const busy = refused('too_many_requests', { retry_after_s: 2 })

/** Opens account recovery, by a code to the phone or a link to a confirmed e-mail address. A new password ends all sessions and devices. */
export function openRecovery(parts: Parts, { setOwnersPassword }: NumberProof) {
  const { deps, passwords, sessions, devices, messages, limits } = parts
  const { db } = deps
  const { links } = messages

  return {
    /** Sends a code that sets a new password. The response is the same for every number, and has a puzzle if a proof of work is due. */
    async requestCode({ msisdn, proof }: { msisdn: string; proof?: string | undefined }, caller: Caller) {
      const bettor = await store.bettorOf(db, msisdn)
      const source = await sourceOf(devices, caller, bettor?.id)
      const willSend = bettor !== undefined
      const counted = await messages.count({ to: msisdn, purpose: 'reset', willSend, source, caller, proof })
      if (!counted.ok && counted.by === 'puzzle') return done({ id: random.uuid(), puzzle: counted.puzzle })
      if (!counted.ok) return refused('too_many_requests', { retry_after_s: counted.waitS })
      const issued = await transact(db, (tx) => issueCode(tx, { msisdn, purpose: 'reset', slot: source.key }))
      const text = texts.resetSms(issued.code)
      if (willSend) messages.sendSms({ to: msisdn, text }, counted.refund)
      return done({ id: issued.id })
    },

    /**
     * Sets a new password with the code sent to the phone. The browser becomes a recognised device. A weak password leaves the code valid.
     * The password is hashed only after the code was right, so that guessing codes costs no CPU time.
     */
    async resetPassword({ msisdn, code, password, confirm_password, id }: Reset, caller: Caller) {
      if (password !== confirm_password) return refused('passwords_differ')
      if (isWeak(password, { msisdn })) return refused('weak_password')
      const account = await store.bettorOf(db, msisdn)
      const source = await sourceOf(devices, caller, account?.id)
      const ownerProof = { id: id?.toLowerCase(), slot: source.recognised ? source.key : undefined }
      const proof = await tryCode(db, { msisdn, purpose: 'reset' }, { code, own: ownerProof })
      if (!proof) return refused('wrong_code')
      const hash = await passwords.hash(password, source)
      if (hash === 'busy') return busy
      const outcome = await transact(db, async (tx) => {
        await store.lockNumber(tx, msisdn)
        const bettor = await store.bettorOf(tx, msisdn)
        if (!bettor || !(await dropCode(tx, proof.id))) return refused('wrong_code')
        await setOwnersPassword(tx, bettor, { hash, device: caller.device })
        await links.dropResets(tx, bettor.id)
        return done({ bettor: bettor.id, device: await devices.bind(tx, bettor.id, caller.device) })
      })
      if (!outcome.ok) return outcome
      sessions.forget(outcome.value.bettor)
      await limits.clearNumber(msisdn)
      return done(outcome.value.device)
    },

    /** Sends a link to a confirmed address. The response is the same for every address, and has a puzzle if a proof of work is due. */
    async forgotPassword(given: { email: string; proof?: string | undefined }, caller: Caller) {
      const email = given.email.toLowerCase()
      const bettor = await store.bettorOfEmail(db, email)
      const source = await sourceOf(devices, caller, bettor?.id)
      const willSend = bettor !== undefined
      const counted = await messages.count({
        to: email,
        purpose: 'reset',
        willSend,
        source,
        caller,
        proof: given.proof,
      })
      const message = 'If this address is confirmed, a link is on its way'
      if (!counted.ok && counted.by === 'puzzle') return done({ success: { message, puzzle: counted.puzzle } })
      if (!counted.ok) return refused('too_many_requests', { retry_after_s: counted.waitS })
      if (bettor) {
        const link = await transact(db, (tx) => links.issue(tx, { bettor: bettor.id, email, purpose: 'reset' }))
        links.send(link, counted.refund)
      }
      return done({ success: { message } })
    },

    /**
     * Checks a link's token and sets the password if one is given. Returns a message, and the device token if the password of a verified
     * bettor was set.
     */
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
      const changed = await transact(db, async (tx) => {
        if (!(await links.claim(tx, resetToken, 'reset'))) return undefined
        await store.setPassword(tx, bettor.id, hash)
        await sessions.endAll(tx, bettor.id)
        await devices.forgetAll(tx, bettor.id)
        await links.dropResets(tx, bettor.id)
        return { device: bettor.verified ? await devices.bind(tx, bettor.id, caller.device) : undefined }
      })
      if (!changed) return refused('wrong_code')
      sessions.forget(bettor.id)
      await limits.clearNumber(bettor.msisdn)
      return done({ message: 'Your new password is set. Please log in', device: changed.device })
    },

    /** Confirms the e-mail address of a link. If two accounts confirm the same address concurrently, one succeeds. */
    async confirmEmail(confirmToken: string) {
      const confirmed = await transact(db, async (tx) => {
        const link = await links.claim(tx, confirmToken, 'confirm')
        return link !== undefined && store.confirmEmail(tx, { id: link.bettor, email: link.email })
      }).catch((error: unknown) => {
        if (codeOf(error) === uniqueViolation) return false
        throw error
      })
      return confirmed ? done({ success: { message: 'Your e-mail address is confirmed' } }) : refused('wrong_code')
    },
  }
}
