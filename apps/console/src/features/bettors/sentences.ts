import type { BettorDetails } from '@nare/contract/console-bettors'
import { centsOf, textOf } from '../../parts/cents.ts'
import { amountText, countOf, moneyText } from '../../parts/format.ts'

const money = (cents: bigint): string => moneyText(textOf(cents))
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

type Correction = {
  readonly direction: 'credit' | 'debit'
  /** Cents above zero. */
  readonly amount: bigint
  readonly cash: string
  readonly debt: string
}

/**
 * What a correction does to cash and debt, in one sentence. A credit repays a debt first; a debit takes the cash as far as it reaches, and
 * the rest becomes a debt. With cash 100, a debit of 150: the cash becomes 0 and the debt 50.
 */
export function correctionSentence({ direction, amount, cash, debt }: Correction): string {
  const [has, owes] = [centsOf(cash), centsOf(debt)]
  const fromFirst = least(amount, direction === 'credit' ? owes : has)
  const rest = amount - fromFirst
  if (direction === 'credit') {
    if (owes === 0n) return `${money(amount)} is added: the cash becomes ${money(has + amount)}.`
    const repaid = `${money(fromFirst)} of it repays the debt`
    return rest === 0n
      ? `${money(amount)} is added: it repays the debt, which becomes ${money(owes - amount)}.`
      : `${money(amount)} is added: ${repaid}, and the cash becomes ${money(has + rest)}.`
  }
  const left = `the cash becomes ${money(has - fromFirst)}`
  return rest === 0n
    ? `${money(amount)} is taken: ${left}.`
    : `${money(amount)} is taken: ${left}, and ${money(rest)} becomes debt, ${money(owes + rest)} in all.`
}

/** How many bets are open and, while all of them are listed, what they could pay. */
export function openText({ open, open_tickets }: Pick<BettorDetails, 'open' | 'open_tickets'>): string {
  if (open.count === 0) return 'none'
  const bets = countOf(open.count, 'bet')
  if (open_tickets.length < open.count || open_tickets.some(({ possible_win }) => possible_win === null)) return bets
  const wins = open_tickets.reduce((sum, { possible_win }) => sum + centsOf(possible_win ?? '0'), 0n)
  return `${bets}, could pay ${amountText(textOf(wins))}`
}
