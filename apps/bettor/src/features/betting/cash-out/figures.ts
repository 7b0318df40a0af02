import type { CashOutQuote } from '@nare/contract/cash-out'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import type { RemainingBet } from '../../../state/bet-now.ts'
import type { PossibleWin } from '../../../tax/win-tax.ts'

/** The part of the remaining bet to cash out, in hundredths: "0.50" is half of it, "1" all of it. */
export type Part = `0.${string}` | '1'

export const partOf = (percent: number): Part => (percent >= 100 ? '1' : `0.${String(percent).padStart(2, '0')}`)
export const percentOf = (part: Part): number => Math.round(Number(part) * 100)

/** The payout of a part, the possible payout given up, and what stays on the bet; decimal text. */
export type PartFigures = { pays: string; givesUp: string; stays: RemainingBet | undefined }

const whole = 100n

/** The figures of a part, by the rule of the contract: stake and amount are rounded down to the cent. */
export function figuresOf({ amount, left }: Pick<CashOutQuote, 'amount' | 'left'>, part: Part): PartFigures {
  const [value, stake, win] = [cents(amount), cents(left.stake), cents(left.possible_win)]
  if (part === '1' || stake === 0n) return { pays: amount, givesUp: left.possible_win, stays: undefined }
  const partStake = (stake * BigInt(percentOf(part))) / whole
  const remainingWin = (win * (stake - partStake)) / stake
  return {
    pays: text((value * partStake) / stake),
    givesUp: text(win - remainingWin),
    stays: { stake: text(stake - partStake), possible_win: text(remainingWin) },
  }
}

type Staked = { stake: string; bonus_stake?: string | undefined; left: RemainingBet }

/** What a part pays for the stake that it closes, with the bonus money in it. */
export function winOfPart({ stake, bonus_stake, left }: Staked, { pays, stays }: PartFigures): PossibleWin {
  const bonusIn = (of: bigint): bigint => (of * cents(bonus_stake ?? '0')) / (cents(stake) || 1n)
  const [before, after] = [cents(left.stake), cents(stays?.stake ?? '0')]
  return { win: pays, stake: text(before - after), bonus: text(bonusIn(before) - bonusIn(after)) }
}

/** By how much `amount` exceeds `base`; undefined if it does not. */
export function excessOver(amount: string, base: string): string | undefined {
  return isLess(base, amount) ? text(cents(amount) - cents(base)) : undefined
}

/** Whether an amount is less than another. */
export const isLess = (amount: string, other: string): boolean => cents(amount) < cents(other)

/** Why a rule cannot be set at an amount: it must be above the current value, and at most the possible win. */
export function ruleFault(
  typed: string,
  { amount, left }: { amount: string | undefined; left: RemainingBet },
): 'no_amount' | 'reached' | 'never' | undefined {
  const amountTyped = parseMoney(typed)
  if (amountTyped === undefined || amountTyped === 0n) return 'no_amount'
  if (amountTyped > cents(left.possible_win)) return 'never'
  return amount !== undefined && amountTyped <= cents(amount) ? 'reached' : undefined
}

const cents = (amount: string): bigint => parseMoney(amount) ?? 0n
const text = (value: bigint): string => formatMoney(money(value))
