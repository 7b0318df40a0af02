import type * as z from 'zod/mini'
import type { FailureCode } from './failures.ts'

type Schema = z.ZodMiniType

/** Who may call: anybody, anybody but known when a token comes along, only a bettor with a live session, or only the house. */
export type Auth = 'none' | 'optional' | 'bettor' | 'operator'

/**
 * One call of the wire, written once. The server's handlers and the browser's client derive from it.
 *
 * `path` keeps the specification's spelling, oddities included. `:name` stands for a field of the input, in the path
 * or behind the question mark. What is left of the input goes behind the question mark of a GET, else into the body.
 * `fallback` is the sentence the specification gives for a failure that brings none of its own.
 */
export type Route<
  I extends Schema = Schema,
  A extends Schema = Schema,
  F extends FailureCode = FailureCode,
  U extends Auth = Auth,
> = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly aliases?: readonly string[]
  readonly auth: U
  readonly input: I
  readonly answer: A
  /**
   * Lists below the answer's own fields, as dotted names, whose rows stand each for itself: the browser leaves out one that it
   * cannot read. The lists right in the answer are read so in any case.
   */
  readonly rows?: readonly string[]
  /** The server answers 201; the client takes 200, 201 or a body status of 201. */
  readonly created?: true
  /** The server answers 200; the client takes 201 as well, as the specification says for one-time codes and resets. */
  readonly also201?: true
  /** How often one address may call in a minute, where that matters more than the general limit. */
  readonly perAddressMinute?: number
  /** How long a body may be, where pictures come along; without a live session it is not even read. */
  readonly bodyBytesMost?: number
  /** Only the specification's reset call answers `error: { message }`. */
  readonly errorShape?: 'nested'
  readonly failures: readonly F[]
  readonly fallback: string
  readonly envelope?: 'required'
  readonly sandboxOnly?: true
}

export type Routes = Readonly<Record<string, Route>>

/** What a caller passes: texts and numbers as they go over the wire. */
export type Sent<R extends Route> = z.input<R['input']>
/** What a handler gets: checked and read (money as Money, ids as text). */
export type Received<R extends Route> = z.output<R['input']>
export type Answer<R extends Route> = z.output<R['answer']>
export type Failure<R extends Route> = R['failures'][number]

/** Declares a call; the type parameters keep its schemas and its failures apart from every other call's. */
export function route<const F extends FailureCode, I extends Schema, A extends Schema, const U extends Auth>(
  definition: Route<I, A, F, U>,
) {
  return definition
}

const field = /:([a-z_]+)/g

/** The names that stand in the path or behind its question mark. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(field)].map((match) => match[1] ?? '')
}

/** Puts the input into a call: its address without the base, and what is left for the body. */
export function address(
  call: Route,
  input: Readonly<Record<string, unknown>>,
): { url: string; rest: Record<string, unknown> } {
  const rest: Record<string, unknown> = { ...input }
  const path = call.path.replace(field, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (call.method === 'POST') return { url: path, rest }
  const query = Object.entries(rest).filter(([, value]) => value !== undefined)
  const text = query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join('&')
  return { url: text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path, rest: {} }
}
