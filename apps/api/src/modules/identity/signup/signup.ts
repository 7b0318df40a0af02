import { createHash } from 'node:crypto'
import { consentVersion } from '@nare/contract/consent-wording'
import { fault, fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { identity } from '@nare/contract/identity'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { transact, type Tx } from '#platform/db'
import { networkOf } from '#platform/network-of'
import { random } from '#platform/random'
import { isOfAge } from '../ages.ts'
import { issueCode, texts } from '../messages/messages.ts'
import type { Parts } from '../parts.ts'
import { isWeak } from '../sessions/sessions.ts'
import type { Caller } from '../source.ts'
import * as store from '../store.ts'
import * as signups from './signup-store.ts'

export { openNumberProof, type NumberProof } from './number-proof.ts'
export { sweepSignups } from './signup-store.ts'

export type Signup = Received<typeof identity.signup>
type SignedUp = Outcome<Answer<typeof identity.signup>, Failure<typeof identity.signup>>

/** A sign-up that was not verified within this time no longer competes with a new one. */
const staleHours = 24
const pendingMax = 100
const oldestAge = 120

/** Opens sign-up and the codes that verify a number. */
export function openSignup({ deps, passwords, sessions, messages }: Parts) {
  const { db, ages, ledger } = deps
  const { links } = messages
  const running = new Map<string, Promise<SignedUp>>()

  function send(to: string, code: string, refund: () => Promise<void>): void {
    messages.sendSms({ to, text: texts.verifySms(code) }, refund)
  }

  /** Stores a sign-up. The only sign-up of a number becomes its bettor. If several compete, none counts before the verification. */
  async function storeSignup(tx: Tx, bettor: store.NewBettor, { ticket, isSent, isExclusive, consent }: Storing) {
    await store.lockNumber(tx, bettor.msisdn)
    const account = await store.bettorOf(tx, bettor.msisdn)
    if (account?.verified) return refused('msisdn_taken')
    const earlier = account ? await signups.freshSignups(tx, { bettor: account.id, staleHours }) : []
    const id = account?.id ?? (await store.insertBettor(tx, bettor))
    if (id === undefined) return refused('msisdn_taken')
    if (!account) await ledger.openBettor(tx, id)
    else {
      await links.dropAll(tx, id)
      if (earlier.length > 0) await store.clearCredentials(tx, id)
      else {
        await store.replaceBettor(tx, id, bettor)
        await sessions.revokeAll(tx, id)
      }
    }
    await signups.insertSignup(tx, { id: ticket, bettor: id, consent }, bettor)
    await signups.boundSignups(tx, { bettor: id, most: pendingMax })
    const key = { msisdn: bettor.msisdn, purpose: 'verify', slot: ticket } as const
    const issued = isSent ? await issueCode(tx, { ...key, signup: isExclusive ? ticket : null }) : undefined
    const isFirst = earlier.length === 0
    const confirm =
      isFirst && bettor.email
        ? await links.issue(tx, { bettor: id, email: bettor.email, purpose: 'confirm' })
        : undefined
    return done({ id, code: issued?.code, confirm })
  }

  async function signup(given: Signup, caller: Caller): Promise<SignedUp> {
    const fault = refusalOf(given) ?? (await duplicateOf(given))
    if (fault) return fault
    const passwordHash = await passwords.hash(given.password, {
      key: `net ${networkOf(caller.address)}`,
      recognised: false,
    })
    if (passwordHash === 'busy') return refused('too_many_requests', { retry_after_s: 2 })
    const bettor = newBettor(given, { passwordHash, termsVersion: deps.rules().termsVersion })
    const to = bettor.msisdn
    const source = { key: '', recognised: false }
    const counted = await messages.count({ to, purpose: 'verify', willSend: true, source, caller, first: true })
    if (!counted.ok && counted.by === 'hard') return refused('too_many_requests', { retry_after_s: counted.waitS })
    const ticket = random.uuid()
    // A sentence that is not asked any more is no consent.
    const consent = given.promotions_by_sms === consentVersion ? consentVersion : undefined
    const storing = { ticket, isSent: counted.ok, isExclusive: counted.ok && !counted.overflow, consent }
    const opened = await transact(db, (tx) => storeSignup(tx, bettor, storing))
    if (!opened.ok) {
      if (counted.ok) await counted.refund()
      return opened
    }
    sessions.forget(opened.value.id)
    if (counted.ok && opened.value.code !== undefined) send(to, opened.value.code, counted.refund)
    if (opened.value.confirm) await messages.sendConfirm(opened.value.confirm, caller)
    if (!counted.ok && counted.by !== 'puzzle')
      return done({ success: { message: laterText(counted.waitS), id: ticket } })
    const puzzle = counted.ok ? {} : { puzzle: counted.puzzle }
    return done({ success: { message: 'We have sent a code to your phone', id: ticket, ...puzzle } })
  }

  return {
    /**
     * Accepts a sign-up, sends a code and returns the ticket of the sign-up. A verified number is refused, as the wire contract requires. Any
     * other number may be signed up again: the verification decides which sign-up counts. A number that has reached its limit of messages is
     * signed up without a message. From an address with very many sign-ups the code follows a proof of work: the answer has a puzzle, whose
     * solution `requestCode` takes. Identical concurrent sign-ups run once.
     */
    async signup(given: Signup, caller: Caller): Promise<SignedUp> {
      const key = createHash('sha256').update(JSON.stringify(given)).digest('base64')
      const earlier = running.get(key)
      if (earlier) return earlier
      const started = signup(given, caller).finally(() => running.delete(key))
      running.set(key, started)
      return started
    },

    /**
     * Sends a new code to an unverified number, for the sign-up with this ticket, or for the number's only sign-up. The response is the same
     * for every number, and has a puzzle if the code follows a proof of work.
     */
    async requestCode({ msisdn, id: ticket, proof }: CodeRequest, caller: Caller) {
      const bettor = await store.bettorOf(db, msisdn)
      const willSend = bettor?.verified === false
      const source = { key: `net ${networkOf(caller.address)}`, recognised: false }
      const counted = await messages.count({ to: msisdn, purpose: 'verify', willSend, source, caller, proof })
      if (!counted.ok && counted.by !== 'puzzle') return refused('too_many_requests', { retry_after_s: counted.waitS })
      const pending = await signups.signupsOf(db, bettor?.id ?? 0n)
      const named = ticket !== undefined && pending.includes(ticket.toLowerCase()) ? ticket.toLowerCase() : undefined
      const hasOnly = bettor !== undefined && bettor.password_hash !== null
      const signup = named ?? (hasOnly ? pending[0] : undefined)
      if (!counted.ok) return done({ id: named ?? random.uuid(), puzzle: counted.puzzle })
      const slot = signup ?? source.key
      const issued = await transact(db, (tx) =>
        issueCode(tx, { msisdn, purpose: 'verify', slot, signup: counted.overflow ? null : (signup ?? null) }),
      )
      if (willSend) send(msisdn, issued.code, counted.refund)
      return done({ id: named ?? issued.id })
    },
  }

  function refusalOf(given: Signup) {
    if (ages.of(given.date_of_birth) > oldestAge) {
      return refused('invalid_input', fieldFacts({ date_of_birth: fault('date_of_birth') }))
    }
    if (!isOfAge(ages, given.date_of_birth)) return refused('under_age')
    return isWeak(given.password, given) ? refused('weak_password') : undefined
  }

  /** Refuses a number or address in use before the costly hash of the password. */
  async function duplicateOf({ msisdn, email }: Signup) {
    const account = await store.bettorOf(db, msisdn)
    if (account?.verified) return refused('msisdn_taken')
    const owner = email ? await store.bettorOfEmail(db, email.toLowerCase()) : undefined
    return owner && owner.id !== account?.id ? refused('email_taken') : undefined
  }
}

type CodeRequest = { msisdn: string; id?: string | undefined; proof?: string | undefined }

type Storing = {
  ticket: string
  /** The version of the sentence about promotions by SMS that the person has agreed to. */
  consent: string | undefined
  /** Whether a code is sent for the sign-up. */
  isSent: boolean
  /** Whether the code is valid for this sign-up only. A code sent above the quota is valid for every sign-up of the number. */
  isExclusive: boolean
}

const laterText = (waitS: number): string =>
  `This phone has received many codes. You can request the next one in ${Math.ceil(waitS / 60)} min`

function newBettor(given: Signup, { passwordHash, termsVersion }: { passwordHash: string; termsVersion: string }) {
  return {
    msisdn: given.msisdn,
    passwordHash,
    name: given.name?.trim() ?? '',
    email: given.email?.toLowerCase() ?? null,
    dateOfBirth: given.date_of_birth,
    termsVersion,
    utmSource: given.utm_source ?? null,
    utmCampaign: given.utm_campaign ?? null,
    btag: given.btag ?? null,
  }
}
