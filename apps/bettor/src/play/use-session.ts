import { protection } from '@nare/contract/protection'
import { useEffect, useEffectEvent } from 'react'
import { useApp } from '../state/hooks.ts'
import { useNow } from '../state/use-now.ts'
import { useRead } from '../state/use-read.ts'

const freshMs = 60_000
const minuteMs = 60_000
const reloadAfterMs = 1200

/**
 * The bettor's session: whole minutes since its start, and its returns minus its stakes. Undefined for guests and until it is
 * loaded. Requested again shortly after `changed` changes, for example when a bet is settled.
 */
export function useSession(changed: unknown): { minutes: number; net: string } | undefined {
  const isLoggedIn = useApp(({ auth }) => auth.isLoggedIn)
  const { body, again } = useRead(protection.protection, isLoggedIn ? {} : undefined, freshMs)
  const now = useNow(minuteMs)
  const reload = useEffectEvent(() => {
    if (body) again()
  })
  useEffect(() => {
    const timer = setTimeout(() => reload(), reloadAfterMs)
    return () => clearTimeout(timer)
  }, [changed])
  if (!isLoggedIn || !body) return undefined
  const { since, net } = body.session
  return { minutes: Math.max(0, Math.floor((now - Date.parse(since)) / minuteMs)), net }
}
