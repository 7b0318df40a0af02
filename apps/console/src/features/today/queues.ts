import type { QueueName, TodayState } from '@nare/contract/console-today'
import type { Permission } from '@nare/contract/permissions'

export type Today = TodayState
export type WaitingQueue = Today['queues'][number]

type Named = { readonly label: string; readonly page: string; readonly may: Permission }

/** What each queue is called, the page where it is worked through, and what a person needs to open it. */
const queues: Readonly<Record<QueueName, Named>> = {
  withdrawals: { label: 'Withdrawals', page: '/payments/withdrawals', may: 'payments.read' },
  unresolved: { label: 'Unresolved payouts', page: '/payments/unresolved', may: 'payments.read' },
  unmatched: { label: 'Unmatched payments', page: '/payments/unmatched', may: 'payments.read' },
  deposits: { label: 'Unknown deposits', page: '/payments/deposits?state=unknown', may: 'payments.read' },
  returns: { label: 'Money to send back', page: '/payments/returns', may: 'payments.read' },
  identity: { label: 'Identity checks', page: '/payments/identity', may: 'payments.read' },
  findings: { label: 'Findings about matches', page: '/house/findings', may: 'trading.read' },
  reviews: { label: 'Findings about payments', page: '/payments/reviews', may: 'payments.read' },
  proposals: { label: 'Proposals for a second person', page: '/house/proposals', may: 'today.read' },
  jackpots: { label: 'Jackpot drafts', page: '/house/jackpots?state=draft', may: 'tickets.read' },
  promotions: { label: 'Promotion drafts', page: '/house/promotions?state=proposed', may: 'tickets.read' },
  protection: { label: 'Markers of harm', page: '/house/protection/markers', may: 'protection.read' },
  messages: { label: 'Messages to approve', page: '/house/messages?state=draft', may: 'marketing.manage' },
  banners: { label: 'Banners to approve', page: '/house/banners?state=waiting', may: 'marketing.manage' },
  texts: { label: 'Texts not published', page: '/house/texts', may: 'marketing.manage' },
  complaints: { label: 'Complaints', page: '/house/complaints', may: 'bettors.read' },
  aml: { label: 'Money laundering', page: '/house/aml/alerts', may: 'aml.read' },
  incidents: { label: 'Incidents to report', page: '/house/incidents', may: 'audit.read' },
  referrals: { label: 'Referred bets', page: '/trading/referrals', may: 'trading.read' },
}

export const labelOfQueue = (name: QueueName): string => queues[name].label

/** The page of a queue, as an address of the console; undefined for somebody who may not open it. */
export const pageOfQueue = (name: QueueName, may: (permission: Permission) => boolean): string | undefined =>
  may(queues[name].may) ? queues[name].page : undefined

/** The part of its promise that the oldest entry of a queue has waited, from 0; 1 and more is late. */
export const waitedPart = (
  { oldest_at, promise_s }: Pick<WaitingQueue, 'oldest_at' | 'promise_s'>,
  nowMs: number,
): number =>
  oldest_at === null || promise_s <= 0 ? 0 : Math.max(0, nowMs - Date.parse(oldest_at)) / (promise_s * 1000)

export const isLate = (queue: WaitingQueue, nowMs: number): boolean => waitedPart(queue, nowMs) >= 1
