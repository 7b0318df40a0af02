import { done, refused } from '@nare/contract/outcome'
import type { identity } from '@nare/contract/identity'
import type { Received } from '@nare/contract/route'
import { transact, type Tx } from '#platform/db'
import { random } from '#platform/random'
import { ageOn, dayIn } from './age.ts'
import { countMessage, forgetGap, issueCode, redeemCode, type Asking } from './codes.ts'
import type { IdentityDeps } from './deps.ts'
import type { MailLinks } from './mail-links.ts'
import type { Outbox } from './outbox.ts'
import { isWeak, type Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'
import { words } from './words.ts'

export type Signup = Received<typeof identity.signup>
type Parts = {
  deps: IdentityDeps
  passwords: Passwords
  sessions: Sessions
  outbox: Outbox
  links: MailLinks
}

/** A sign-up that was never verified gives way to another one after this long. */
const staleHours = 24
const oldestAge = 120

/** Opens signing up and proving one's number. */
export function openSignup({ deps, passwords, sessions, outbox, links }: Parts) {
  const { db, clock, country, ledger, limitsByAddress } = deps

  function sendCode({ msisdn, code }: { msisdn: string; code: string }): void {
    const retry = () => forgetGap(db, { to: msisdn, purpose: 'verify' })
    outbox.send('sms', () => deps.sms.send({ to: msisdn, text: words.verifySms(code) }), retry)
  }

  async function open(tx: Tx, bettor: store.NewBettor, from: Asking) {
    await store.lockNumber(tx, bettor.msisdn)
    const account = await store.accountOf(tx, { msisdn: bettor.msisdn, staleHours })
    if (account && !account.stale) return refused('msisdn_taken')
    if (bettor.email && (await store.bettorOfEmail(tx, bettor.email))) return refused('email_taken')
    const wait = await countMessage(tx, { to: bettor.msisdn, purpose: 'verify', from, first: true })
    if (wait !== undefined) return refused('too_many_requests', { retry_after_s: wait })
    const id = account?.id ?? (await store.insertBettor(tx, bettor))
    if (id === undefined) return refused('msisdn_taken')
    if (account) {
      await store.replaceBettor(tx, id, bettor)
      await sessions.endAll(tx, id)
    } else await ledger.openBettor(tx, id)
    const code = await issueCode(tx, { msisdn: bettor.msisdn, purpose: 'verify' })
    const confirm = bettor.email
      ? await links.issue(tx, { bettor: id, email: bettor.email, purpose: 'confirm' })
      : undefined
    return done({ id, code, confirm })
  }

  return {
    /**
     * Opens an account with its ledger accounts and sends a code. A number that has an account is refused, which the wire
     * contract asks for; one that stood unverified for a day is signed up anew, its old password and sessions void.
     */
    async signup(given: Signup, address: string) {
      const fault = refusalOf(given)
      if (fault) return fault
      const passwordHash = await passwords.hash(given.password)
      if (passwordHash === 'busy') return refused('too_many_requests', { retry_after_s: 2 })
      const bettor = newBettor(given, { passwordHash, termsVersion: deps.termsVersion })
      const opened = await transact(db, (tx) => open(tx, bettor, { address, limitsByAddress }))
      if (!opened.ok) return opened
      sessions.forget(opened.value.id)
      sendCode({ msisdn: bettor.msisdn, code: opened.value.code })
      if (opened.value.confirm) links.send(opened.value.confirm)
      const message = 'We have sent a code to your phone'
      return done({ success: { message, id: random.uuid() } })
    },

    /** Sends a new code to a number that is not proven yet. The answer is the same for every number. */
    async askCode(msisdn: string, address: string) {
      const asked = await transact(db, async (tx) => {
        const wait = await countMessage(tx, { to: msisdn, purpose: 'verify', from: { address, limitsByAddress } })
        if (wait !== undefined) return refused('too_many_requests', { retry_after_s: wait })
        const code = await issueCode(tx, { msisdn, purpose: 'verify' })
        return done({ code, bettor: await store.bettorOf(tx, msisdn) })
      })
      if (!asked.ok) return asked
      if (asked.value.bettor?.verified === false) sendCode({ msisdn, code: asked.value.code })
      return done(undefined)
    },

    /** Proves a number by its code and opens a session. */
    async verify({ msisdn, code }: { msisdn: string; code: string }) {
      const outcome = await transact(db, async (tx) => {
        if (!(await redeemCode(tx, { msisdn, purpose: 'verify' }, code))) return refused('wrong_code')
        const bettor = await store.bettorOf(tx, msisdn)
        if (!bettor || !(await store.markVerified(tx, bettor.id))) return refused('wrong_code')
        await sessions.tellChanged(tx, bettor.id)
        return done({ bettor: { ...bettor, verified: true }, ...(await sessions.open(tx, bettor.id)) })
      })
      if (outcome.ok) sessions.forget(outcome.value.bettor.id)
      return outcome
    },
  }

  function refusalOf(given: Signup) {
    const age = ageOn({ birth: given.date_of_birth, today: dayIn(country.timeZone, clock.date()) })
    if (age > oldestAge) {
      return refused('invalid_input', { fields: { date_of_birth: 'Please enter your date of birth' } })
    }
    if (age < country.minAge) return refused('under_age')
    return isWeak(given.password, given) ? refused('weak_password') : undefined
  }
}

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
