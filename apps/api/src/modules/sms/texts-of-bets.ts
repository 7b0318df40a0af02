import type { BetView } from '@nare/contract/betting'
import { formatMoney, money, parseMoney } from '@nare/money/money'
import { winTaxOf } from '@nare/money/tax'
import type { Ledger } from '#modules/ledger/ledger'
import type { SmsPick } from './commands.ts'
import type { Payout, Words } from './replies.ts'

type TaxNow = Pick<Ledger, 'winTax'>

/** The text about a bet on matches that is placed or waits for a trader, with the outcomes as its message named them: those of a booking code by their labels. */
export function betText(
  { words, ledger }: { readonly words: Words; readonly ledger: TaxNow },
  picks: readonly SmsPick[],
  { bet, balance }: { bet: BetView; balance: string },
): string {
  const codeOf = ({ game_id: gameId, display }: BetView['legs'][number]): string =>
    picks.find((pick) => pick.gameId === gameId)?.code ?? display
  const legs = bet.legs.map((leg) => `${leg.game_id} ${codeOf(leg)} @${leg.odd_value}`)
  return words.bet(bet, legs.join(', '), { balance, payout: payoutNow(ledger, bet) })
}

type Winning = Pick<BetView, 'product' | 'stake' | 'possible_win' | 'bonus_stake'>

/** The possible payout of a bet as the slip names it: after the tax on winnings at today's rate, where there is one. */
export function payoutNow({ winTax }: TaxNow, { product, stake, possible_win: win, bonus_stake }: Winning): Payout {
  const rate = winTax(product)
  const [paid, whole] = [parseMoney(win ?? '0') ?? 0n, parseMoney(stake) ?? 0n]
  const tax = winTaxOf(rate, { paid, stake: whole, bonus: parseMoney(bonus_stake ?? '0') ?? 0n })
  return { amount: formatMoney(money(paid - tax)), isTaxed: rate.percent !== '0' }
}
