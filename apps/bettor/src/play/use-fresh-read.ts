import type { Route, Sent } from '@nare/contract/route'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { nowMs } from '../state/browser.ts'
import { useApp } from '../state/hooks.ts'
import { useRead, type Reading } from '../state/use-read.ts'

/** What was requested again in this turn: several places that show the same list ask for it at the same moment. */
const requested = new Set<string>()

/**
 * Reads a call about the bettor's own bets. It is requested again after a placement, after a change of the balance (a settlement changes
 * it), and at a navigation if it is older than `freshMs`. A guest's is not requested.
 */
export function useFreshRead<R extends Route>(route: R, input: Sent<R>, freshMs = 15_000): Reading<R> {
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const placed = useApp(({ betting: { receipts } }) => receipts.length)
  const balance = useApp(({ auth }) => auth.user?.balance)
  const [path] = useLocation()
  const read = useRead(route, signedIn ? input : undefined, freshMs)
  const refresh = ({ ageMinMs }: { ageMinMs: number }): void => {
    const key = `${route.path} ${JSON.stringify(input)}`
    const { body, loading, atMs, again } = read
    if (requested.has(key) || !body || loading || nowMs() - atMs < ageMinMs) return
    requested.add(key)
    queueMicrotask(() => requested.delete(key))
    again()
  }
  const onBalance = useEffectEvent(() => refresh({ ageMinMs: 0 }))
  const onNavigation = useEffectEvent(() => refresh({ ageMinMs: freshMs }))
  useEffect(() => onBalance(), [placed, balance])
  useEffect(() => onNavigation(), [path])
  return read
}
