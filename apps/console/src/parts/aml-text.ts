import type { AmlRule } from '@nare/contract/aml'
import { amountText } from './format.ts'

/** What each rule of money laundering is called. */
export const amlRuleTexts: Readonly<Record<AmlRule, string>> = {
  deposits_day: 'Deposits of a day',
  deposits_week: 'Deposits of a week',
  structured: 'Split deposits',
  little_play: 'Little play',
  bonus_only: 'Bonus only',
  other_payer: 'Paid by others',
  shared_accounts: 'Shared accounts',
  turnover: 'Sudden turnover',
  opposite_bets: 'Opposite bets',
}

/** A sentence of the server with its amounts as people read them. */
export const amlFactsText = (text: string): string => text.replaceAll(/\b\d+\.\d\d\b/g, (amount) => amountText(amount))
