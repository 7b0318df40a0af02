import type { AskingRequest } from './bearer.ts'
import { answer, type LiveOperator, type Subscriber } from './live-subscriber.ts'
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

/** The operators among the subscribers. Nobody is one until `connect` says how they are found. */
export function openLiveOperators({ subscriptions, snapshots, outbox }: Deps) {
  let find: FindOperator = async () => undefined
  const permissionOf = (topic: string) => snapshots.kindOf(topic)?.permission

  /** Finds again what the subscriber may do. */
  async function identify(subscriber: Subscriber): Promise<LiveOperator | undefined> {
    subscriber.operator = await find(withToken(subscriber, subscriber.operatorToken))
    return subscriber.operator
  }

  return {
    connect: (how: FindOperator): void => void (find = how),

    /** Finds what the subscriber may do before it subscribes to topics of which some are operators'. */
    async identifyFor(subscriber: Subscriber, topics: readonly string[]): Promise<void> {
      if (topics.some((topic) => permissionOf(topic) !== undefined)) await identify(subscriber)
    },

    /** Whether a token is an operator's, which the subscriber has then sent. */
    async admit(subscriber: Subscriber, token: string): Promise<boolean> {
      if (!(await find(withToken(subscriber, token)))) return false
      subscriber.operatorToken = token
      return true
    },

    /** Ends the subscriptions that the subscriber may not have any more. If that cannot be found out, the next pulse does. */
    async revalidate(subscriber: Subscriber): Promise<void> {
      const keys = [...subscriber.topics].filter((key) => permissionOf(key) !== undefined)
      if (keys.length === 0) return
      const operator = await identify(subscriber).catch(() => 'unknown' as const)
      if (operator === 'unknown') return
      for (const key of keys) {
        const kind = snapshots.kindOf(key)
        if (!kind || mayReadTopic(kind, operator)) continue
        subscriptions.remove(subscriber, key)
        outbox.discard(subscriber, key)
        answer(subscriber, { error: 'not_allowed', topic: key })
      }
    },
  }
}

/** The request of a subscriber, or the same with a token that was sent on the socket in place of its headers. */
const withToken = ({ request }: Subscriber, token: string | undefined): AskingRequest =>
  token === undefined ? request : { ...request, headers: { authorization: `Bearer ${token}` } }

export type LiveOperators = ReturnType<typeof openLiveOperators>
