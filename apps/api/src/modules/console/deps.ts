import type { TicketEvidence } from '@nare/contract/console-tickets'
import type { AreaDeps } from '#area'
import type { Betting } from '#modules/betting/betting'
import type { Bonus } from '#modules/bonus/bonus'
import type { Care } from '#modules/care/care'
import type { Casino } from '#modules/casino/casino'
import type { Catalog } from '#modules/catalog/catalog'
import type { Complaints } from '#modules/complaints/complaints'
import type { Games } from '#modules/games/games'
import type { Identity, Kyc, Sms, SmsState } from '#modules/identity/identity'
import type { Jackpots } from '#modules/jackpot/jackpot'
import type { League } from '#modules/league/league'
import type { Ledger } from '#modules/ledger/ledger'
import type { Payments } from '#modules/payments/payments'
import type { Protection } from '#modules/protection/protection'
import type { UnpaidDay } from '#modules/report/report'
import type { Tickets } from '#modules/tickets/tickets'
import type { Db } from '#platform/db'
import type { Place, Stretch } from '#platform/timeline'

/** A line of the audit log about a bettor; `outcome` is null until the action has ended. */
export type BettorLine = Place & {
  readonly action: string
  readonly operator: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly reason: string
  readonly outcome: string | null
}
import type { BackupState } from '#backup/area'
import type { Promotions } from '#modules/promotions/promotions'
import type { Live } from '#platform/live'
import type { Waiting } from '#platform/waiting'

/** A line of the audit log with the fields that it keeps. */
export type AuditRow = TicketEvidence['audit'][number] & { readonly facts: Readonly<Record<string, unknown>> }

/** What the rooms of the console read and do: the console is above all areas of the product. */
export type ConsoleDeps = AreaDeps & {
  readonly live: Live
  readonly house: { proposalsWaiting(): Promise<Waiting> }
  readonly ledger: Ledger
  readonly bonus: Bonus
  readonly identity: Identity
  readonly kyc: Kyc
  readonly sms: Sms & { state(): Promise<SmsState | undefined> }
  readonly protection: Protection
  readonly payments: Payments
  readonly tickets: Tickets
  readonly betting: Betting
  readonly catalog: Catalog
  readonly care: Pick<Care, 'waiting' | 'notingAt'>
  readonly complaints: Pick<Complaints, 'waiting'>
  readonly aml: { waiting(own: bigint | undefined, promiseS: number): Promise<Waiting> }
  readonly incidents: { waiting(): Promise<Waiting> }
  readonly casino: Casino
  readonly games: Games
  readonly jackpots: Jackpots
  readonly league: League
  /** The newest lines of the audit log about these subjects. */
  readonly auditAbout: (db: Db, subjects: readonly string[]) => Promise<AuditRow[]>
  /** What operators did about a bettor, newest first. */
  readonly bettorLines: (
    db: Db,
    of: Stretch & { readonly bettor: bigint; readonly seesProtection: boolean },
  ) => Promise<BettorLine[]>
  readonly taxes: { unpaid(): Promise<readonly UnpaidDay[]> }
  readonly promotions: Pick<Promotions, 'operator'>
  /** Whether the replica can be reached and its lag is within the limit; undefined if none is configured. */
  readonly isReplicaClose: (() => boolean) | undefined
  /** The state of the backups; undefined if none are configured. */
  readonly backupState: () => Promise<BackupState | undefined>
}
