/** The session of a caller, which the identity area finds by the bearer token. */
export type Session = {
  readonly bettor: bigint
  readonly verified: boolean
  readonly signingKey: string
  /** The token of the browser that made the call, if it has one. */
  readonly device?: string | undefined
}

/** Finds the session of a token: 'ended' when the token was valid once, undefined when it never was. */
export type Authenticate = (token: string) => Promise<Session | 'ended' | undefined>
