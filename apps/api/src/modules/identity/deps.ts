import type { Clock } from '#platform/clock'
import type { Connection, Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Ledger } from '#modules/ledger/ledger'
import type { Mail, Sms } from './ports.ts'

/** What the identity area stands on. */
export type IdentityDeps = {
  readonly db: Db
  /** For the one connection that hears when sessions end in another process. */
  readonly connection: Connection
  readonly clock: Clock
  readonly log: Log
  readonly ledger: Pick<Ledger, 'openBettor' | 'balances'>
  readonly sms: Sms
  readonly mail: Mail
  readonly config: { readonly argon2MemoryKib: number; readonly identity: IdentityLimits }
  readonly country: { readonly minAge: number; readonly timeZone: string }
  readonly termsVersion: string
  /** Whether one network address may only cause so many messages an hour. */
  readonly limitsByAddress: boolean
  /** Where the app is reached, for the links in mails, without a slash at its end. */
  readonly publicUrl: string
}

/** What strangers may do to one number, and to this machine. */
export type IdentityLimits = {
  /** Passwords that may be guessed for one number in an hour from unknown devices; beyond it these need a code by SMS too. */
  readonly failuresAnHour: number
  /** Messages to one receiver in an hour and in a day, and those that one address causes in an hour. */
  readonly messages: { readonly anHour: number; readonly aDay: number; readonly anAddressHour: number }
  /** Passwords that are hashed at the same time. */
  readonly hashesAtOnce: number
}
