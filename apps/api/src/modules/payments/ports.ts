import type { PaymentView } from '@nare/contract/payments'
import type { Money } from '@nare/money/money'

export type ProviderName = PaymentView['provider']

/** The part of our own set-up that a provider rejects: payouts, deposits, or the proof of receipts. */
export type SetupFault = 'payouts' | 'deposits' | 'receipts'

/** `code` is the provider's; `fault` is set if the code means that our own set-up is wrong. */
type Cause = { readonly code?: string | undefined; readonly fault?: SetupFault | undefined }

/**
 * The result of a request to a provider: accepted, certainly not accepted, or unknown. 'paid': the provider answers only when the money has
 * moved, with its receipt.
 */
export type Submitted =
  | { readonly is: 'accepted'; readonly requestId: string }
  | { readonly is: 'paid'; readonly requestId?: string | undefined; readonly receipt: string | undefined }
  | ({ readonly is: 'refused'; readonly reason: Reason } & Cause)
  | ({ readonly is: 'unknown'; readonly code: string } & Pick<Cause, 'fault'>)

/**
 * The payment that an answer names: the provider's id and our id of it, its receipt, and the phone that was paid, with stars for digits that
 * the provider hides. Providers leave any of them out.
 */
export type NamedPayment = {
  readonly requestId?: string | undefined
  readonly ours?: string | undefined
  readonly receipt?: string | undefined
  readonly payee?: string | undefined
}

/** The status of a payment that a provider reports. Only success and failure change the payment. */
export type ProviderStatus =
  | {
      readonly is: 'succeeded'
      readonly receipt?: string | undefined
      readonly amount?: Money | undefined
      /** The phone that paid: digits, with stars for digits that the provider hides. */
      readonly payer?: string | undefined
      readonly named?: NamedPayment | undefined
    }
  | ({ readonly is: 'failed'; readonly reason: Reason; readonly named?: NamedPayment | undefined } & Cause)
  | ({ readonly is: 'pending'; readonly code: string } & Pick<Cause, 'fault'>)

/** The provider will answer later, to the given address. `conversation` is the provider's id of the query. */
export type Deferred = { readonly is: 'later'; readonly conversation: string | undefined }

/** Why a payment failed or waits. `texts.ts` has a sentence for each. */
export type Reason =
  | 'no_funds'
  | 'cancelled'
  | 'no_answer'
  | 'expired'
  | 'phone_busy'
  | 'not_prompted'
  | 'provider_limit'
  | 'provider_busy'
  | 'same_again'
  | 'amount_too_small'
  | 'amount_too_large'
  | 'wrong_pin'
  | 'pin_locked'
  | 'provider_refused'
  | 'not_sent'
  | 'unregistered'
  | 'cannot_pay_now'
  | 'cannot_take_now'
  | 'amount_differs'
  | 'another_payment'
  | 'paid_less'
  | 'not_paid'
  | 'refused_by_us'
  | 'ended_by_us'
  | 'counted_already'
  | 'returned'

/** A provider's message to one of our addresses: a status, and the provider's id of the payment or of our query. */
export type ProviderMessage = {
  readonly status: ProviderStatus
  readonly requestId?: string | undefined
  /** Our id of the payment, for a provider with one address for all payments. */
  readonly ours?: string | undefined
}

/** A payment to our paybill number, as a confirmation or a pull reports it. */
export type PaybillPayment = {
  readonly receipt: string
  readonly reference: string
  readonly amount: Money
  readonly payer: string | undefined
}

/** The result of registering our addresses: registered now, registered before, or refused with the provider's code. */
export type Registered = { readonly is: 'registered' } | { readonly is: 'already' | 'refused'; readonly code: string }

/** A page of payments in the provider's order. `failed` is the provider's code if the request failed. */
export type Pulled = { readonly payments: readonly PaybillPayment[]; readonly rows: number; readonly failed?: string }

export type PromptOrder = {
  readonly reference: string
  readonly msisdn: string
  readonly amount: Money
  readonly callbackUrl: string
}

export type PayoutOrder = {
  readonly conversation: string
  readonly msisdn: string
  readonly amount: Money
  readonly resultUrl: string
  readonly timeoutUrl: string
}

/** Our decision on a payment that a customer is about to send. `not_now`: the bettor may not deposit. `unreadable`: the request has another format. */
export type Verdict = 'accept' | 'unknown_account' | 'wrong_amount' | 'not_now' | 'unreadable'

type Answering = { readonly resultUrl: string; readonly timeoutUrl: string }

/** The balance of the account from which payouts are made, or the code with which the provider refuses to say it. */
export type FloatAnswer =
  | { readonly is: 'known'; readonly balance: Money }
  | { readonly is: 'refused'; readonly code: string }

/**
 * A mobile-money provider. Amounts are whole shillings. Every call returns within a bounded time and never throws. 'later' means that the
 * provider sends its answer to the given address.
 */
export type Provider = {
  readonly name: ProviderName
  /**
   * What identifies a prompt in a status query: our id, or the provider's id, which a lost answer loses. 'none': the provider has no such
   * query, so a person confirms what no answer of its own has confirmed.
   */
  readonly queriedBy: 'ours' | 'theirs' | 'none'
  /** The seconds after a request before which no status query is sent. */
  readonly queriedFromS: number
  /** Whether `prompt` answers only after the PIN, which takes up to a minute and a half. Its caller holds nothing meanwhile. */
  readonly answersAfterPin?: true
  /** Prompts a phone for its PIN. Not idempotent: a second prompt is a second payment, so it is sent once. */
  prompt(order: PromptOrder): Promise<Submitted>
  promptState(given: { requestId: string | undefined; reference: string }): Promise<ProviderStatus>
  /** Sends money to a phone. The conversation is the payout's permanent id. */
  payOut(order: PayoutOrder): Promise<Submitted>
  payoutState(
    given: { conversation: string; requestId: string | undefined } & Answering,
  ): Promise<ProviderStatus | Deferred>
  /** Queries the status of the payment with this receipt. */
  receiptState(given: { receipt: string } & Answering): Promise<ProviderStatus | Deferred>
  /** Parses a body that was sent to one of our addresses. Undefined if it does not have the provider's format. */
  read(purpose: 'prompt' | 'payout' | 'status' | 'receipt', body: unknown): ProviderMessage | undefined
  /** The answer to a callback that was stored, if the provider expects one of its own. */
  acknowledge?(body: unknown): object
  /** Queries the balance of the account from which payouts are made, if the provider has such a query. */
  float?(given: Answering): Promise<FloatAnswer | Deferred>
  /** Parses a later answer to such a query. `requestId` is the provider's id of the query. Undefined for a body of another format. */
  readFloat(body: unknown): { readonly requestId: string | undefined; readonly answer: FloatAnswer } | undefined
  /** Payments by customers without a prompt, if the provider has them. */
  readonly paybill?: {
    /** The paybill number, and the version of its calls. */
    number(): Promise<{ shortcode: string; version: string }>
    register(urls: { confirmationUrl: string; validationUrl: string }): Promise<Registered>
    /** A page of the payments in a span of time, from `offset`. Undefined if pulling is not set up. */
    pull(span: { from: Date; to: Date; offset: number }): Promise<Pulled | undefined>
    /** Parses a confirmation or validation. Undefined for a body of another format. */
    read(body: unknown): PaybillPayment | 'wrong_amount' | undefined
    /** The body of the answer to a validation request. */
    answer(verdict: Verdict): object
  }
}

/** Whether a prompt with this id of the provider's can be queried. A provider that is not set up any more is taken for one that names its own ids. */
export const isQueryable = (provider: Pick<Provider, 'queriedBy'> | undefined, requestId: string | null): boolean =>
  provider?.queriedBy === 'ours' || (provider?.queriedBy !== 'none' && requestId !== null)

/** The meaning of a result code: why the payment failed, and whether our own set-up is the cause. */
export type Meaning = { readonly reason: Reason; readonly fault?: SetupFault }
export type Codes = Readonly<Record<string, Meaning>>
