import { useLingui } from '@lingui/react/macro'
import { sidesOf } from './club-colours.ts'
import { goalMinutes } from './highlight.ts'
import { Shirt } from './shirt.tsx'
import type { Playout } from './use-league.ts'
import style from './playout.module.css'

/** The chosen match: both sides with their shirts and the minutes of their goals, and the score. */
export function PlayoutHead({ match }: { match: Playout }) {
  const { t } = useLingui()
  const sides = sidesOf(match.home_team, match.away_team)
  return (
    <div className={style.head}>
      <span>
        <b>{match.home_team}</b>
        <small className="num">{goalMinutes(match, 'home') || t`no goal`}</small>
      </span>
      <Shirt colours={sides.home} />
      <strong className="num">
        {match.home_score}–{match.away_score}
      </strong>
      <Shirt colours={sides.away} />
      <span>
        <b>{match.away_team}</b>
        <small className="num">{goalMinutes(match, 'away') || t`no goal`}</small>
      </span>
    </div>
  )
}

type LineProps = { match: Playout; minute: number }

/** The ninety minutes as a line, with the goals of the chosen match so far. */
export function MinuteLine({ match, minute }: LineProps) {
  const at = (of: number): string => `${((100 * Math.min(90, of)) / 90).toFixed(1)}%`
  return (
    <span className={style.line} aria-hidden="true">
      <i style={{ width: at(minute) }} />
      {match.events.map((goal) => (
        <b key={`${goal.minute} ${goal.home_score} ${goal.away_score}`} style={{ left: at(goal.minute) }} />
      ))}
      <em style={{ left: at(minute) }} />
    </span>
  )
}
