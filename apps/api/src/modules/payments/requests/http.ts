import { parseMoney, type Money } from '@nare/money/money'
import * as z from 'zod/mini'
import { Agent, request } from 'undici'
import { wasNotSent } from '#platform/outgoing'

/**
 * The answer of a provider, parsed as JSON. Without an answer, `gone` is the reason and `arrived` whether the request may have arrived.
 * `keyRefused`: the request was not sent because the provider refused our key.
 */
export type Reply =
  | { readonly status: number; readonly body: Record<string, unknown> }
  | { readonly status: 0; readonly gone: string; readonly arrived: boolean; readonly keyRefused?: boolean }

/** A call to a provider and its answer, for an observer. */
export type Exchange = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly sent: object | undefined
  readonly answer: Reply
}
export type Observe = (exchange: Exchange) => void

const answerBytesMax = 64 * 1024

/** undici's low-level client: every callback causes a call to the provider, and `fetch` takes four times as long. */
const dispatcher = new Agent({ maxResponseSize: answerBytesMax })

/** Calls a provider over HTTP once, for at most `timeoutMs`. Never throws. */
export async function callProvider(
  url: string,
  {
    method = 'POST',
    headers = {},
    body,
    format = json,
    timeoutMs,
    observe,
  }: {
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: object
    format?: Format
    timeoutMs: number
    observe?: Observe | undefined
  },
): Promise<Reply> {
  const answer = await send(url, { method, headers, body, format, timeoutMs })
  observe?.({ method, url, headers, sent: body, answer })
  return answer
}

/** How a request is written and its answer is read: fields that are not readable are an empty object. */
export type Format = {
  readonly type: string
  readonly write: (body: object) => string
  readonly read: (text: string) => Record<string, unknown>
}

const json: Format = { type: 'application/json', write: (body) => JSON.stringify(body), read: jsonOf }

/** The fields of a form, answered by JSON. */
export const form: Format = {
  ...json,
  type: 'application/x-www-form-urlencoded',
  write: (body) => new URLSearchParams(Object.entries(body)).toString(),
}

type Request = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body: object | undefined
  format: Format
  timeoutMs: number
}

async function send(url: string, { method, headers, body, format, timeoutMs }: Request): Promise<Reply> {
  try {
    const { statusCode, body: answer } = await request(url, {
      dispatcher,
      method,
      headers: {
        accept: format.type === form.type ? json.type : format.type,
        ...(body && { 'content-type': format.type }),
        ...headers,
      },
      ...(body && { body: format.write(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    if (statusCode >= 300 && statusCode < 400) return { status: 0, gone: 'a redirect', arrived: true }
    return { status: statusCode, body: format.read(text) }
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

/** A text that a provider may send as a number, as text. */
export const zText = z.pipe(z.union([z.string(), z.number()]), z.transform(String))

/** A text or number field of an answer, as text. */
export function textOf(body: Record<string, unknown>, field: string): string | undefined {
  const value = body[field]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
}

/** The provider's error code, otherwise the HTTP status, otherwise the reason why there is no answer. */
export const faultOf = (reply: Reply): string =>
  'body' in reply ? (textOf(reply.body, 'errorCode') ?? `HTTP ${reply.status}`) : reply.gone

/** Whether the provider refuses to talk to us: it refused our key, or answered HTTP 401 or 403 with whatever body. */
export const isForbidden = (reply: Reply): boolean =>
  'body' in reply ? reply.status === 401 || reply.status === 403 : reply.keyRefused === true

/** The maximum length of a receipt that we accept. Real ones have 10 to 20 characters. */
const receiptMax = 40

/** A provider's receipt as text. Undefined if it is empty or too long: callbacks are unsigned, so anything may arrive. */
export const receiptOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text === '' || text.length > receiptMax ? undefined : text
}

/** A provider's amount, for example 1, 1.00 or "1.00". Undefined if it is not an amount. */
export function amountOf(value: string | number | boolean | null | undefined): Money | undefined {
  return value === undefined || value === null ? undefined : parseMoney(String(value))
}
