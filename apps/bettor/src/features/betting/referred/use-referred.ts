import { LiveContext } from '@nare/client/use-live'
import type { BetState } from '@nare/contract/live'
import { useCallback, useContext, useSyncExternalStore } from 'react'
import { useApp } from '../../../state/hooks.ts'

/** The ids of the bets that wait for a trader, or were sent to one from this page: those of the slip's receipts and of the topic `bets`. */
export function useReferred(): readonly string[] {
  const store = useContext(LiveContext)
  const receipts = useApp(({ betting }) => betting.receipts)
  const listen = useCallback((changed: () => void) => store?.listen('bets', undefined, changed) ?? (() => {}), [store])
  const waiting = useSyncExternalStore(listen, () =>
    ((store?.readAll('bets') ?? []) as [string, BetState][])
      .filter(([, { state }]) => state === 'referred')
      .map(([id]) => id)
      .join(' '),
  )
  const sent = receipts.filter(({ referral }) => referral).map(({ bet_id }) => bet_id)
  return [...new Set([...sent, ...waiting.split(' ').filter(Boolean)])]
}
