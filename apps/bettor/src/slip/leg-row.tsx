import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { legTitle, unsaidMarket } from '../i18n/pick-text.ts'
import type { Pick as SlipPick } from '../state/picks.ts'
import { LegParts } from './leg-parts.tsx'
import { LegScore } from './leg-score.tsx'
import style from './leg.module.css'

/** The displayed fields of a leg: those that slip picks, bet legs and booking code picks have in common. */
export type LegView = Pick<
  SlipPick,
  | 'match_id'
  | 'sub_type_id'
  | 'odd_key'
  | 'display'
  | 'market'
  | 'home_team'
  | 'away_team'
  | 'competition_name'
  | 'category'
  | 'start_time'
  | 'game_id'
  | 'parts'
>

type LegRowProps = {
  leg: LegView
  /** The end of the row: the price of the leg and its actions. */
  end: ReactNode
  /** The page of the match, if it has one. */
  href?: string
  /** Replaces the third line, which is by default kick-off or score, game id and competition. */
  place?: ReactNode
  /** The leg cannot be bet on now. */
  isGone?: boolean
  /** The only leg, whose pick and price are large. */
  isLarge?: boolean
  /** A note about the leg, below it. */
  note?: ReactNode
}

/** One leg of a slip, receipt or booking code, at least 64 px high: the pick first, then its match, then its time and competition. */
export function LegRow({ leg, end, href, place, isGone = false, isLarge = false, note }: LegRowProps) {
  const match = (
    <>
      {leg.home_team} v {leg.away_team}
    </>
  )
  const market = unsaidMarket(leg)
  return (
    <li className={style.leg} data-gone={isGone || undefined} data-large={isLarge || undefined}>
      <div>
        <b className={style.pick}>{legTitle(leg)}</b>
        <LegParts leg={leg} />
        <p>
          {href ? <Link href={href}>{match}</Link> : match}
          {market && <> · {market}</>}
        </p>
        <small>
          {place ?? (
            <>
              <LegScore match_id={leg.match_id} start_time={leg.start_time} /> · #{leg.game_id} · {leg.competition_name}{' '}
              · {leg.category}
            </>
          )}
        </small>
        {note}
      </div>
      {end}
    </li>
  )
}
