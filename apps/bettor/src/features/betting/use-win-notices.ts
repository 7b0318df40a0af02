import { useLingui } from '@lingui/react/macro'
import { LiveContext, useSubscription } from '@nare/client/use-live'
import type { BetState } from '@nare/contract/live'
import { useAmountText } from '@nare/ui/amount'
import { useContext, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { notify } from '../../notices/notices.ts'
import { loadWithMessages } from '../../i18n/locale.ts'
import { newCashOuts, newWins } from '../../state/bet-now.ts'
import { trackOpenBet, seenOpen } from '../../state/open-bets.ts'

/**
 * Shows one notice when bets of the bettor win, or are cashed out by a rule or on another device, with the amount and a link. Other
 * results get no notice, and neither do game rounds on the pages of house games: those show the payout themselves, and a notice
 * would cover their controls.
 */
export function useWinNotices(): void {
  const { t, i18n } = useLingui()
  const amountText = useAmountText()
  const [path, go] = useLocation()
  const store = useContext(LiveContext)
  useSubscription('bets')

  const show = ({ bets }: { bets: readonly string[] }, message: string): void => {
    const href = bets.length === 1 ? `/my-bets?bet=${bets[0]}` : '/my-bets?state=settled'
    notify({ message, keeps: true, action: { label: t`View`, run: () => go(href) } })
  }
  const showCashOuts = async (cashOuts: { bets: readonly string[]; returned: string }): Promise<void> => {
    const { cashedOutText } = await loadWithMessages(() => import('./cash-out/cashed-out-text.tsx'), ['cashout'])
    show(cashOuts, cashedOutText(i18n, cashOuts, amountText(cashOuts.returned)))
  }

  const compare = useEffectEvent((): void => {
    const current = new Map(store?.readAll('bets') as [string, BetState][] | undefined)
    const shown = betsWithNotice(path, current)
    const [wins, cashOuts] = [newWins(seenOpen, shown), newCashOuts(seenOpen, shown)]
    for (const [id, bet] of current) trackOpenBet(id, bet)
    if (cashOuts) void showCashOuts(cashOuts).catch(() => undefined)
    if (!wins) return
    const [first] = wins.bets
    const count = wins.bets.length
    const amount = amountText(wins.returned)
    show(wins, count === 1 ? t`Bet #${first} won · ${amount}` : t`${count} bets won · ${amount}`)
  })
  useEffect(() => {
    compare()
    return store?.listen('bets', undefined, () => compare())
  }, [store])
}

/** The bets that get a notice on a page: on the pages of house games only those with legs, which excludes game rounds. */
function betsWithNotice(path: string, bets: ReadonlyMap<string, BetState>): ReadonlyMap<string, BetState> {
  if (!path.startsWith('/nare-games')) return bets
  return new Map([...bets].filter(([, { legs }]) => legs.length > 0))
}
