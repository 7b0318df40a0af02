import { protection } from '@nare/contract/protection'
import { useEffect, useEffectEvent } from 'react'
import { useApp } from '../state/hooks.ts'
import { useNow } from '../state/use-now.ts'
import { useRead } from '../state/use-read.ts'

const freshMs = 60_000
const minuteMs = 60_000
const settleMs = 1200

/**
 * The bettor's session: whole minutes since its start, and its returns less its stakes. Undefined for guests and until it is
 * loaded. It is read again a moment after `changed` changes, such as a decided bet.
 */
export function useSession(changed: unknown): { minutes: number; net: string } | undefined {
  const isLoggedIn = useApp(({ auth }) => auth.isLoggedIn)
  const { body, again } = useRead(protection.protection, isLoggedIn ? {} : undefined, freshMs)
  const now = useNow(minuteMs)
  const readAgain = useEffectEvent(() => {
    if (body) again()
  })
  useEffect(() => {
    const timer = setTimeout(() => readAgain(), settleMs)
    return () => clearTimeout(timer)
  }, [changed])
  if (!isLoggedIn || !body) return undefined
  const { since, net } = body.session
  return { minutes: Math.max(0, Math.floor((now - Date.parse(since)) / minuteMs)), net }
}
