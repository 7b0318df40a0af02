import type { FailureCode } from '@nare/contract/failures'
import { address, type Answer, type Route, type Sent } from '@nare/contract/route'
import { loadChunk } from './load-chunk.ts'
import type { Request } from './request.ts'

/**
 * The reason of a failed call: the server's code, `no_answer` without a response, `not_sent` if the command was not sent because
 * there is no network, `bad_answer` for a response that cannot be parsed.
 */
export type ReplyCode = FailureCode | 'no_answer' | 'not_sent' | 'bad_answer'

export type Failed = {
  ok: false
  status: number
  code: ReplyCode
  /** The server's message, or the specification's fallback. */
  error: string
  ref?: string
  fields: Readonly<Record<string, string>>
  body: Readonly<Record<string, unknown>>
}

export type Reply<R extends Route> = { ok: true; status: number; body: Answer<R> } | Failed

export type Call = <R extends Route>(route: R, input: Sent<R>) => Promise<Reply<R>>

/**
 * Sends a call of the contract. 200 is success when the body matches the contract; for the calls that the specification
 * names (placement, reset, one-time code) 201 or a body status of 201 is also success. Anything else, also no response, is a
 * failure with the body's error or the call's fallback message. A list row that does not match the contract is dropped and
 * the others are kept. Never throws.
 */
export function caller(request: Request): Call {
  return async (route, input) => {
    const { url, rest } = address(route, isRecord(input) ? input : {})
    const [status, body] = await request({
      url,
      method: route.method,
      data: rest,
      use_jwt: route.envelope === 'required',
    })
    if (succeeded(route, status, body)) {
      const whole = route.answer.safeParse(body)
      const read = whole.success ? whole : await rowByRow(route, body)
      if (read.success) return { ok: true, status, body: read.data as Answer<typeof route> }
      return failed(route, status, body, 'bad_answer')
    }
    return failed(route, status, body, status === 0 ? noResponseCode(body) : undefined)
  }
}

/** Parses a response row by row; loaded only when needed, because most responses match the contract. */
async function rowByRow(route: Route, body: unknown) {
  const part = await loadChunk(() => import('./read-rows.ts')).catch(() => undefined)
  return part?.readRows(route, body) ?? { success: false as const }
}

const noResponseCode = (body: unknown): ReplyCode => (isRecord(body) && body.sent === false ? 'not_sent' : 'no_answer')

function succeeded(route: Route, status: number, body: unknown): boolean {
  if (status === 200) return true
  if (route.created) return status === 201 || (isRecord(body) && (body.status === 201 || body.state === 'referred'))
  return status === 201 && route.also201 === true
}

function failed(route: Route, status: number, body: unknown, code: ReplyCode | undefined): Failed {
  const facts = isRecord(body) ? body : {}
  return {
    ok: false,
    status,
    code: code ?? (isFailureCode(facts.code) ? facts.code : 'internal'),
    error: messageOf(facts.error) ?? route.fallback,
    ...(typeof facts.ref === 'string' ? { ref: facts.ref } : {}),
    fields: isRecord(facts.fields) ? texts(facts.fields) : {},
    body: facts,
  }
}

function messageOf(error: unknown): string | undefined {
  if (typeof error === 'string' && error !== '') return error
  return isRecord(error) && typeof error.message === 'string' ? error.message : undefined
}

function texts(record: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, String(value)]))
}

/** Recognises the server's codes by their form: a code newer than this build is passed on, and the screen shows its message. */
function isFailureCode(code: unknown): code is FailureCode {
  return typeof code === 'string' && /^[a-z][a-z_]{2,39}$/.test(code)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
