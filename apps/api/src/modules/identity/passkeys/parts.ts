import type { PasskeyView } from '@nare/contract/passkeys'
import type { Outcome } from '@nare/contract/outcome'
import type { Clock } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import type { Session } from '#platform/session'
import type { PasskeyRow } from './passkey-store.ts'

/** Whether the bettor himself sits there; refused as `confirm_first` without a recent login and a password. */
export type Confirm = (
  session: Session,
  password: string | undefined,
) => Promise<Outcome<unknown, 'confirm_first' | 'wrong_credentials' | 'too_many_requests'>>

/** A browser's answer: in `response`, or as the body itself. */
export type Answered = { readonly response: Readonly<Record<string, unknown>>; readonly id?: string | undefined }

export type PasskeyDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly secret: () => Promise<Uint8Array>
  /** The configured address of the app; undefined for that at which requests reach the server. */
  readonly siteUrl: string | undefined
  /** Ends the other sessions that a passkey has opened. */
  readonly endOpenedBy: (tx: Tx, of: { session: Session; passkey: bigint }) => Promise<void>
  /** Ends the sessions that a passkey has opened, and returns their number. */
  readonly endSessionsOf: (tx: Tx, of: { bettor: bigint; passkey: bigint }) => Promise<number>
  /** Drops a bettor's sessions from the caches, after a commit that ended some. */
  readonly forget: (bettor: bigint) => void
  /** Whether the bettor himself sits there: a login of the last minutes, or the password. */
  readonly confirm: Confirm
  /** Writes a service message to a bettor in a transaction; the returned function sends it after the commit. */
  readonly notify: (tx: Tx, bettor: bigint, text: string) => Promise<() => Promise<void>>
}

/** The most passkeys of one bettor that work at a time. */
export const passkeysMax = 10

export const viewOf = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): PasskeyView => ({
  ...{ id, name, created_at: createdAt.toISOString() },
  last_used_at: lastUsedAt?.toISOString() ?? null,
})

/** The most passkeys that a bettor adds in 24 hours: each is a row that stays for weeks, and an SMS. */
export const passkeysDayMax = 20

/** The credential of an answer. */
export const responseOf = (given: Answered): Readonly<Record<string, unknown>> =>
  'clientDataJSON' in given.response ? { clientExtensionResults: {}, ...given } : given.response
