import type { PaymentView } from '@nare/contract/payments'
import type { Money } from '@nare/money/money'

export type ProviderName = PaymentView['provider']

/** What of our own set-up a provider's code finds fault with: payouts, deposits, or the proof of receipts. */
export type SetupFault = 'payouts' | 'deposits' | 'receipts'

/** `code` is the provider's; `fault` is there where the code means that our own set-up is wrong. */
type Cause = { readonly code?: string | undefined; readonly fault?: SetupFault | undefined }

/** What became of handing something over: taken, certainly not taken, or nobody knows. */
export type Submitted =
  | { readonly is: 'accepted'; readonly requestId: string }
  | ({ readonly is: 'refused'; readonly reason: Reason } & Cause)
  | { readonly is: 'unknown'; readonly code: string }

/** The status that a provider reports of a payment. Only success and failure change the payment; pending leaves it as it is. */
export type ProviderStatus =
  | {
      readonly is: 'succeeded'
      readonly receipt?: string | undefined
      readonly amount?: Money | undefined
      /** Whose phone the money came from, as far as the provider tells: digits, with stars for those that it hides. */
      readonly payer?: string | undefined
    }
  | ({ readonly is: 'failed'; readonly reason: Reason } & Cause)
  | ({ readonly is: 'pending'; readonly code: string } & Pick<Cause, 'fault'>)

/** The answer comes later, to the given address. `conversation` is the provider's id of the query. */
export type Deferred = { readonly is: 'later'; readonly conversation: string | undefined }

/** Why a payment failed or waits, in our words; `words.ts` has a sentence for each. */
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
  | 'paid_less'
  | 'not_paid'
  | 'refused_by_us'
  | 'ended_by_us'
  | 'counted_already'
  | 'returned'

/** A message of a provider to one of our addresses: the status, and the provider's own id of the payment or of our question. */
export type ProviderMessage = {
  readonly status: ProviderStatus
  readonly requestId?: string | undefined
  /** Our own id of the payment, where the provider has one address for all of them. */
  readonly ours?: string | undefined
}

/** Money that a customer sent to our number by himself. */
export type PaybillPayment = {
  readonly receipt: string
  readonly reference: string
  readonly amount: Money
  readonly payer: string | undefined
}

/** What became of naming our addresses: named now, named by somebody before, or refused with the provider's code. */
export type Registered = { readonly is: 'registered' } | { readonly is: 'already' | 'refused'; readonly code: string }

/** Payments that arrived, oldest as the provider gives them; `failed` is its code where it did not answer. */
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

/** What we say of money that a customer is about to send. `not_now`: its bettor may not pay in. */
export type Verdict = 'accept' | 'unknown_account' | 'wrong_amount' | 'not_now'

type Answering = { readonly resultUrl: string; readonly timeoutUrl: string }

/**
 * A mobile-money provider. Amounts are whole shillings. Every call answers within a bounded time and never throws;
 * 'later' says that the answer comes to the address that was given.
 */
export type Provider = {
  readonly name: ProviderName
  /** Asks for a PIN on a phone. Not idempotent: asking twice is two payments, so it is asked once. */
  prompt(order: PromptOrder): Promise<Submitted>
  promptState(asked: { requestId: string | undefined; reference: string }): Promise<ProviderStatus>
  /** Sends money to a phone. The conversation is the payout's id for ever. */
  payOut(order: PayoutOrder): Promise<Submitted>
  payoutState(
    asked: { conversation: string; requestId: string | undefined } & Answering,
  ): Promise<ProviderStatus | Deferred>
  /** Asks what became of the money that bears this receipt. */
  receiptState(asked: { receipt: string } & Answering): Promise<ProviderStatus | Deferred>
  /** Reads what came to the address of a prompt, a payout, a payout's status or a receipt's; undefined where it is nothing of the provider's. */
  read(purpose: 'prompt' | 'payout' | 'status' | 'receipt', body: unknown): ProviderMessage | undefined
  /** The calls by which customers pay by themselves, where the provider has them. */
  readonly paybill?: {
    /** The number that customers pay to, and the version of its calls. */
    number(): Promise<{ shortcode: string; version: string }>
    register(urls: { confirmationUrl: string; validationUrl: string }): Promise<Registered>
    /** Payments that arrived in a span of time, a bounded number from `offset` on; undefined where the provider is not asked for them. */
    pull(span: { from: Date; to: Date; offset: number }): Promise<Pulled | undefined>
    read(body: unknown): PaybillPayment | undefined
    /** What to answer to the question whether a payment may come. */
    answer(verdict: Verdict): object
  }
}

/** What a result code means: why the payment failed, and whether our own set-up is the cause. */
export type Meaning = { readonly reason: Reason; readonly fault?: SetupFault }
export type Codes = Readonly<Record<string, Meaning>>
