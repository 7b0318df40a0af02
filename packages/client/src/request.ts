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
  /** The time that dates the envelope: the server's if it is known, because the device's may be wrong. */
  nowMs: () => number
  fetch: typeof fetch
  /** Checked before a command is sent. If false, it is not sent, and the result reports that. */
  reachable?: () => Promise<boolean>
}

/** The campaign that brought the bettor: stored from the address, and attached to requests. */
export const attribution = ['utm_source', 'utm_campaign', 'btag'] as const

const notSent: Answer = [0, { sent: false }]

/**
 * The specification's request wrapper: a pair of HTTP status and body, never an exception. Without an answer the status is
 * 0 and the body empty, and `sent` is false when the command was certainly not sent; each call then has its own fallback
 * sentence. It has no time-out. It adds the bearer token, the envelope and the stored campaign fields. Cookies are sent to
 * the page's own origin only: the server recognises a browser by one.
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
