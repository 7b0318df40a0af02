import { money, type Money } from '@nare/money/money'
import { taxOf } from '@nare/money/tax'
import { taxesOn, type Country, type PaymentRules } from '#country/country'
import type { PaymentTerms } from './settings.ts'

/** The rates of taxes by their days. */
type Taxed = Pick<Country, 'taxes' | 'timeZone'>

const shilling = 100n

export const isWhole = (amount: Money): boolean => amount % shilling === 0n

/** Whether a provider can send this amount to a phone: whole shillings within its bounds, which no setting changes. */
export const isSendable = (amount: Money, { withdrawalMin, withdrawalMax }: PaymentRules): boolean =>
  isWhole(amount) && amount >= withdrawalMin && amount <= withdrawalMax

/** Splits a deposit into the day's tax and the net amount for the bettor: 100 into 5 and 95. */
export function splitDeposit(taxed: Taxed, at: Date, amount: Money): { tax: Money; net: Money } {
  const tax = taxOf(taxesOn(taxed, at).deposit_percent, amount)
  return { tax, net: money(amount - tax) }
}

/**
 * Splits a withdrawal of at most `amount`. `sum` is the largest whole number of shillings that fits the amount together with its tax.
 * `debited` is the sum with tax. The rest stays in the bettor's account.
 */
export function splitWithdrawal(taxed: Taxed, at: Date, amount: Money): { sum: Money; tax: Money; debited: Money } {
  const percent = taxesOn(taxed, at).withdrawal_percent
  const withTax = (sum: bigint) => sum + taxOf(percent, money(sum))
  let low = 0n
  let high = amount / shilling
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (withTax(middle * shilling) <= amount) low = middle
    else high = middle - 1n
  }
  const sum = money(low * shilling)
  return { sum, tax: taxOf(percent, sum), debited: money(withTax(sum)) }
}

/** The minimum withdrawal: the provider's minimum payout plus tax. */
export function leastWithdrawal(terms: PaymentTerms, at: Date): Money {
  const { withdrawalMin } = terms.payments
  return money(withdrawalMin + taxOf(taxesOn(terms, at).withdrawal_percent, withdrawalMin))
}
