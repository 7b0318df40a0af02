import type { Reply } from '../requests/requests.ts'

/** An app at Safaricom: either for customers' payments or for payouts, each with its own key, secret and short code. */
export type DarajaApp = { readonly key: string; readonly secret: string; readonly shortcode: string }

/** An operator of one short code in the provider's portal. The password expires after 90 days. */
export type Initiator = { readonly initiator: string; readonly initiatorPassword: string }

export type DarajaSettings = {
  /** https://api.safaricom.co.ke, or the sandbox's host. */
  readonly url: string
  readonly collect: DarajaApp & {
    readonly passkey: string
    /** The initiator for status queries of the collection short code's receipts; without one no named receipt can be proven. */
    readonly initiator?: Initiator | undefined
    /** v2 masks the payer's number, v1 sends its hash. */
    readonly c2bVersion: 'v1' | 'v2'
    /** Whether a status may name our short code as the other party where it names no payee. */
    readonly payeeEither: boolean
    /** The number that is named to Pull Transactions; without one nothing is pulled. */
    readonly pullNumber?: string | undefined
  }
  readonly payout: DarajaApp & Initiator
  readonly certificate: string
}

/** Makes one of Daraja's calls with the app's token. */
export type Ask = (path: string, body: object) => Promise<Reply>
