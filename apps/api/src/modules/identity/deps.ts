import type { Background } from '#platform/background'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Connection, Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Ledger } from '#modules/ledger/ledger'
import type { Ages } from './ages.ts'
import type { Confirmations } from './kyc/kyc.ts'
import type { IdentityRules } from './settings.ts'
import type { Mail, Sms } from './messages/messages.ts'

/** What the identity area depends on. */
export type IdentityDeps = {
  readonly background: Pick<Background, 'attempt'>
  readonly db: Db
  /** The settings of the connection that listens for sessions revoked by other processes. */
  readonly connection: Connection
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly ledger: Pick<Ledger, 'openBettor' | 'balances'>
  readonly sms: Sms
  readonly mail: Mail
  readonly config: { readonly argon2MemoryKib: number; readonly identity: IdentityLimits }
  readonly ages: Ages
  /** Those of these bettors who must confirm their identity before they deposit. */
  readonly unidentified: Confirmations['unidentified']
  /** The rules of accounts now. */
  readonly rules: () => IdentityRules
  /** The secret of which the keys of puzzles and of persons' hashes are derived. */
  readonly secret: () => Promise<Uint8Array>
  /** Whether messages are limited by the network address that requests them. */
  readonly limitsByAddress: boolean
  /** The app's base URL for the links in mails, without a trailing slash. */
  readonly publicUrl: string
  /** The configured address of the app, to which passkeys belong; undefined for that at which requests reach the server. */
  readonly siteUrl?: string | undefined
}

/** Limits that protect a number's owner and the server from strangers. */
export type IdentityLimits = {
  /** The maximum number of wrong passwords for one number in an hour from unrecognised devices. Above it their logins also need a code by SMS. */
  readonly failuresAnHour: number
  /** The maximum number of messages to one receiver in an hour and in a day, and of messages requested from one network address in an hour without a proof of work. */
  readonly messages: {
    readonly anHour: number
    readonly aDay: number
    readonly anAddressHour: number
    readonly codesAnAddressHour: number
  }
  /** The maximum number of passwords that are hashed concurrently. */
  readonly hashesAtOnce: number
}
