import { amountText } from '@nare/contract/typed'
import { grouped, thousands } from '@nare/ui/format'
import { hundredthsOf } from '@nare/games/hundredths'
import { payoutOf } from '@nare/games/round'
import { formatMoney, money, parseMoney } from '@nare/money/money'

/** Parses a multiplier with four decimals ("1.9800") into ten-thousandths. */
export const tenThousandths = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(4, '0').slice(0, 4))
}

/** A multiplier in ten-thousandths as text, rounded down to two decimals: "1.98×", "1,000×". */
export const timesText = (multiplier: bigint): string => `${shortTimes(multiplier)}×`

/** A multiplier as text without × and trailing zeros, for narrow places: "0.2", "1.98", "1,000". */
export function shortTimes(multiplier: bigint): string {
  const hundredths = (multiplier / 100n).toString().padStart(3, '0')
  const text = grouped(`${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`)
  return text === '0.00' ? '0' : text.replace(/(\.\d)0$/, '$1')
}

/** A share of 1 as a percentage with at most three digits, or two decimals near 100: "49.5%", "0.099%", "99.99%". */
export function percentText(share: number): string {
  const percent = share * 100
  return `${percent >= 99.95 ? percent.toFixed(2) : Number(percent.toPrecision(3))}%`
}

/** How a finished round ended for the bettor: `won` only if it paid more than was staked. */
export type Ending = 'won' | 'even' | 'part' | 'lost'
export function endingOf({ staked, payout }: { staked: string; payout: string }): Ending {
  const [cost, paid] = [parseMoney(staked) ?? 0n, parseMoney(payout) ?? 0n]
  if (paid === 0n) return 'lost'
  return paid > cost ? 'won' : paid === cost ? 'even' : 'part'
}

/** True if the payout of a round, as decimal text, is above zero. */
export const hasPaid = ({ payout }: { payout: string }): boolean => (parseMoney(payout) ?? 0n) > 0n

/** What a finished round made of its stakes: "20 → 97.20", "20 → 0". */
export const sumText = (round: { staked: string; payout: string }): string =>
  `${thousands(round.staked)} → ${hasPaid(round) ? thousands(round.payout) : '0'}`

/** What a round won or lost, in cents. */
export const netOf = ({ staked, payout }: { staked: string; payout: string }): bigint =>
  (parseMoney(payout) ?? 0n) - (parseMoney(staked) ?? 0n)

/** Hundredths as decimal text with two places: 5050 is "50.50". */
export const decimalOf = (hundredths: number): string => (hundredths / 100).toFixed(2)

/** Typed decimal text in hundredths, with a comma or a point; undefined for anything else. */
export const typedHundredths = (text: string): number | undefined =>
  hundredthsOf(text.includes('-') ? text : amountText(text))

/** The payout of a cash-out at the multiplier of the last response, as decimal text. */
export const cashOutNow = ({ stake, multiplier }: { stake: string; multiplier: string }): string =>
  formatMoney(payoutOf(parseMoney(stake) ?? money(0n), tenThousandths(multiplier)))

/** A balance as it was before these rounds paid, as decimal text. */
export function balanceBefore(balance: string, rounds: readonly { payout: string }[]): string {
  const paid = rounds.reduce((sum, { payout }) => sum + (parseMoney(payout) ?? 0n), 0n)
  const stored = parseMoney(balance)
  return stored === undefined || paid > stored ? balance : formatMoney(money(stored - paid))
}
