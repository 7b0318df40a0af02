import type { Log } from '#platform/log'
import type { Sent } from './ports.ts'

/** Sends messages behind the answer: nobody waits for a slow provider, and nobody can tell by waiting who has an account. */
export type Outbox = {
  /** Starts a sending at once. What fails is logged, and `failed` runs where certainly nothing was sent. */
  send(kind: 'sms' | 'mail', work: () => Promise<Sent>, failed?: () => Promise<void>): void
  /** Waits until what was begun has come to its end, for some seconds at most. */
  settled(): Promise<void>
}

const atOnceMost = 500
const patienceMs = 5_000

/** Opens an outbox with a bound: more than 500 under way are not sent but logged, and may be asked again. */
export function openOutbox(log: Log): Outbox {
  const underWay = new Set<Promise<void>>()

  async function deliver(kind: string, work: () => Promise<Sent>, failed?: () => Promise<void>): Promise<void> {
    try {
      const outcome = await work()
      if (outcome === 'sent') return
      log.warn({ kind, outcome }, 'a message was not sent')
      if (outcome === 'failed') await failed?.()
    } catch (error) {
      log.error({ err: error, kind }, 'sending a message broke')
    }
  }

  return {
    send(kind, work, failed) {
      const isFull = underWay.size >= atOnceMost
      if (isFull) log.error({ kind }, 'too many messages are under way: one was left out')
      const one = deliver(kind, isFull ? async () => 'failed' : work, failed).finally(() => underWay.delete(one))
      underWay.add(one)
    },
    async settled() {
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((go) => (timer = setTimeout(go, patienceMs)))
      await Promise.race([Promise.all(underWay), patience])
      clearTimeout(timer)
    },
  }
}
