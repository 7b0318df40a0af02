import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PaymentView } from '@nare/contract/payments'
import { providerName } from './providers.ts'

/** Why a payment failed or is pending, by reason code. */
const texts = (provider: string): Readonly<Record<string, MessageDescriptor>> => ({
  no_funds: msg`There was not enough money in your ${provider} account.`,
  cancelled: msg`You cancelled the request on your phone.`,
  no_answer: msg`There was no answer from your phone in time.`,
  expired: msg`The request on your phone ran out of time.`,
  phone_busy: msg`Your phone was busy with another payment. Please try again in a minute.`,
  not_prompted: msg`The request did not reach your phone. Please try again.`,
  provider_limit: msg`A limit of your ${provider} account stands in the way.`,
  provider_busy: msg`${provider} is busy. Please try again in a moment.`,
  same_again: msg`The same amount was asked of this phone less than two minutes ago. Please wait two minutes.`,
  amount_too_small: msg`This amount is below what ${provider} can send or receive.`,
  amount_too_large: msg`This amount is above what ${provider} can send or receive.`,
  wrong_pin: msg`The PIN was wrong.`,
  pin_locked: msg`Your ${provider} PIN is locked. Please contact ${provider}.`,
  provider_refused: msg`${provider} refused the payment.`,
  not_sent: msg`We could not reach ${provider}. Nothing was taken.`,
  unregistered: msg`This number is not registered for ${provider}.`,
  cannot_pay_now: msg`${provider} could not pay this out now.`,
  cannot_take_now: msg`${provider} cannot take payments for us now. Nothing was taken.`,
  amount_differs: msg`The amount paid differs from the amount asked. We are looking at it.`,
  refused_by_us: msg`We refused this withdrawal. Please contact us.`,
  ended_by_us: msg`No payment came. We have ended this request.`,
  counted_already: msg`This payment was counted already.`,
  returned: msg`The money came while you could not deposit. It goes back to the phone that sent it.`,
})

/** The reason of a payment in the current language; an unrecognised code shows the server's message. */
export function reasonText(i18n: I18n, payment: Pick<PaymentView, 'reason' | 'provider'>): string | undefined {
  if (!payment.reason) return undefined
  const text = texts(providerName(payment.provider))[payment.reason.code]
  return text ? i18n._(text) : payment.reason.message
}
