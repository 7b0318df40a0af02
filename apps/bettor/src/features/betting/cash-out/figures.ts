import type { CashOutQuote } from '@nare/contract/cash-out'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import type { Left } from '../../../state/bet-now.ts'

/** The parts that a bet can be cashed out in, of what is left of it. */
export const parts = ['0.25', '0.50', '0.75', '1'] as const
export type Part = (typeof parts)[number]

/** What a part pays and takes away, and what then stays on the bet; decimal text. */
export type PartFigures = { pays: string; givesUp: string; stays: Left | undefined }

const whole = 100n

/** The figures of a part, by the rule of the contract: stake and amount are cut down to the cent. */
export function figuresOf({ amount, left }: Pick<CashOutQuote, 'amount' | 'left'>, part: Part): PartFigures {
  const [value, stake, win] = [cents(amount), cents(left.stake), cents(left.possible_win)]
  if (part === '1' || stake === 0n) return { pays: amount, givesUp: left.possible_win, stays: undefined }
  const taken = (stake * hundredthsOf(part)) / whole
  const winLeft = (win * (stake - taken)) / stake
  return {
    pays: text((value * taken) / stake),
    givesUp: text(win - winLeft),
    stays: { stake: text(stake - taken), possible_win: text(winLeft) },
  }
}

/** What one amount is more than another; undefined if it is not. */
export function moreBy(more: string, less: string): string | undefined {
  return isLess(less, more) ? text(cents(more) - cents(less)) : undefined
}

/** Whether one amount is less than another. */
export const isLess = (one: string, other: string): boolean => cents(one) < cents(other)

/** The amount of a rule as it is sent, or why it cannot be set: it is above what the bet is worth now, up to what it may pay. */
export function ruleFault(
  typed: string,
  { amount, left }: { amount: string | undefined; left: Left },
): 'no_amount' | 'reached' | 'never' | undefined {
  const asked = parseMoney(typed)
  if (asked === undefined || asked === 0n) return 'no_amount'
  if (asked > cents(left.possible_win)) return 'never'
  return amount !== undefined && asked <= cents(amount) ? 'reached' : undefined
}

const cents = (amount: string): bigint => parseMoney(amount) ?? 0n
const text = (value: bigint): string => formatMoney(money(value))
const hundredthsOf = (part: Part): bigint => BigInt(Math.round(Number(part) * 100))
