/** The sender of a request before any proof: the network address, and the token of the browser's device cookie if it has one. */
export type Caller = {
  readonly address: string
  readonly device: string | undefined
  /** What the browser says that it is. */
  readonly agent?: string | undefined
}

/** The source of a login attempt for one account. `recognised`: a device on which the account's bettor has logged in before. */
export type Source = { readonly key: string; readonly recognised: boolean }
