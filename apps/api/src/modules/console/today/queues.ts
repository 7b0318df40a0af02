import type { QueueName } from '@nare/contract/console-today'
import { bannersWaiting, textsWaiting, messagesWaiting } from '#modules/content/content'
import { promiseOf } from '#modules/settings/settings'
import type { Waiting } from '#platform/waiting'
import type { ConsoleDeps } from '../deps.ts'

export type Queue = Waiting & { readonly name: QueueName; readonly promiseS: number }

type Deps = Pick<
  ConsoleDeps,
  | 'db'
  | 'payments'
  | 'kyc'
  | 'catalog'
  | 'house'
  | 'jackpots'
  | 'promotions'
  | 'settings'
  | 'betting'
  | 'complaints'
  | 'incidents'
  | 'care'
>

/** What waits for a person, in the order in which Today shows it. */
export async function readQueues(deps: Deps): Promise<Queue[]> {
  const { payments, kyc, catalog, house, jackpots, promotions, settings, betting, complaints, incidents, care } = deps
  const [money, identity, findings, proposals, drafts, proposed, referred, complained, told, harmed, ...drafted] =
    await Promise.all([
      payments.operator.waiting(),
      kyc.operator.waiting(),
      catalog.waitingFindings(),
      house.proposalsWaiting(),
      jackpots.operator.waiting(),
      promotions.operator.waiting(),
      betting.referrals.waiting(),
      complaints.waiting(),
      incidents.waiting(),
      care.waiting(),
      messagesWaiting(deps.db),
      bannersWaiting(deps.db),
      textsWaiting(deps.db),
    ])
  const [written, shown, texts] = drafted
  const now = settings.now()
  const queue = (name: QueueName, waiting: Waiting): Queue => ({ name, ...waiting, promiseS: promiseOf(now, name) })
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
    queue('referrals', referred),
    queue('complaints', complained),
    queue('incidents', told),
    queue('protection', harmed),
    queue('messages', written),
    queue('banners', shown),
    queue('texts', texts),
  ]
}

/** Whether the oldest of a queue waits longer than the promise. */
export const isPastPromise = ({ oldestAt, promiseS }: Queue, nowMs: number): boolean =>
  oldestAt !== null && nowMs - oldestAt.getTime() > promiseS * 1000

/** What waits of suspicions, without those about the account of who asks: for people with the permission alone, so it is in no topic. */
export async function readSuspicions(
  { aml, settings }: Pick<ConsoleDeps, 'aml' | 'settings'>,
  own?: bigint,
): Promise<Queue> {
  const promiseS = promiseOf(settings.now(), 'aml')
  return { name: 'aml', ...(await aml.waiting(own, promiseS)), promiseS }
}
