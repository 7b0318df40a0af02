import { fault, fieldFacts, type FieldFault } from '@nare/contract/field-codes'
import { own } from '#platform/own'
import type { Reason } from './ports.ts'

/** The sentence for bettors about a payment that failed or waits. */
const sentences: Record<Reason, string> = {
  no_funds: 'There was not enough money in the mobile-money account',
  cancelled: 'You cancelled the request on your phone',
  no_answer: 'There was no answer from your phone in time',
  expired: 'The request on your phone ran out of time',
  phone_busy: 'Your phone was busy with another payment. Please try again in a minute',
  not_prompted: 'The request did not reach your phone. Please try again',
  provider_limit: 'A limit of the mobile-money account stands in the way',
  provider_busy: 'The payment provider is busy. Please try again in a moment',
  same_again: 'The same amount was asked of this phone less than two minutes ago. Please wait two minutes',
  amount_too_small: 'This amount is below what the mobile-money account can send or receive',
  amount_too_large: 'This amount is above what the mobile-money account can send or receive',
  wrong_pin: 'The PIN was wrong',
  pin_locked: 'The PIN of this mobile-money account is locked. Please contact the provider',
  provider_refused: 'The payment provider refused the payment',
  not_sent: 'We could not reach the payment provider. Nothing was taken',
  unregistered: 'This number is not registered for mobile money',
  cannot_pay_now: 'The payment provider could not pay this out now',
  cannot_take_now: 'The payment provider cannot take payments for us now. Nothing was taken',
  amount_differs: 'The amount paid differs from the amount asked. We are looking at it',
  paid_less: 'The payment provider paid less than you asked for. The rest is back in your account',
  not_paid: 'The payment provider did not pay this out. The money is back in your account',
  refused_by_us: 'We refused this withdrawal. Please contact us',
  ended_by_us: 'No payment came. We have ended this request',
  counted_already: 'This payment was counted already',
  returned: 'The money came while you could not deposit. It goes back to the phone that sent it',
}

export const reasonText = (reason: string): string => own<string>(sentences, reason) ?? 'We are looking at this payment'

/** The body of a refused amount, with the sentence at its field. */
export const amountFault = (amount: FieldFault) => fieldFacts({ amount })

/** The body for a provider that is not set up. */
export const notOffered = fieldFacts({ provider: fault('provider_not_offered') })

/** Why no second prompt is sent while a deposit is open. */
export const finishFirst = (state: string): string =>
  state === 'unknown'
    ? 'We are still checking your last deposit. Please do not pay again'
    : 'A request to pay waits on your phone. Please finish it first'

/** A reason as a payment shows it: its code and its sentence. */
export const reasonView = (reason: string | null) =>
  reason === null ? null : { code: reason, message: reasonText(reason) }
