import { protection } from '@nare/contract/protection'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { serverNow, stored } from './browser.ts'
import { activeExclusion, keptExclusion, type Exclusion } from './exclusion.ts'
import { useApp } from './hooks.ts'
import { useNow } from './use-now.ts'
import { useRead } from './use-read.ts'

const freshMs = 60_000
const stepMs = 15_000

/**
 * The bettor's active break or exclusion, undefined without one and for guests. It is restored immediately from the last
 * visit, and ends at its time without a request.
 */
export function useExclusion(): Exclusion | undefined {
  const { user, body } = useProtection()
  const now = useNow(stepMs)
  if (user === undefined) return undefined
  return activeExclusion(body ? (body.exclusion ?? undefined) : keptExclusion(stored.read('exclusion'), user), now)
}

/**
 * Keeps `useExclusion` current; called by one component that is on every page. Requests the protection when the app starts, on a
 * navigation or return to the page after a minute, and when the server refuses a bet because of an exclusion.
 */
export function useExclusionRefresh(): void {
  const { user, body, atMs, again } = useProtection()
  const [path] = useLocation()
  const isRefused = useApp(({ betting: { placements } }) =>
    Object.values(placements).some(({ refusal }) => refusal?.code === 'self_excluded'),
  )
  const answered = body !== undefined
  const exclusion = body?.exclusion
  const refresh = useEffectEvent((): void => {
    if (answered && !document.hidden && serverNow() - atMs > freshMs) again()
  })
  const refetch = useEffectEvent(again)
  useEffect(() => refresh(), [path])
  useEffect(() => {
    const onVisible = (): void => refresh()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
  useEffect(() => {
    if (isRefused && user !== undefined) refetch()
  }, [isRefused, user])
  useEffect(() => {
    if (user === undefined || !answered) return
    if (exclusion) stored.write('exclusion', { ...exclusion, user })
    else stored.remove('exclusion')
  }, [user, answered, exclusion])
}

function useProtection() {
  const user = useApp(({ auth }) => (auth.isLoggedIn ? auth.user?.id : undefined))
  return { user, ...useRead(protection.protection, user === undefined ? undefined : {}, freshMs) }
}
