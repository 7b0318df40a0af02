/** The sender of a request before any proof: the network address, and the token of the browser's device cookie if it has one. */
export type Caller = { readonly address: string; readonly device: string | undefined }

/** Where a try for one account comes from. `recognised`: a device on which its bettor has logged in before. */
export type Source = { readonly key: string; readonly recognised: boolean }
