import type { Log } from '#platform/log'
import type { Sent } from './ports.ts'

/**
 * Sends messages after the response, so that a slow provider delays no response and response times do not reveal who has an account.
 */
export type Outbox = {
  /** Starts sending immediately. Failures are logged. `failed` runs if certainly nothing was sent. */
  send(kind: 'sms' | 'mail', work: () => Promise<Sent>, failed?: () => Promise<void>): void
  /** Waits for the messages that are being sent, for at most five seconds. */
  settled(): Promise<void>
}

const atOnceMax = 500
const settleTimeoutMs = 5_000

/** Opens a bounded outbox: while 500 messages are being sent, further ones are dropped and logged, and can be requested again. */
export function openOutbox(log: Log): Outbox {
  const sending = new Set<Promise<void>>()

  async function deliver(kind: string, work: () => Promise<Sent>, failed?: () => Promise<void>): Promise<void> {
    try {
      const outcome = await work()
      if (outcome === 'sent') return
      log.warn({ kind, outcome }, 'a message was not sent')
      if (outcome === 'failed') await failed?.()
    } catch (error) {
      log.error({ err: error, kind }, 'sending a message failed')
    }
  }

  return {
    send(kind, work, failed) {
      const isFull = sending.size >= atOnceMax
      if (isFull) log.error({ kind }, 'too many messages are being sent: one was dropped')
      const delivery = deliver(kind, isFull ? async () => 'failed' : work, failed).finally(() =>
        sending.delete(delivery),
      )
      sending.add(delivery)
    },
    async settled() {
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, settleTimeoutMs)))
      await Promise.race([Promise.all(sending), timeout])
      clearTimeout(timer)
    },
  }
}
