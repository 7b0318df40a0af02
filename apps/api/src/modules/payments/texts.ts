import { fault, fieldFacts, type FieldFault } from '@nare/contract/field-codes'
import { own } from '#platform/own'
import type { Reason } from './ports.ts'

/** The sentence that bettors see about a payment that failed or waits. */
const sentences: Record<Reason, string> = {
  no_funds: 'There was not enough money in the mobile-money account',
  cancelled: 'You cancelled the request on your phone',
  no_answer: 'There was no answer from your phone in time',
  expired: 'The request on your phone expired',
  phone_busy: 'Your phone was busy with another payment. Please try again in a minute',
  not_prompted: 'The request did not reach your phone. Please try again',
  provider_limit: 'The payment would exceed a limit of the mobile-money account',
  provider_busy: 'The payment provider is busy. Please try again in a moment',
  same_again: 'This phone got a request for the same amount less than two minutes ago. Please wait two minutes',
  amount_too_small: 'This amount is below what the mobile-money account can send or receive',
  amount_too_large: 'This amount is above what the mobile-money account can send or receive',
  wrong_pin: 'The PIN was wrong',
  pin_locked: 'The PIN of this mobile-money account is locked. Please contact the provider',
  provider_refused: 'The payment provider refused the payment',
  not_sent: 'We could not reach the payment provider. Nothing was taken',
  unregistered: 'This number is not registered for mobile money',
  cannot_pay_now: 'The payment provider could not pay this out now',
  cannot_take_now: 'The payment provider cannot take payments for us now. Nothing was taken',
  amount_differs: 'The amount paid differs from the amount requested. We are checking it',
  another_payment: 'The payment provider answered about another payment. We are checking it',
  paid_less: 'The payment provider paid less than you asked for. The rest is back in your account',
  not_paid: 'The payment provider did not pay this out. The money is back in your account',
  refused_by_us: 'We refused this withdrawal. Please contact us',
  ended_by_us: 'No payment arrived. We have closed this request',
  counted_already: 'This payment was already credited',
  returned: 'The money arrived while you could not deposit. We are sending it back to the phone that paid',
}

/** Why a payment failed or waits, as operators read it after its amount. */
const houseTexts: Record<Reason, string> = {
  no_funds: 'not enough money on the phone',
  cancelled: 'the prompt was cancelled on the phone',
  no_answer: 'the prompt was not answered',
  expired: 'the prompt expired',
  phone_busy: 'the phone was busy with another payment',
  not_prompted: 'the prompt did not reach the phone',
  provider_limit: 'above a limit of the mobile-money account',
  provider_busy: 'the provider was busy',
  same_again: 'the same amount was asked for less than two minutes before',
  amount_too_small: 'below what the account can send or receive',
  amount_too_large: 'above what the account can send or receive',
  wrong_pin: 'the PIN was wrong',
  pin_locked: 'the PIN of the account is locked',
  provider_refused: 'the provider refused it',
  not_sent: 'the provider could not be reached',
  unregistered: 'the number has no mobile money',
  cannot_pay_now: 'the provider could not pay it out',
  cannot_take_now: 'the provider takes no payments for us now',
  amount_differs: 'another amount was paid',
  another_payment: 'the provider answered about another payment',
  paid_less: 'the provider paid less',
  not_paid: 'the provider did not pay it out',
  refused_by_us: 'an operator refused it',
  ended_by_us: 'an operator ended it as not paid',
  counted_already: 'the payment was credited before',
  returned: 'sent back to the phone that paid',
}

/** The reason of a payment in words for operators; a code without words is shown as it is. */
export const houseReason = (reason: string): string => own<string>(houseTexts, reason) ?? reason.replaceAll('_', ' ')

export const reasonText = (reason: string): string => own<string>(sentences, reason) ?? 'We are checking this payment'

/** The refusal's facts for an invalid amount, with the fault at the field `amount`. */
export const amountFault = (amount: FieldFault) => fieldFacts({ amount })

/** The refusal's facts for a provider that is not set up. */
export const notOffered = fieldFacts({ provider: fault('provider_not_offered') })

/** The message to a bettor who requests a second prompt while a deposit is open. */
export const finishFirst = (state: string): string =>
  state === 'unknown'
    ? 'We are still checking your last deposit. Please do not pay again'
    : 'A request to pay waits on your phone. Please finish it first'

/** The reason of a payment on the wire: its code and its sentence. */
export const reasonView = (reason: string | null) =>
  reason === null ? null : { code: reason, message: reasonText(reason) }
