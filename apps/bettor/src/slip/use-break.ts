import { protection } from '@nare/contract/protection'
import { useEffect, useEffectEvent } from 'react'
import { useApp } from '../state/hooks.ts'
import { useNow } from '../state/use-now.ts'
import { useRead } from '../state/use-read.ts'

const freshMs = 60_000

/**
 * The bettor's break or self-exclusion while it lasts; null without one and for guests. `until` is null for a closed account. It is
 * read again when the server refuses a bet because of one.
 */
export function useBreak(): { until: string | null } | null {
  const isLoggedIn = useApp(({ auth }) => auth.isLoggedIn)
  const isRefused = useApp(({ betting }) => betting.refusal?.code === 'self_excluded')
  const { body, again } = useRead(protection.protection, isLoggedIn ? {} : undefined, freshMs)
  const now = useNow(freshMs)
  const readAgain = useEffectEvent(again)
  useEffect(() => {
    if (isRefused && isLoggedIn) readAgain()
  }, [isRefused, isLoggedIn])
  const exclusion = isLoggedIn ? body?.exclusion : undefined
  if (!exclusion) return null
  if (exclusion.period === 'closed') return { until: null }
  return Date.parse(exclusion.until) > now ? { until: exclusion.until } : null
}
