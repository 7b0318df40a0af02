import type { Sms } from '#modules/identity/identity'
import type { Background } from '#platform/background'
import { transact, type Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Metrics } from '#platform/metrics'
import type { openComposing, SmsToSend } from './composing.ts'
import type { Push } from './push/push.ts'
import * as queue from './queue-store.ts'
import { dropSubscriptions } from './store.ts'

type Deps = {
  readonly db: Db
  readonly log: Log
  readonly background: Background
  readonly count: Metrics['count']
  readonly sms: Sms
  /** Undefined while notices by push are not set up. */
  readonly push: Push | undefined
  readonly composing: ReturnType<typeof openComposing>
}

const atOnce = 20
/** Batches of one run: 200 rows each. */
const batchesMax = 100
const triesMax = 4
const firstRetryS = 30
const retryMaxS = 3600
/** After so many refusals in a row a browser is removed: its key may be another server's. */
const refusalsMax = 20

/** Sends what waits: at most once, a bounded number at a time, and never to who must not get it. */
export function openSending({ db, log, background, count, sms, push, composing }: Deps) {
  let stopped = false

  async function sendSms({ to, text }: SmsToSend): Promise<void> {
    const sent = await sms.send({ to, text }).catch((error: unknown) => {
      log.warn({ err: error }, 'an SMS of a notice may not have been sent')
      return 'unknown' as const
    })
    count(sent === 'sent' ? 'notice_sms_sent' : 'notice_sms_failed')
  }

  /** Puts everything due into words. */
  async function compose(): Promise<void> {
    for (let batch = 0; batch < batchesMax && !stopped; batch++) {
      const { taken, sms: texts } = await transact(db, composing.composeDue)
      for (let at = 0; at < texts.length; at += atOnce) await Promise.all(texts.slice(at, at + atOnce).map(sendSms))
      if (taken === 0) return
    }
  }

  async function deliver(to: Push, delivery: queue.Delivery): Promise<void> {
    const { id, subscription, tries, leftS, payload, kind } = delivery
    const answer = await to.send(delivery, { payload, ttlS: leftS, isUrgent: kind === 'kickoff' })
    if (answer.result === 'later') {
      const afterS = Math.min(retryMaxS, Math.max(answer.afterS ?? 0, firstRetryS * 4 ** (tries - 1)))
      if (tries < triesMax && (await queue.retryDelivery(db, id, afterS))) return count('notice_retried')
    }
    if (answer.result === 'gone') {
      await dropSubscriptions(db, [subscription])
      return count('notice_browser_removed')
    }
    await queue.endDelivery(db, id)
    count(answer.result === 'sent' ? 'notice_sent' : 'notice_failed')
    if (answer.result === 'sent') return queue.forgetRefusals(db, subscription)
    if (answer.result !== 'refused' || (await queue.countRefusal(db, subscription)) < refusalsMax) return
    await dropSubscriptions(db, [subscription])
    count('notice_browser_removed')
  }

  return {
    async run(): Promise<void> {
      await compose()
      if (!push) return
      await background.workThroughDue({
        what: 'notice',
        id: ({ id }: queue.Delivery) => id,
        next: ({ count: most }) => queue.claimDeliveries(db, most),
        work: (delivery) => deliver(push, delivery),
        atOnce,
      })
    },
    stop: (): void => void (stopped = true),
  }
}
