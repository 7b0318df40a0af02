import { Trans } from '@lingui/react/macro'
import { Link } from 'wouter'
import { useOpenBets } from '../play/use-open-bets.ts'
import { useApp } from '../state/hooks.ts'
import style from './header.module.css'

/** The link to My bets with the number of open bets. */
export function OpenBets() {
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const { body } = useOpenBets()
  if (!signedIn) return null
  const open = body?.meta.total ?? 0
  return (
    <Link href="/my-bets" className={style.mine}>
      <Trans>My bets</Trans> {open > 0 && <b className="num">{open}</b>}
    </Link>
  )
}
