import type { Log } from '#platform/log'
import { wasNotSent } from '#platform/outgoing'
import { NotPublic, type Post } from './post.ts'
import { seal, type BrowserKeys } from './sealing.ts'
import { openVapid } from './vapid.ts'

export { openPost, type Post, type PushAnswer, type PushRequest } from './post.ts'
export { openVapid } from './vapid.ts'
export { seal, curve } from './sealing.ts'

export type PushTarget = BrowserKeys & { readonly endpoint: string }
export type PushMessage = {
  readonly payload: string
  /** For how long the push service keeps it for a browser that is off. */
  readonly ttlS: number
  readonly isUrgent: boolean
}

/**
 * What became of a message: accepted; `gone`, the browser wants none any more; `later`, certainly not accepted now; `refused` for good; or unknown,
 * and then it is not sent again.
 */
export type PushResult =
  | { readonly result: 'sent' | 'gone' | 'refused' | 'unknown' }
  | { readonly result: 'later'; readonly afterS: number | undefined }

/** Sends notices to browsers. Every call returns within a bounded time. */
export type Push = {
  readonly publicKey: string
  send(to: PushTarget, message: PushMessage): Promise<PushResult>
}

type PushDeps = {
  readonly privateKey: Uint8Array
  readonly contact: string
  readonly nowMs: () => number
  readonly post: Post
  readonly log: Log
}

/** Opens Web Push, RFC 8030: one POST to the browser's push service, encrypted for the browser and signed with our key. Never retries. */
export function openPush({ privateKey, contact, nowMs, post, log }: PushDeps): Push {
  const vapid = openVapid({ privateKey, contact, nowMs })
  return {
    publicKey: vapid.publicKey,
    async send({ endpoint, ...keys }, { payload, ttlS, isUrgent }) {
      const { origin, host } = new URL(endpoint)
      try {
        const { status, retryAfter } = await post({
          url: endpoint,
          headers: {
            authorization: vapid.authorization(origin),
            ...{ ttl: String(ttlS), urgency: isUrgent ? 'high' : 'normal' },
            ...{ 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream' },
          },
          body: seal(Buffer.from(payload), keys),
        })
        const result = resultOf(status, retryAfter, nowMs)
        if (result.result !== 'sent' && result.result !== 'gone')
          log.warn({ host, status, result: result.result }, 'a push service did not accept a notice')
        return result
      } catch (error) {
        const result: PushResult =
          error instanceof NotPublic
            ? { result: 'refused' }
            : wasNotSent(error)
              ? { result: 'later', afterS: undefined }
              : { result: 'unknown' }
        log.warn({ host, error: error instanceof Error ? error.message : 'unknown', result: result.result }, 'no push')
        return result
      }
    },
  }
}

function resultOf(status: number, retryAfter: string | undefined, nowMs: () => number): PushResult {
  if (status >= 200 && status < 300) return { result: 'sent' }
  if (status === 404 || status === 410) return { result: 'gone' }
  if (status === 429 || status >= 500) return { result: 'later', afterS: secondsOf(retryAfter, nowMs) }
  return { result: 'refused' }
}

/** The seconds of a header `Retry-After`, which has seconds or a date. */
function secondsOf(text: string | undefined, nowMs: () => number): number | undefined {
  if (text === undefined) return undefined
  const seconds = /^\d{1,7}$/.test(text) ? Number(text) : (Date.parse(text) - nowMs()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
