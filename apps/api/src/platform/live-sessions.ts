import type { LiveOperators } from './live-operators.ts'
import type { Outbox } from './live-outbox.ts'
import { answer, type Subscriber } from './live-subscriber.ts'
import type { Subscriptions } from './live-subscriptions.ts'
import type { Authenticate } from './session.ts'

type Deps = {
  readonly authenticate: Authenticate
  readonly operators: LiveOperators
  readonly subscriptions: Subscriptions
  readonly outbox: Outbox
  /** How often sessions have changed so far. */
  readonly changes: () => number
}

/** The bettors' sessions of sockets. */
export function openLiveSessions({ authenticate, operators, subscriptions, outbox, changes }: Deps) {
  /** Ends a subscriber's session: no private state is sent any more, not even a waiting one. */
  function dismiss(subscriber: Subscriber): void {
    for (const key of subscriber.topics) {
      if (!key.endsWith(`@${subscriber.bettor}`)) continue
      subscriptions.remove(subscriber, key)
      outbox.discard(subscriber, key)
    }
    subscriber.bettor = undefined
    subscriber.token = undefined
  }

  /**
   * Ends an invalid session. Does not wait for the subscriber's commands, which may wait for a long time. A failed check is repeated at the
   * next pulse.
   */
  async function revalidate(subscriber: Subscriber): Promise<void> {
    const { token } = subscriber
    if (token === undefined) return
    const session = await authenticate(token).catch(() => 'unknown' as const)
    // Meanwhile the subscriber may have got another session.
    if (session === 'unknown' || typeof session === 'object' || subscriber.token !== token) return
    dismiss(subscriber)
    answer(subscriber, { error: 'session_expired' })
  }

  return {
    revalidate,

    /** Begins the session of a token: a bettor's, or that of an operator. */
    async admit(subscriber: Subscriber, token: string): Promise<void> {
      const before = changes()
      const session = await authenticate(token)
      if (typeof session !== 'object') {
        if (await operators.admit(subscriber, token)) return answer(subscriber, { auth: 'ok' })
        return answer(subscriber, { error: 'session_expired' })
      }
      if (subscriber.bettor !== session.bettor) dismiss(subscriber)
      subscriber.bettor = session.bettor
      subscriber.token = token
      answer(subscriber, { auth: 'ok' })
      // Sessions of this bettor may have changed during the authentication, and this subscriber was not revalidated then.
      if (changes() !== before) void revalidate(subscriber)
    },
  }
}
