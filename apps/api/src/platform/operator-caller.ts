import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Outcome } from '@nare/contract/outcome'
import type { Permission, Role } from '@nare/contract/permissions'
import type { ConsoleSite } from './console-site.ts'

/** Who calls an operators' call, and what this caller may do. */
export type Operator = {
  /** The person's name; of a token the name of the person to whom it belongs. */
  readonly name: string
  readonly may: ReadonlySet<Permission>
  /** A person with a session, a token that a person made, or an entry of OPERATORS. */
  readonly kind: 'person' | 'token' | 'configured'
  readonly roles: readonly Role[]
  /** The caller's own betting account, on which he never acts. */
  readonly bettor?: bigint
  /** Until when a person has proved again that he sits there, in milliseconds since 1970. */
  readonly confirmedUntil?: number
  /** Whether answers have phone numbers in full. */
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
  request: FastifyRequest,
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

export const consoleBrowser = (
  { site, cookie }: ConsoleSite,
  request: FastifyRequest,
  reply: FastifyReply,
): ConsoleBrowser => ({
  site: site(request),
  session: cookie.read(request),
  keep: (token) => cookie.keep(reply, token),
  drop: () => cookie.drop(reply),
})
