import { done, refused } from '@nare/contract/outcome'
import { transact, type Tx } from '#platform/db'
import { dropCode, dropCodes, giveConsent, tryCode, type IssuedLink } from '../messages/messages.ts'
import { requireProof } from '../kyc/kyc.ts'
import type { Parts } from '../parts.ts'
import type { Caller } from '../source.ts'
import * as store from '../store.ts'
import * as signups from './signup-store.ts'

const ticketForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Given = { msisdn: string; code: string; id?: string | undefined }

export type NumberProof = ReturnType<typeof openNumberProof>

/** Opens the verification of a number: by the code of a sign-up, or as part of setting a new password. */
export function openNumberProof({ deps, sessions, devices, messages, limits, persons }: Parts) {
  const { db } = deps
  const { links } = messages

  /**
   * Verifies a number with the code `proofId` and opens a session. If several sign-ups compete and none was named, opens no session: the
   * number is verified but has no password.
   */
  async function prove(tx: Tx, { msisdn, proofId, ticket, device, agent }: Proving) {
    await store.lockNumber(tx, msisdn)
    const before = await store.bettorOf(tx, msisdn)
    if (!before || before.verified) return refused('wrong_code')
    const named = ticket === undefined ? undefined : await signups.signupOf(tx, { id: ticket, bettor: before.id })
    if (ticket !== undefined && !named) return refused('wrong_code')
    if (!(await dropCode(tx, proofId))) return refused('wrong_code')
    if (await persons.isLocked(tx, before.id)) return refused('account_locked')
    const isContested = before.password_hash === null
    const confirm = isContested ? await resolveSignups(tx, before, named) : undefined
    const consent = await signups.consentOf(tx, { bettor: before.id, id: ticket })
    await markVerifiedAndReset(tx, before, device)
    if (consent !== undefined)
      await giveConsent(tx, { bettor: before.id, channel: 'sms', wording: consent, how: 'sign_up' })
    const deviceToken = await devices.bind(tx, before.id, device)
    if (isContested && !named) return done({ bettor: before, device: deviceToken, session: undefined, confirm })
    const bettor = (await store.bettorOf(tx, msisdn)) ?? before
    return done({ bettor, device: deviceToken, session: await sessions.open(tx, bettor.id, { agent }), confirm })
  }

  /**
   * Copies the named one of several sign-ups into the bettor's row, or clears the row if none was named. Returns the link that confirms the
   * sign-up's e-mail address.
   */
  async function resolveSignups(
    tx: Tx,
    { id, msisdn }: store.BettorRow,
    signup: signups.SignupRow | undefined,
  ): Promise<IssuedLink | undefined> {
    await links.dropAll(tx, id)
    if (!signup) await store.clearDetails(tx, id)
    else await store.replaceBettor(tx, id, { ...signup, msisdn })
    const email = signup?.email
    return email ? links.issue(tx, { bettor: id, email, purpose: 'confirm' }) : undefined
  }

  /** Marks a number as verified. Removes its earlier sign-ups, codes and devices, and ends its sessions. */
  async function markVerifiedAndReset(tx: Tx, { id, msisdn }: store.BettorRow, device?: string): Promise<void> {
    const isFirst = await store.markVerified(tx, id)
    await signups.dropSignups(tx, id)
    await dropCodes(tx, msisdn)
    await sessions.endAll(tx, id)
    await devices.forgetAll(tx, id)
    if (isFirst && (await persons.verified(tx, id, device)).proofRequired) await requireProof(tx, id)
  }

  return {
    /**
     * Verifies a number with its code and opens a session. A ticket selects its sign-up. Without a ticket the number's only sign-up is used; if
     * there are several, none is used: the outcome then has no session, and the bettor must set a new password.
     */
    async verify({ msisdn, code, id }: Given, caller: Caller) {
      const ticket = id?.toLowerCase()
      if (ticket !== undefined && !ticketForm.test(ticket)) return refused('wrong_code')
      const key = { msisdn, purpose: 'verify' } as const
      const proof = await tryCode(db, key, { code, ticket })
      if (!proof) return refused('wrong_code')
      const proving = { msisdn, proofId: proof.id, ticket, device: caller.device, agent: caller.agent }
      const outcome = await transact(db, (tx) => prove(tx, proving))
      if (!outcome.ok) return outcome
      sessions.forget(outcome.value.bettor.id)
      await limits.clearNumber(msisdn)
      if (outcome.value.confirm) await messages.sendConfirm(outcome.value.confirm, caller)
      return outcome
    },

    /**
     * Sets a password after the phone's code was entered, which also verifies the number. Name and age of the only sign-up are kept. If there
     * are several, the name is cleared. The caller has locked the number.
     */
    async setOwnersPassword(
      tx: Tx,
      bettor: store.BettorRow,
      given: { hash: string; device: string | undefined },
    ): Promise<void> {
      if (!bettor.verified) {
        if (bettor.password_hash === null) await store.clearDetails(tx, bettor.id)
        await links.dropAll(tx, bettor.id)
      }
      await store.setPassword(tx, bettor.id, given.hash)
      await markVerifiedAndReset(tx, bettor, given.device)
    },
  }
}

type Proving = {
  msisdn: string
  proofId: string
  ticket: string | undefined
  device: string | undefined
  agent: string | undefined
}
