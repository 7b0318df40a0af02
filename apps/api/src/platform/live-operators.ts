import type { AskingRequest } from './bearer.ts'
import { answer, type LiveOperator, type Reader } from './live-reader.ts'
import type { Outbox } from './live-outbox.ts'
import type { Snapshots, TopicKind } from './live-snapshots.ts'
import type { Subscriptions } from './live-subscriptions.ts'

/** Finds the operator who opened a socket, by the request that opened it or by a bearer token in its place. */
export type FindOperator = (request: AskingRequest) => Promise<LiveOperator | undefined>

/** Whether somebody may read a topic: an operators' topic needs its permission. This is the only check of it. */
export const mayReadTopic = (
  { permission }: Pick<TopicKind, 'permission'>,
  operator: LiveOperator | undefined,
): boolean => permission === undefined || (operator?.may.has(permission) ?? false)

type Deps = { readonly subscriptions: Subscriptions; readonly snapshots: Snapshots; readonly outbox: Outbox }

/** The operators among the readers. Nobody is one until `connect` says how they are found. */
export function openLiveOperators({ subscriptions, snapshots, outbox }: Deps) {
  let find: FindOperator = async () => undefined
  const permissionOf = (topic: string) => snapshots.kindOf(topic)?.permission

  /** Finds again what the reader may do. */
  async function identify(reader: Reader): Promise<LiveOperator | undefined> {
    reader.operator = await find(withToken(reader, reader.operatorToken))
    return reader.operator
  }

  return {
    connect: (how: FindOperator): void => void (find = how),

    /** Finds what the reader may do before it subscribes to topics of which some are operators'. */
    async identifyFor(reader: Reader, topics: readonly string[]): Promise<void> {
      if (topics.some((topic) => permissionOf(topic) !== undefined)) await identify(reader)
    },

    /** Whether a token is an operator's, which the reader has then sent. */
    async admit(reader: Reader, token: string): Promise<boolean> {
      if (!(await find(withToken(reader, token)))) return false
      reader.operatorToken = token
      return true
    },

    /** Ends the subscriptions that the reader may not have any more. If that cannot be found out, the next pulse does. */
    async revalidate(reader: Reader): Promise<void> {
      const keys = [...reader.topics].filter((key) => permissionOf(key) !== undefined)
      if (keys.length === 0) return
      const operator = await identify(reader).catch(() => 'unknown' as const)
      if (operator === 'unknown') return
      for (const key of keys) {
        const kind = snapshots.kindOf(key)
        if (!kind || mayReadTopic(kind, operator)) continue
        subscriptions.remove(reader, key)
        outbox.discard(reader, key)
        answer(reader, { error: 'not_allowed', topic: key })
      }
    },
  }
}

/** The request of a reader, or the same with a token that was sent on the socket in place of its headers. */
const withToken = ({ request }: Reader, token: string | undefined): AskingRequest =>
  token === undefined ? request : { ...request, headers: { authorization: `Bearer ${token}` } }

export type LiveOperators = ReturnType<typeof openLiveOperators>
