import type * as z from 'zod/mini'
import type { FailureCode } from './failures.ts'
import type { Permission } from './permissions.ts'

type Schema = z.ZodMiniType

/** Who may call: anybody ('none'), anybody with an optional session, only a bettor with a live session, or only an operator. */
export type Auth = 'none' | 'optional' | 'bettor' | 'operator'

/**
 * One API call. The server's handlers and the browser's client derive from it.
 *
 * `path` keeps the specification's spelling, oddities included. `:name` is a field of the input, in the path or the query string. The
 * remaining input is sent in the query string of a GET, or in the body of any other call. `fallback` is the specification's sentence for a
 * failure without its own.
 */
export type Route<
  I extends Schema = Schema,
  A extends Schema = Schema,
  F extends FailureCode = FailureCode,
  U extends Auth = Auth,
  C extends Schema = Schema,
> = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly aliases?: readonly string[]
  readonly auth: U
  readonly input: I
  readonly answer: A
  /**
   * Nested lists, as dotted names, whose rows are independent: the browser skips a row that it cannot parse. Lists at the
   * top level of the answer are always parsed so.
   */
  readonly rows?: readonly string[]
  /** The server answers 201; the client accepts 200, 201 or a body status of 201. */
  readonly created?: true
  /** The server may answer 202, with that status in the body: a trader decides first. */
  readonly mayRefer?: true
  /** The server answers 200; the client accepts 201 as well, as the specification requires for one-time codes and resets. */
  readonly also201?: true
  /** Calls per minute of one bettor, person of the house or address, if stricter than the general limit. They are counted separately from other calls. */
  readonly perAddressMinute?: number
  /** The size limit of a body with pictures. It is not read without a live session. */
  readonly bodyBytesMax?: number
  /** Only the specification's reset call answers `error: { message }`. */
  readonly errorShape?: 'nested'
  /** What an operator needs for the call; every operators' call has one. */
  readonly permission?: Permission
  /** Further permissions that some inputs need, such as the end of a pause, and which of them this input needs. */
  readonly also?: readonly Permission[]
  alsoNeeds?(input: z.output<I>): Permission | undefined
  /** The name of the action in the audit log, such as `withdrawal.decide`. Every operators' POST has one. */
  readonly action?: string
  /** What an operators' call acts on, with fields of its input: `withdrawal :id`. A GET with a subject is logged too, once an hour. */
  readonly subject?: string
  /** The input fields that the audit log keeps. */
  readonly audited?: readonly string[]
  /** The answer shows phone numbers whole, also to people. */
  readonly reveals?: true
  /** A second person confirms the call: always, or by its input and facts. Its answer is `orWaiting`. */
  readonly second?: 'always' | 'depends'
  /** The action that takes this one back, and its outcome if it did: what was taken back counts towards nobody's sum. */
  readonly undoneBy?: { readonly action: string; readonly outcome: string }
  /** The actions whose amounts count together as one sum of a person, this one among them; by default this one alone. */
  readonly sumOf?: readonly string[]
  /** Amounts about one thing, named by the first two words of the subject, are not added up: the largest counts. */
  readonly largestOf?: true
  /** A person has confirmed by a code or a passkey a few minutes before. */
  readonly confirm?: true
  /** Confirms what somebody else has asked for or drafted, which a token never does. */
  readonly confirms?: true
  /** The codes of its own with which the call may be refused; none without it. */
  readonly failures?: readonly F[] | undefined
  readonly fallback: string
  readonly envelope?: 'required'
  readonly sandboxOnly?: true
  /** The filter with which the whole list is served as a CSV file, at the call's path with `.csv` after it. */
  readonly csv?: C
  /** What an operator needs for the file, if it is not the permission of the call: files of persons leave the house. */
  readonly csvPermission?: Permission
  /** The list is also served as a PDF file, at the call's path with `.pdf` after it, with the same input. */
  readonly pdf?: true
}

export type Routes = Readonly<Record<string, Route>>

/** The input as the caller sends it: text and numbers. */
export type Sent<R extends Route> = z.input<R['input']>
/** The input as the handler receives it: validated and parsed (money as Money, ids as text). */
export type Received<R extends Route> = z.output<R['input']>
export type Answer<R extends Route> = z.output<R['answer']>
export type Failure<R extends Route> = NonNullable<R['failures']>[number]

/** Declares a call; the type parameters keep its own schemas and failures. Operators' calls are declared by `operatorRoute`. */
export function route<
  I extends Schema,
  A extends Schema,
  const U extends Exclude<Auth, 'operator'>,
  const F extends FailureCode = never,
>(definition: Route<I, A, F, U>) {
  return definition
}

type Logged =
  | { readonly method: 'GET'; readonly subject?: string }
  | { readonly method: 'POST'; readonly action: string; readonly subject: string }

type OperatorRoute<I extends Schema, A extends Schema, F extends FailureCode, C extends Schema> = Route<
  I,
  A,
  F,
  'operator',
  C
>

/**
 * Declares an operators' call, which has a permission; one that changes something also has its line in the audit log. The console shows what a
 * refusal says, so a `fallback` of its own is rarely needed.
 */
export function operatorRoute<
  I extends Schema,
  A extends Schema,
  const F extends FailureCode = never,
  C extends Schema = Schema,
>(
  definition: Omit<OperatorRoute<I, A, F, C>, 'auth' | 'fallback'> & {
    readonly fallback?: string
    readonly permission: Permission
  } & Logged,
): OperatorRoute<I, A, F, C> {
  return { auth: 'operator', fallback: 'The operator call failed', ...definition }
}

const field = /:([a-z_]+)/g

/** The input fields in the path and its query string. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(field)].map((match) => match[1] ?? '')
}

/** Builds a call's address, without the base, and the remaining input for the body. */
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
  if (call.method !== 'GET') return { url: path, rest }
  const query = Object.entries(rest).filter(([, value]) => value !== undefined)
  const text = query.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join('&')
  return { url: text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path, rest: {} }
}
