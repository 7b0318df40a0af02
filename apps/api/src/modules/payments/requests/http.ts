import { parseMoney, type Money } from '@nare/money/money'
import { Agent, request } from 'undici'
import { wasNotSent } from '#platform/outgoing'

/**
 * An answer of a provider, read as JSON; `gone` if none came, with whether the request may have arrived. `keyRefused`: nothing was
 * sent because the provider refused our key.
 */
export type Reply =
  | { readonly status: number; readonly body: Record<string, unknown> }
  | { readonly status: 0; readonly gone: string; readonly arrived: boolean; readonly keyRefused?: boolean }

/** One call and its answer, as shown by the check of a set-up. */
export type Exchange = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly sent: object | undefined
  readonly answer: Reply
}
export type Observe = (exchange: Exchange) => void

const answerBytesMax = 64 * 1024

/** The client below `fetch`: every callback asks the provider once, and `fetch` takes four times as long for it. */
const dispatcher = new Agent({ maxResponseSize: answerBytesMax })

/** Calls a provider over HTTP, once, within `timeoutMs`. Never throws. */
export async function callProvider(
  url: string,
  {
    method = 'POST',
    headers = {},
    body,
    timeoutMs,
    observe,
  }: {
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: object
    timeoutMs: number
    observe?: Observe | undefined
  },
): Promise<Reply> {
  const answer = await ask(url, { method, headers, body, timeoutMs })
  observe?.({ method, url, headers, sent: body, answer })
  return answer
}

type Request = { method: 'GET' | 'POST'; headers: Record<string, string>; body: object | undefined; timeoutMs: number }

async function ask(url: string, { method, headers, body, timeoutMs }: Request): Promise<Reply> {
  try {
    const { statusCode, body: answer } = await request(url, {
      dispatcher,
      method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    if (statusCode >= 300 && statusCode < 400) return { status: 0, gone: 'a redirect', arrived: true }
    return { status: statusCode, body: jsonOf(text) }
  } catch (error) {
    return { status: 0, gone: error instanceof Error ? error.message : 'no answer', arrived: !wasNotSent(error) }
  }
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

/** A text field of an answer. */
export function textOf(body: Record<string, unknown>, field: string): string | undefined {
  const value = body[field]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

/** The provider's error code, else the HTTP status, else why no answer came. */
export const faultOf = (reply: Reply): string =>
  'body' in reply ? (textOf(reply.body, 'errorCode') ?? `HTTP ${reply.status}`) : reply.gone

/** The longest receipt that we believe; a provider's have 10 to 20 characters. */
const receiptMax = 40

/** A receipt as a provider writes it. Undefined if it is empty, or too long to be one: callbacks are unsigned. */
export const receiptOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text === '' || text.length > receiptMax ? undefined : text
}

/** An amount as a provider writes it: 1, 1.00 or "1.00". Undefined if it is no amount. */
export function amountOf(value: string | number | boolean | null | undefined): Money | undefined {
  return value === undefined || value === null ? undefined : parseMoney(String(value))
}
