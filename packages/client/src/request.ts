import { loadChunk } from './load-chunk.ts'
import type { Session } from './session.ts'
import type { Entries } from './storage.ts'

export type Answer = readonly [status: number, body: unknown]

export type Asked = {
  url: string
  method: string
  data?: Record<string, unknown> | undefined
  use_jwt?: boolean | undefined
}

export type Request = (asked: Asked) => Promise<Answer>

export type Wiring = {
  /** The one fixed API base, '' for the page's own origin. */
  base: string
  session: Session
  store: Entries
  /** Used for the envelope until the session has its own signing key. */
  envelopeKey: string
  /** The time the envelope is dated with: the server's as far as it is known, for the device's may be wrong. */
  nowMs: () => number
  fetch: typeof fetch
  /** Asked before a command goes out: where the answer is no, it is not sent at all, and known not to have been. */
  reachable?: () => Promise<boolean>
}

/** Where a bettor came from: kept from the address, and attached to what is sent. */
export const attribution = ['utm_source', 'utm_campaign', 'btag'] as const

const notSent: Answer = [0, { sent: false }]

/**
 * The specification's request wrapper: a pair of HTTP status and body, never an exception; status 0 and an empty body when
 * no answer came, with `sent` false when the command certainly never left: then each call says its own fallback sentence. It
 * has no time-out. The bearer, the envelope and the stored campaign fields are added here. Cookies go to the page's own origin
 * only: the server knows a browser again by one.
 */
export function requester(wiring: Wiring): Request {
  return async ({ url, method, data, use_jwt }) => {
    const user = wiring.session.user()
    let answer: Answer
    if (method !== 'GET' && wiring.reachable && !(await wiring.reachable())) return notSent
    const sent = method === 'GET' ? undefined : { ...campaign(wiring.store), ...data }
    const body = sent && use_jwt ? await envelope(wiring, sent, user?.signing_key).catch(() => undefined) : sent
    if (sent && !body) return notSent
    try {
      const response = await wiring.fetch(wiring.base + url, {
        method,
        headers: headers(user?.token, body !== undefined),
        body: body ? JSON.stringify(body) : null,
        referrerPolicy: 'no-referrer',
        redirect: 'follow',
        mode: 'cors',
        credentials: 'same-origin',
        cache: 'no-cache',
      })
      answer = [response.status, await read(response)]
    } catch {
      answer = [0, {}]
    }
    wiring.session.finish(user, ...answer)
    return answer
  }
}

function headers(token: string | undefined, hasBody: boolean): Record<string, string> {
  return {
    accept: '*/*',
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
}

function campaign(store: Entries): Record<string, unknown> {
  return Object.fromEntries(
    attribution.map((key) => [key, store.read(key)]).filter(([, value]) => typeof value === 'string' && value !== ''),
  )
}

async function envelope(wiring: Wiring, data: Record<string, unknown>, sessionKey: string | undefined) {
  const { seal } = await loadChunk(() => import('./envelope.ts'))
  return { token: await seal(data, sessionKey ?? wiring.envelopeKey, wiring.nowMs() / 1000) }
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? {} : { text }
  }
}
