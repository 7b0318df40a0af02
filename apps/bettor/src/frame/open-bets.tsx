import { Trans } from '@lingui/react/macro'
import { betting } from '@nare/contract/betting'
import { Link } from 'wouter'
import { useFreshRead } from '../play/use-fresh-read.ts'
import { useApp } from '../state/hooks.ts'
import style from './header.module.css'

/** The link to My bets with the number of open bets. */
export function OpenBets() {
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  // A reading of its own: a bet that was just cashed out stays in the list of My bets, with what was paid.
  const { body } = useFreshRead(betting.bets, { state: 'open', page: 1, limit: 1 })
  if (!signedIn) return null
  const open = body?.meta.total ?? 0
  return (
    <Link href="/my-bets" className={style.mine}>
      <Trans>My bets</Trans> {open > 0 && <b className="num">{open}</b>}
    </Link>
  )
}
