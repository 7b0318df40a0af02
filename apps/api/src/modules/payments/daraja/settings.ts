import type { Reply } from '../requests/requests.ts'

/** An app at Safaricom, for customers' payments or for payouts. Each app has a separate key, secret and short code. */
export type DarajaApp = { readonly key: string; readonly secret: string; readonly shortcode: string }

/** An operator of one short code in the provider's portal. The password expires after 90 days. */
export type Initiator = { readonly initiator: string; readonly initiatorPassword: string }

export type DarajaSettings = {
  /** https://api.safaricom.co.ke, or the sandbox's host. */
  readonly url: string
  readonly collect: DarajaApp & {
    readonly passkey: string
    /** The initiator for status queries about receipts of the collection short code. Without one no claimed receipt can be confirmed. */
    readonly initiator?: Initiator | undefined
    /** v2 masks the payer's number, v1 sends its hash. */
    readonly c2bVersion: 'v1' | 'v2'
    /** Whether a status without a payee may name our short code in the field of the other party. */
    readonly payeeEither: boolean
    /** The number registered for Pull Transactions. Without it nothing is pulled. */
    readonly pullNumber?: string | undefined
  }
  readonly payout: DarajaApp & Initiator
  readonly certificate: string
}

/** Makes a Daraja call with the app's token. */
export type Ask = (path: string, body: object) => Promise<Reply>
