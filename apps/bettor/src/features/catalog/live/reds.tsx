import { Plural } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { useMatchNow } from '../clock.tsx'
import style from './live.module.css'

/** The red cards of a side: a small card, with a number for more than one. */
export function Reds({ match, side }: { match: MatchView; side: 'home' | 'away' }) {
  const now = useMatchNow(match)
  const reds = side === 'home' ? now.home_reds : now.away_reds
  return reds === 0 ? null : (
    <i className={`num ${style.reds}`}>
      <span className="unseen">
        <Plural value={reds} one="# red card" other="# red cards" />
      </span>
      <span aria-hidden="true">{reds > 1 && reds}</span>
    </i>
  )
}
