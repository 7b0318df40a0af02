import { loadChunk } from './load-chunk.ts'
import type { Session } from './session.ts'
import type { Entries } from './storage.ts'

export type Answer = readonly [status: number, body: unknown]

export type HttpRequest = {
  url: string
  method: string
  data?: Record<string, unknown> | undefined
  use_jwt?: boolean | undefined
}

export type Request = (request: HttpRequest) => Promise<Answer>

export type RequesterOptions = {
  /** The fixed base address of the API, '' for the origin of the page. */
  base: string
  session: Pick<Session, 'user' | 'finish'>
  store: Entries
  /** The key of the envelope until the session has a signing key. */
  envelopeKey: string
  /** The time in the envelope: the server's if known, because the clock of the device may be wrong. */
  nowMs: () => number
  fetch: typeof fetch
  /** Checked before a command is sent. If it returns false, the command is not sent, and the result has `sent: false`. */
  reachable?: () => Promise<boolean>
}

/** The campaign parameters: stored from the address of the first page and attached to requests. */
export const attribution = ['utm_source', 'utm_campaign', 'btag'] as const

const notSent: Answer = [0, { sent: false }]

/**
 * The specification's request wrapper: returns a pair of HTTP status and body and never throws. Without a response the status is
 * 0 and the body is empty, or `{ sent: false }` if the command was certainly not sent. There is no timeout. Adds the bearer
 * token, the envelope and the stored campaign fields. Sends cookies to the origin of the page only: the server recognises a
 * browser by a cookie.
 */
export function requester(options: RequesterOptions): Request {
  return async ({ url, method, data, use_jwt }) => {
    const user = options.session.user()
    let answer: Answer
    if (method !== 'GET' && options.reachable && !(await options.reachable())) return notSent
    const sent = method === 'GET' ? undefined : { ...campaign(options.store), ...data }
    const body = sent && use_jwt ? await envelope(options, sent, user?.signing_key).catch(() => undefined) : sent
    if (sent && !body) return notSent
    try {
      const response = await options.fetch(options.base + url, {
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
    options.session.finish(user, ...answer)
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

async function envelope(options: RequesterOptions, data: Record<string, unknown>, sessionKey: string | undefined) {
  const { seal } = await loadChunk(() => import('./envelope.ts'))
  return { token: await seal(data, sessionKey ?? options.envelopeKey, options.nowMs() / 1000) }
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? {} : { text }
  }
}
