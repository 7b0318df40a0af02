import type { QueueName } from '@nare/contract/console-today'
import type { Waiting } from '#platform/waiting'
import type { ConsoleDeps } from '../deps.ts'

export type Queue = Waiting & { readonly name: QueueName; readonly promiseS: number }

type Deps = Pick<ConsoleDeps, 'payments' | 'kyc' | 'catalog' | 'house' | 'jackpots' | 'promotions' | 'config'>

/** What waits for a person, in the order in which Today shows it. */
export async function readQueues(deps: Deps): Promise<Queue[]> {
  const { payments, kyc, catalog, house, jackpots, promotions, config } = deps
  const [money, identity, findings, proposals, drafts, proposed] = await Promise.all([
    payments.operator.waiting(),
    kyc.operator.waiting(),
    catalog.waitingFindings(),
    house.proposalsWaiting(),
    jackpots.operator.waiting(),
    promotions.operator.waiting(),
  ])
  const { promises } = config.today
  const queue = (name: QueueName, waiting: Waiting): Queue => ({ name, ...waiting, promiseS: promises[name] })
  return [
    queue('withdrawals', money.queued),
    queue('unresolved', money.unresolved),
    queue('unmatched', money.unmatched),
    queue('deposits', money.unknown),
    queue('returns', money.toReturn),
    queue('identity', identity),
    queue('findings', findings),
    queue('reviews', money.reviews),
    queue('proposals', proposals),
    queue('jackpots', drafts),
    queue('promotions', proposed),
  ]
}

/** Whether the oldest of a queue waits longer than the promise. */
export const isPastPromise = ({ oldestAt, promiseS }: Queue, nowMs: number): boolean =>
  oldestAt !== null && nowMs - oldestAt.getTime() > promiseS * 1000
