import { Trans } from '@lingui/react/macro'
import { betting } from '@nare/contract/betting'
import { useEffect, useEffectEvent } from 'react'
import { Link, useLocation } from 'wouter'
import { nowMs } from '../state/browser.ts'
import { useApp } from '../state/hooks.ts'
import { useRead } from '../state/use-read.ts'
import style from './header.module.css'

const freshMs = 15_000

/**
 * The link to My bets with the number of open bets. The number is requested again after a placement, after a change of the
 * balance (a settlement changes it), and at a navigation if it is older than fifteen seconds.
 */
export function OpenBets() {
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const placed = useApp(({ betting: { receipts } }) => receipts.length)
  const balance = useApp(({ auth }) => auth.user?.balance)
  const [path] = useLocation()
  const input = signedIn ? ({ state: 'open', page: 1, limit: 1 } as const) : undefined
  const { body, atMs, loading, again } = useRead(betting.bets, input, freshMs)
  const refresh = ({ ageMinMs }: { ageMinMs: number }): void => {
    if (body && !loading && nowMs() - atMs >= ageMinMs) again()
  }
  const onBalance = useEffectEvent(() => refresh({ ageMinMs: 0 }))
  const onNavigation = useEffectEvent(() => refresh({ ageMinMs: freshMs }))
  useEffect(() => onBalance(), [placed, balance])
  useEffect(() => onNavigation(), [path])
  if (!signedIn) return null
  const open = body?.meta.total ?? 0
  return (
    <Link href="/my-bets" className={style.mine}>
      <Trans>My bets</Trans> {open > 0 && <b className="num">{open}</b>}
    </Link>
  )
}
