import type { BetView } from '@nare/contract/betting'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import { remainingOf } from '../../../state/bet-now.ts'

/** The stakes of open bets and their possible payouts, without what was cashed out of them; decimal text. */
export function openSum(bets: readonly BetView[]): { stake: string; win: string } {
  const sum = (amounts: readonly string[]): string =>
    formatMoney(money(amounts.reduce((total, amount) => total + (parseMoney(amount) ?? 0n), 0n)))
  const left = bets.map((bet) => remainingOf(bet) ?? { stake: bet.stake, possible_win: '0.00' })
  return { stake: sum(left.map(({ stake }) => stake)), win: sum(left.map(({ possible_win }) => possible_win)) }
}
