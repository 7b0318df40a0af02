import type { LiveOperators } from './live-operators.ts'
import type { Outbox } from './live-outbox.ts'
import { answer, type Reader } from './live-reader.ts'
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
  /** Ends a reader's session: no private state is sent any more, not even a waiting one. */
  function dismiss(reader: Reader): void {
    for (const key of reader.topics) {
      if (!key.endsWith(`@${reader.bettor}`)) continue
      subscriptions.remove(reader, key)
      outbox.discard(reader, key)
    }
    reader.bettor = undefined
    reader.token = undefined
  }

  /**
   * Ends an invalid session. Does not wait for the reader's commands, which may wait for a long time. A failed check is repeated at the
   * next pulse.
   */
  async function revalidate(reader: Reader): Promise<void> {
    const { token } = reader
    if (token === undefined) return
    const session = await authenticate(token).catch(() => 'unknown' as const)
    // Meanwhile the reader may have got another session.
    if (session === 'unknown' || typeof session === 'object' || reader.token !== token) return
    dismiss(reader)
    answer(reader, { error: 'session_expired' })
  }

  return {
    revalidate,

    /** Begins the session of a token: a bettor's, or that of an operator. */
    async admit(reader: Reader, token: string): Promise<void> {
      const before = changes()
      const session = await authenticate(token)
      if (typeof session !== 'object') {
        if (await operators.admit(reader, token)) return answer(reader, { auth: 'ok' })
        return answer(reader, { error: 'session_expired' })
      }
      if (reader.bettor !== session.bettor) dismiss(reader)
      reader.bettor = session.bettor
      reader.token = token
      answer(reader, { auth: 'ok' })
      // Sessions of this bettor may have changed during the authentication, and this reader was not revalidated then.
      if (changes() !== before) void revalidate(reader)
    },
  }
}
