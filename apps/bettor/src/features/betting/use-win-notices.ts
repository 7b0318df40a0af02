import { useLingui } from '@lingui/react/macro'
import { LiveContext, useSubscription } from '@nare/client/use-live'
import type { BetState } from '@nare/contract/live'
import { useAmountText } from '@nare/ui/amount'
import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { notify } from '../../notices/notices.ts'
import { newWins } from '../../state/bet-now.ts'

/** Shows one notice when own bets return more than their stake: which, how much, and the way there. Other ends show none. */
export function useWinNotices(): void {
  const { t } = useLingui()
  const amountText = useAmountText()
  const [, go] = useLocation()
  const store = useContext(LiveContext)
  const before = useRef<ReadonlyMap<string, BetState>>(new Map())
  useSubscription('bets')

  const compare = useEffectEvent((): void => {
    const now = new Map(store?.readAll('bets') as [string, BetState][] | undefined)
    const wins = newWins(before.current, now)
    before.current = now
    if (!wins) return
    const [first] = wins.bets
    const count = wins.bets.length
    const amount = amountText(wins.returned)
    const href = count === 1 ? `/my-bets?bet=${first}` : '/my-bets?state=settled'
    const message = count === 1 ? t`Bet #${first} won · ${amount}` : t`${count} bets won · ${amount}`
    notify({ message, action: { label: t`View`, run: () => go(href) } })
  })
  useEffect(() => {
    compare()
    return store?.listen('bets', undefined, () => compare())
  }, [store])
}
