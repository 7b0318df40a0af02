import { done, refused } from '@nare/contract/outcome'
import { transact, type Db, type Tx } from '#platform/db'
import type { Passkeys, Site } from '#platform/passkeys'
import type { Session } from '#platform/session'
import { lockAccount } from '../account-actions.ts'
import { passkeysDayMax, passkeysMax, responseOf, viewOf, type Answered, type PasskeyDeps } from './parts.ts'
import * as store from './passkey-store.ts'

type Parts = { readonly passkeys: Passkeys; readonly handleOf: (bettor: bigint) => Promise<Buffer> }

/** What changes the passkeys of a bettor. */
export function changes(
  { db, confirm, notify, endOpenedBy, endSessionsOf, forget }: PasskeyDeps,
  { passkeys, handleOf }: Parts,
) {
  /** A new passkey belongs to the session in which it was asked for. */
  const adding = ({ bettor, signingKey }: Session): string => `add ${bettor} ${signingKey}`
  const isFull = refused('limit_reached', { most: passkeysMax }, `You have ${passkeysMax} passkeys. End one first`)
  const isTooMany = refused('limit_reached', { most: passkeysDayMax }, 'Add no more passkeys today. Try tomorrow')
  /** Why a bettor cannot add one now. */
  const noMore = async (on: Db | Tx, bettor: bigint) => {
    if ((await store.passkeysOf(on, bettor)).length >= passkeysMax) return isFull
    return (await store.addedLately(on, bettor)) >= passkeysDayMax ? isTooMany : undefined
  }

  return {
    async newOptions(session: Session, password: string | undefined, { site, name }: { site: Site; name: string }) {
      if (!session.verified) return refused('not_verified')
      const confirmed = await confirm(session, password)
      if (!confirmed.ok) return confirmed
      const refusal = await noMore(db, session.bettor)
      if (refusal) return refusal
      const has = await store.passkeysOf(db, session.bettor)
      const id = await handleOf(session.bettor)
      return done({ ...(await passkeys.newOptions(adding(session), site, { id, name, has })) })
    },

    /** Adds the passkey that a browser made. The bettor gets a message, in case it was somebody else. */
    async add(session: Session, given: Answered & { name: string }, site: Site) {
      if (!session.verified) return refused('not_verified')
      const made = await passkeys.readNew(adding(session), responseOf(given), site)
      if (!made || made.id.length > idMax || made.publicKey.length > keyBytesMax)
        return refused('login_failed', undefined, 'This passkey could not be added')
      const { bettor } = session
      const name = given.name.trim() || 'Passkey'
      const outcome = await transact(db, async (tx) => {
        await lockAccount(tx, bettor)
        if (!(await store.useChallenge(tx, made.challenge)))
          return refused('login_failed', undefined, 'This passkey could not be added')
        const refusal = await noMore(tx, bettor)
        if (refusal) return refusal
        const row = await store.insertPasskey(tx, { bettor, name, made })
        if (!row) return refused('login_failed', undefined, 'This passkey is in use already')
        const send = await notify(
          tx,
          bettor,
          `A passkey was added to your account: ${name}. If it was not you, end it under Profile, Security, and change your password.`,
        )
        return done({ row, send })
      })
      if (!outcome.ok) return outcome
      await outcome.value.send()
      return done({ data: viewOf(outcome.value.row) })
    },

    /** Ends a passkey, and the other sessions that it opened. Where one guards withdrawals, money waits for a day, or for another passkey. */
    async end(session: Session, { id, password }: { id: string; password: string | undefined }) {
      const confirmed = await confirm(session, password)
      if (!confirmed.ok) return confirmed
      const ended = await transact(db, async (tx) => {
        await lockAccount(tx, session.bettor)
        // Who has the password and the number, but not the passkey, would else end the one and have the money on the other at once.
        if (await store.asksAtWithdrawals(tx, session.bettor)) await store.holdWithdrawals(tx, session.bettor)
        const passkey = await store.endPasskey(tx, { bettor: session.bettor, id })
        if (passkey === undefined) return refused('not_found')
        await endOpenedBy(tx, { session, passkey })
        return done({ success: { message: 'The passkey no longer works' } })
      })
      if (ended.ok) forget(session.bettor)
      return ended
    },

    /**
     * Ends a passkey of a bettor and the sessions that it opened, as the house does, and returns their number. Somebody may have talked the house into it: for
     * a day money leaves only by a passkey that worked before.
     */
    async endByHouse(bettor: bigint, no: bigint) {
      const ended = await transact(db, async (tx) => {
        if ((await lockAccount(tx, bettor)) === undefined) return undefined
        if (!(await store.passkeysOf(tx, bettor)).some((passkey) => passkey.no === no)) return undefined
        await store.holdWithdrawals(tx, bettor)
        await store.endPasskeyNo(tx, { bettor, no })
        return endSessionsOf(tx, { bettor, passkey: no })
      })
      forget(bettor)
      return ended === undefined ? refused('not_found') : done(ended)
    },

    /**
     * Sets whether a passkey is asked for before each withdrawal. To ask for it needs a passkey, to stop that needs the bettor himself; for a day after it
     * has stopped, a passkey is still asked for.
     */
    async askAtWithdrawals(session: Session, { ask, password }: { ask: boolean; password: string | undefined }) {
      const { bettor } = session
      if (!ask) {
        const confirmed = await confirm(session, password)
        if (!confirmed.ok) return confirmed
      }
      return transact(db, async (tx) => {
        await lockAccount(tx, bettor)
        if (ask && (await store.passkeysOf(tx, bettor)).length === 0)
          return refused('not_found', undefined, 'Add a passkey first')
        if (!ask && (await store.asksAtWithdrawals(tx, bettor))) await store.holdWithdrawals(tx, bettor)
        await store.setAsksAtWithdrawals(tx, bettor, ask)
        return done({ ask_at_withdrawals: ask })
      })
    },
  }
}

/** The longest id of a passkey that an address can name. */
const idMax = 300
/** The largest public key: one of RSA with 8192 bits has 1,100 bytes. */
const keyBytesMax = 2_000
