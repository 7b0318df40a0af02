import { createHash } from 'node:crypto'
import type { FailureCode } from '@nare/contract/failures'
import type { Outcome } from '@nare/contract/outcome'
import type { Money } from '@nare/money/money'
import type { Country } from '#country/country'
import type { BettorFacts, Kyc } from '#modules/identity/identity'
import type { Bonus } from '#modules/bonus/bonus'
import type { Ledger } from '#modules/ledger/ledger'
import type { Background } from '#platform/background'
import type { Clock } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import type { Session } from '#platform/session'
import type { Provider, ProviderName } from './ports.ts'
import type { PaymentTerms } from './settings.ts'

/** Points between two steps of a deposit at which a test can kill the process. They do nothing in production. */
export const depositFaultPoints = [
  'deposit stored',
  'deposit claimed',
  'deposit sent',
  'deposit noted',
  'callback stored',
  'claim noted',
  'deposit confirmed',
  'deposit credited',
] as const
/** Points between two steps of a withdrawal. */
export const withdrawalFaultPoints = [
  'withdrawal reserved',
  'withdrawal judged',
  'withdrawal claimed',
  'withdrawal sent',
  'withdrawal noted',
  'result read',
  'withdrawal settled',
] as const
/** Points between two steps of an operator's end of a payout. */
export const endFaultPoints = ['payout end proposed', 'payout end applied'] as const
export type FaultPoint = (typeof depositFaultPoints | typeof withdrawalFaultPoints | typeof endFaultPoints)[number]

export type PaymentsDeps = {
  readonly db: Db
  /** The connections reserved for bettors' money commands. */
  readonly moneyDb: Db
  readonly clock: Clock
  readonly log: Log
  readonly background: Background
  readonly live: Live
  readonly ledger: Ledger
  readonly bonus: Pick<Bonus, 'endWithdrawn'>
  readonly country: Country
  /** The rules and taxes of payments now. A decision reads them once. */
  readonly terms: () => PaymentTerms
  readonly providers: Readonly<Partial<Record<ProviderName, Provider>>>
  /** The address at which providers reach us, without a trailing slash. */
  readonly publicUrl: () => string
  /** The server's secret from which the keys of callback addresses are derived. */
  readonly callbackSecret: () => Promise<Uint8Array>
  /** The maximum number of prompts that one phone gets within 24 hours. */
  readonly promptsDayMax: number
  /** How long a payout that a person has cleared can be taken back before it is sent, in seconds. */
  readonly undoS: number
  /** Reads in the given transaction, so that a caller with locks waits for no other connection. */
  readonly bettorFacts: (ids: readonly bigint[], tx?: Tx) => Promise<Map<bigint, BettorFacts>>
  /** Whether a bettor's identity check has passed, and whether an operator requires it before any payout. */
  readonly identityOf: (tx: Tx, bettor: bigint) => Promise<{ passed: boolean; wanted: boolean }>
  /** Those of these bettors who must confirm their identity before they take this step, by the rule of the day. */
  readonly unidentified: Kyc['unidentified']
  /** Judges by the bettor's passkeys whether a withdrawal is confirmed, and uses up the answer of the one that confirms it. */
  readonly confirmWithdrawal: (
    tx: Tx,
    asked: {
      readonly session: Session
      readonly id: string
      readonly amount: Money
      readonly passkey?: Readonly<Record<string, unknown>> | undefined
      readonly reachedAt: string
    },
  ) => Promise<Outcome<undefined, 'confirm_first'>>
  /** The states of these bettors' identity checks; a bettor without documents is left out. */
  readonly identityStates: Kyc['operator']['states']
  readonly bettorByMsisdn: (msisdn: string) => Promise<bigint | undefined>
  /** The bettors of whom a part of the name begins with this text of a search. */
  readonly bettorsNamed: (text: string, most: number) => Promise<readonly { readonly bettor: bigint }[]>
  /** Sends a message to a bettor's phone; without it none is sent. */
  readonly sms?: { send(message: { to: string; text: string }): Promise<unknown> }
  readonly faultPoint?: (point: FaultPoint) => void | Promise<void>
  readonly count?: (event: string) => void
}

/** The dependencies that all folders of this area share. */
export type Parts = PaymentsDeps & {
  readonly background: Background & {
    /**
     * Runs work in the background, one run at a time per key. A request during a run causes one more run after it. The next tick retries
     * work that fails. Requests beyond a limit are dropped, and the tick does their work. Returns whether this request will run.
     */
    send(key: string, work: () => Promise<unknown>): boolean
  }
  readonly reach: (point: FaultPoint) => Promise<void>
  /** Which callback addresses are ours. */
  readonly known: { remember(hash: string): void; isOurs(key: string): Promise<boolean> }
  /** Processes the waiting callbacks of the address with this hash again. */
  readonly reprocess: (hash: string) => void
}

/**
 * What operators decide on, read under the locks of the decision: the facts that a second person sees and that must not change until then,
 * whether a second person must confirm, and the amount that counts towards what one person may decide alone.
 */
export type DecisionFacts = {
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
  readonly needed: boolean
  readonly amount?: Money
  /** The bettor whose money this is. */
  readonly bettor: bigint
}

/** A decision of operators in a given transaction: `read` locks and reads, `work` does it, `after` publishes once that is committed. */
export type HouseDecision<I, A, F extends FailureCode> = {
  read(tx: Tx, input: I): Promise<Outcome<DecisionFacts, F>>
  work(tx: Tx, input: I): Promise<Outcome<A, F>>
  after(input: I, answer: A): Promise<void>
}

/** The bounds of a sweep: payments in all and at the same time, and its time. */
export const sweep = { most: 200, atOnce: 16, forMs: 10_000 } as const

/** The hash of a command's content. A command with a used id and another hash is refused. */
export const hashOf = (...fields: readonly (string | bigint)[]): string =>
  createHash('sha256').update(fields.join('|')).digest('hex')

/** Seconds since a time by the platform's clock. */
export const ageS = (clock: Clock, since: Date): number => Math.floor((clock.now() - since.getTime()) / 1000)

/** The name of a provider's account in the ledger. */
export const providerAccount = (name: ProviderName): `provider:${ProviderName}` => `provider:${name}`
