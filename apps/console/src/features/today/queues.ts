import type { QueueName, TodayState } from '@nare/contract/console-today'

export type Today = TodayState
export type WaitingQueue = Today['queues'][number]

/** What each queue is called, and the page where it is worked through, once the console has it. */
const queues: Readonly<Record<QueueName, { label: string; page?: string }>> = {
  withdrawals: { label: 'Withdrawals', page: '/payments/withdrawals' },
  unresolved: { label: 'Unresolved payouts', page: '/payments/unresolved' },
  unmatched: { label: 'Unmatched payments', page: '/payments/unmatched' },
  deposits: { label: 'Unknown deposits', page: '/payments/deposits?state=unknown' },
  returns: { label: 'Money to send back', page: '/payments/returns' },
  identity: { label: 'Identity checks', page: '/payments/identity' },
  findings: { label: 'Findings about matches', page: '/house/findings' },
  reviews: { label: 'Findings about payments', page: '/payments/reviews' },
  proposals: { label: 'Proposals for a second person', page: '/house/proposals' },
  jackpots: { label: 'Jackpot drafts' },
  promotions: { label: 'Promotion drafts' },
}

export const labelOfQueue = (name: QueueName): string => queues[name].label

/** The page of a queue, as an address of the console. */
export const pageOfQueue = (name: QueueName): string | undefined => queues[name].page

/** The part of its promise that the oldest entry of a queue has waited, from 0; 1 and more is late. */
export const waitedPart = (
  { oldest_at, promise_s }: Pick<WaitingQueue, 'oldest_at' | 'promise_s'>,
  nowMs: number,
): number =>
  oldest_at === null || promise_s <= 0 ? 0 : Math.max(0, nowMs - Date.parse(oldest_at)) / (promise_s * 1000)

export const isLate = (queue: WaitingQueue, nowMs: number): boolean => waitedPart(queue, nowMs) >= 1
