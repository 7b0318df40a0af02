import type { AskingRequest } from './bearer.ts'
import type { Outcome } from '@nare/contract/outcome'
import type { Permission, Role } from '@nare/contract/permissions'
import type { Auth } from '@nare/contract/route'
import type { Facts } from './facts.ts'
import type { Log } from './log.ts'
import type { Session } from './session.ts'

/**
 * Who calls an operators' call, and what this person may do: a person with a session, a token that a person made, or an entry of the
 * configuration, which stands for a person or a machine.
 */
export type Operator = {
  /** The person's name; of a token the name of the person to whom it belongs. */
  readonly name: string
  readonly may: ReadonlySet<Permission>
  readonly kind: 'person' | 'token' | 'configured'
  /** The number of a person's token. */
  readonly token?: bigint
  readonly roles: readonly Role[]
  /** The betting account of the person, on which this person never acts. */
  readonly bettor?: bigint | undefined
  /** Until when calls with `confirm` pass, in milliseconds. Only a person's session needs it. */
  readonly confirmedUntil?: number | undefined
  readonly seesNumbers: boolean
  /** The session of a person; `expiresAt` is its latest end. */
  readonly session?: { readonly createdAt: Date; readonly expiresAt: Date }
}

/**
 * Finds who makes a request: by its bearer token if it has one, otherwise by the cookie of a session, which only a page of the console may
 * send. Refuses as `session_required` without either, `session_expired` with an ended session, `not_allowed` with an unknown token or from
 * another site.
 */
export type OperatorOf = (
  request: AskingRequest,
) => Promise<Outcome<Operator, 'session_required' | 'session_expired' | 'not_allowed'>>

/** The browser that makes a request, for the calls that open and end a person's session. */
export type ConsoleBrowser = {
  /** The site whose page asks: the relying party of passkeys. Refused for any other site. */
  readonly site: Outcome<{ readonly origin: string; readonly host: string }, 'not_allowed'>
  /** The token of the session in its cookie. */
  readonly session: string | undefined
  readonly keep: (token: string) => void
  readonly drop: () => void
}

/** The context that a handler gets in addition to its input. */
export type Call<A extends Auth> = {
  readonly session: A extends 'bettor' ? Session : A extends 'optional' ? Session | undefined : undefined
  /** The name of the operator who calls. */
  readonly operator: A extends 'operator' ? string : undefined
  /** The operator who calls, with what this person may do. */
  readonly by: A extends 'operator' ? Operator : undefined
  /** The browser that calls, for the calls that open and end an operator's session. */
  readonly browser: A extends 'none' | 'operator' ? ConsoleBrowser : undefined
  /** Who asked for what a second person now confirms. */
  readonly proposer?: string
  /** The line of the audit log of a decision. */
  readonly line?: bigint
  /** What the proposal has kept for its work; see `Deciding.prepare`. */
  readonly kept?: Facts | undefined
  readonly address: string
  /** The origin at which the request reached the server, and what the browser says that it is. */
  readonly reachedAt: string
  readonly agent: string | undefined
  /** The browser's device token, if it sent one; `keepDevice` stores another in the browser. */
  readonly device: string | undefined
  readonly keepDevice: (token: string) => void
  /** When the server had read the whole request, in monotonic milliseconds. */
  readonly readAtMs: number
  readonly ref: string
  readonly log: Log
}
