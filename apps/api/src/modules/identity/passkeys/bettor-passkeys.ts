import { createHmac } from 'node:crypto'
import type { Answer } from '@nare/contract/route'
import type { passkeys as calls } from '@nare/contract/passkeys'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Money } from '@nare/money/money'
import type { Tx } from '#platform/db'
import { openPasskeys as openAnyPasskeys, type Site } from '#platform/passkeys'
import type { Session } from '#platform/session'
import { heldHours } from '../store.ts'
import { changes } from './changes.ts'
import { passkeysMax, responseOf, viewOf, type Answered, type PasskeyDeps } from './parts.ts'
import * as store from './passkey-store.ts'
import { siteAt } from './site.ts'

export type BettorPasskeys = ReturnType<typeof openBettorPasskeys>

/** A withdrawal that a passkey confirms. */
export type Confirming = {
  readonly session: Session
  readonly id: string
  readonly amount: Money
  readonly passkey?: Readonly<Record<string, unknown>> | undefined
  /** The origin at which the request reached the server. */
  readonly reachedAt: string
}

/**
 * Passkeys of bettors: they log in without a number and a password, and confirm withdrawals. A challenge counts once, for five minutes, and for
 * one thing: a login, a new passkey in one session, or one withdrawal. Options of a login are the same for everybody.
 */
export function openBettorPasskeys(deps: PasskeyDeps) {
  const { db } = deps
  const passkeys = openAnyPasskeys({
    clock: deps.clock,
    key: async () =>
      createHmac('sha256', await deps.secret())
        .update('passkeys of bettors')
        .digest(),
  })
  const siteOf = (reachedAt: string): Site => siteAt(deps.siteUrl, reachedAt)
  const withdrawing = ({ session, id, amount }: Pick<Confirming, 'session' | 'id' | 'amount'>): string =>
    `withdraw ${session.bettor} ${id} ${amount}`
  /** Tells a bettor's passkeys apart in a device, and says nothing about the account. */
  const handleOf = async (bettor: bigint): Promise<Buffer> =>
    createHmac('sha256', await deps.secret())
      .update(`holder of passkeys ${bettor}`)
      .digest()

  return {
    siteOf,

    ...changes(deps, { passkeys, handleOf }),

    async list(bettor: bigint): Promise<Outcome<Answer<typeof calls.passkeys>, never>> {
      const [rows, asks] = await Promise.all([store.passkeysOf(db, bettor), store.asksAtWithdrawals(db, bettor)])
      return done({ data: rows.map(viewOf), ask_at_withdrawals: asks && rows.length > 0, most: passkeysMax })
    },

    /** The passkeys of a bettor that work, the newest first. */
    of: (bettor: bigint) => store.passkeysOf(db, bettor),

    sweep: () => store.sweepPasskeys(db),

    async loginOptions(site: Site) {
      return done({ ...(await passkeys.askOptions('login', site)) })
    },

    /** Checks a login by passkey. Returns the bettor, and how to use the answer in a transaction; undefined if it is not valid. */
    async readLogin(given: Answered, site: Site) {
      const response = responseOf(given)
      const row = await store.passkeyOf(db, idOf(response))
      if (!row || !isHolder(response, await handleOf(row.bettor))) return undefined
      const answer = await passkeys.readAnswer('login', response, site, row)
      if (!answer) return undefined
      const { challenge, counter } = answer
      const use = async (tx: Tx): Promise<boolean> =>
        (await store.useChallenge(tx, challenge)) && store.countPasskey(tx, { no: row.no, counter })
      return { bettor: row.bettor, no: row.no, use }
    },

    async withdrawalOptions({ bettor, ...session }: Session, given: { id: string; amount: Money }, site: Site) {
      const rows = await store.passkeysOf(db, bettor)
      if (rows.length === 0) return refused('not_found', undefined, 'You have no passkey')
      const purpose = withdrawing({ session: { bettor, ...session }, ...given })
      return done({ ...(await passkeys.askOptions(purpose, site, rows)) })
    },

    /**
     * Judges a withdrawal in its transaction, and uses up the passkey's answer. Refused as `confirm_first` without a valid one, if the bettor
     * wants to be asked; or since a new password or number, by whoever has the phone's messages, with one that is not older.
     */
    async confirmWithdrawal(tx: Tx, asked: Confirming) {
      const { session, passkey: given } = asked
      const { wanted, held } = await store.withdrawalRule(tx, session.bettor, heldHours)
      if (!wanted && !held) return done(undefined)
      const refusal = refused(
        'confirm_first',
        held && { until: held.until.toISOString() },
        held
          ? 'Your password, number or passkeys have changed, so for a day only a passkey that you had before can confirm a withdrawal'
          : 'Confirm this withdrawal with your passkey',
      )
      if (given === undefined) return refusal
      const row = await store.passkeyOf(tx, idOf(given))
      if (row?.bettor !== session.bettor || (held && row.createdAt > held.before)) return refusal
      const answer = await passkeys.readAnswer(withdrawing(asked), given, siteOf(asked.reachedAt), row)
      if (!answer) return refusal
      const { challenge, counter } = answer
      const isUsed =
        (await store.useChallenge(tx, challenge)) && (await store.countPasskey(tx, { no: row.no, counter }))
      return isUsed ? done(undefined) : refusal
    },
  }
}

/** The id of the passkey that an answer names. A client may have written anything there, which is no passkey's. */
const idOf = ({ id }: Readonly<Record<string, unknown>>): string => (typeof id === 'string' ? id : '')

/** Whether the device names the passkey's own holder, where it names one. */
function isHolder({ response }: Readonly<Record<string, unknown>>, handle: Buffer): boolean {
  const named = typeof response === 'object' && response !== null && 'userHandle' in response && response.userHandle
  return !named || named === handle.toString('base64url')
}
