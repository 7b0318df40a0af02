import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PaymentView } from '@nare/contract/payments'
import { providerName } from './providers.ts'

/** Why a payment failed or is pending, by reason code. */
const texts = (provider: string): Readonly<Record<string, MessageDescriptor>> => ({
  no_funds: msg`There was not enough money in your ${provider} account.`,
  cancelled: msg`You cancelled the request on your phone.`,
  no_answer: msg`There was no answer from your phone in time.`,
  expired: msg`The request on your phone expired.`,
  phone_busy: msg`Your phone was busy with another payment. Please try again in a minute.`,
  not_prompted: msg`The request did not reach your phone. Please try again.`,
  provider_limit: msg`Your ${provider} account limit doesn't allow this payment.`,
  provider_busy: msg`${provider} is busy. Please try again in a moment.`,
  same_again: msg`We requested the same amount from this phone less than two minutes ago. Please wait two minutes.`,
  amount_too_small: msg`This amount is below what ${provider} can send or receive.`,
  amount_too_large: msg`This amount is above what ${provider} can send or receive.`,
  wrong_pin: msg`The PIN was wrong.`,
  pin_locked: msg`Your ${provider} PIN is locked. Please contact ${provider}.`,
  provider_refused: msg`${provider} refused the payment.`,
  not_sent: msg`We couldn't reach ${provider}. You weren't charged.`,
  unregistered: msg`This number is not registered for ${provider}.`,
  cannot_pay_now: msg`${provider} couldn't pay this out right now.`,
  cannot_take_now: msg`${provider} can't accept payments for us right now. You weren't charged.`,
  amount_differs: msg`The amount paid differs from the amount requested. We're looking into it.`,
  refused_by_us: msg`We refused this withdrawal. Please contact us.`,
  ended_by_us: msg`No payment arrived, so we closed this request.`,
  counted_already: msg`This payment is already in your wallet.`,
  returned: msg`The money arrived while you couldn't deposit. We're returning it to the phone that sent it.`,
})

/** The reason of a payment in the current language; an unrecognised code shows the server's message. */
export function reasonText(i18n: I18n, payment: Pick<PaymentView, 'reason' | 'provider'>): string | undefined {
  if (!payment.reason) return undefined
  const text = texts(providerName(payment.provider))[payment.reason.code]
  return text ? i18n._(text) : payment.reason.message
}
