import { protection } from '@nare/contract/protection'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { serverNow, stored } from './browser.ts'
import { activeExclusion, keptExclusion, type Exclusion } from './exclusion.ts'
import { useApp } from './hooks.ts'
import { useNow } from './use-now.ts'
import { useRead } from './use-read.ts'

const freshMs = 60_000

/**
 * The bettor's active break or exclusion, undefined without one. It is known from the last visit at once, asked for when the
 * app starts, with a navigation or return to the page after a minute, and whenever another part of the app reads the
 * protection; it ends at its time without a request.
 */
export function useExclusion(): Exclusion | undefined {
  const user = useApp(({ auth }) => (auth.isLoggedIn ? auth.user?.id : undefined))
  const [path] = useLocation()
  const { body, atMs, again } = useRead(protection.protection, user === undefined ? undefined : {}, freshMs)
  const now = useNow(15_000)
  const answered = body !== undefined
  const exclusion = body?.exclusion
  const refresh = useEffectEvent((): void => {
    if (answered && !document.hidden && serverNow() - atMs > freshMs) again()
  })
  useEffect(() => refresh(), [path])
  useEffect(() => {
    const onVisible = (): void => refresh()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
  useEffect(() => {
    if (user === undefined || !answered) return
    if (exclusion) stored.write('exclusion', { ...exclusion, user })
    else stored.remove('exclusion')
  }, [user, answered, exclusion])
  if (user === undefined) return undefined
  return activeExclusion(answered ? (exclusion ?? undefined) : keptExclusion(stored.read('exclusion'), user), now)
}
