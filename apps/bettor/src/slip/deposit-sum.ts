import { formatMoney, money, parseMoney, type Money } from '@nare/money/money'

export type DepositTerms = {
  /** The smallest deposit, decimal text. */
  min: string
  /** The tax on deposits in percent, decimal text. */
  percent: string
}

/** The smallest deposit in whole shillings that leaves `missing` after its tax and is not below the minimum; decimal text. */
export function depositFor(missing: Money, { min, percent }: DepositTerms): string {
  const rate = parseMoney(percent) ?? 0n
  const minimum = parseMoney(min) ?? money(0n)
  const taxed = rate < wholeRate ? ceil(missing * wholeRate, wholeRate - rate) : missing
  // The tax is rounded down to the cent, so a shilling less can be enough.
  const gross = wholeShillings(taxed)
  const less = gross - shilling
  const enough = less > 0n && less - (less * rate) / wholeRate >= missing ? less : gross
  return formatMoney(money(enough > minimum ? enough : wholeShillings(minimum)))
}

const shilling = 100n
/** 100 % in hundredths of a percent. */
const wholeRate = 10_000n

const ceil = (value: bigint, by: bigint): bigint => (value + by - 1n) / by
const wholeShillings = (cents: bigint): bigint => ceil(cents, shilling) * shilling
