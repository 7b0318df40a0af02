import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The text of the notice for bets that were cashed out by a rule or on another device. */
export function cashedOutText(i18n: I18n, { bets }: { bets: readonly string[] }, amount: string): string {
  const [first = ''] = bets
  const count = bets.length
  return count === 1
    ? i18n._(msg`Bet #${first} cashed out · ${amount}`)
    : i18n._(msg`${count} bets cashed out · ${amount}`)
}
