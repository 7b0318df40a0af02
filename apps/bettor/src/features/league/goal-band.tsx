import { Trans, useLingui } from '@lingui/react/macro'
import { goalOnPitch } from './highlight.ts'
import { leads } from './own-bets.ts'
import type { Standing } from './own-bets.ts'
import { useGoalSounds } from './use-goal-sounds.ts'
import type { Playout } from './use-league.ts'
import style from './playout.module.css'

type BandProps = {
  rows: readonly Playout[]
  chosen: Playout | undefined
  own: ReadonlySet<string>
  minute: number
  standings: readonly Standing[]
}

/** The band over the pitch in the moments after a goal: its minute, the scoring side, the score, and whether an own pick leads with it. */
export function GoalBand({ rows, chosen, own, minute, standings }: BandProps) {
  const { t } = useLingui()
  const shown = goalOnPitch(rows, { chosen, own, minute })
  useGoalSounds(shown && `${shown.match.match_id} ${shown.goal.minute}`, minute >= 90)
  if (!shown) return null
  const { match, goal } = shown
  const legs = standings.flatMap(({ bet }) => bet.legs).filter(({ match_id }) => match_id === match.match_id)
  const leading = legs.filter((leg) => leads(leg, rows) === true).length
  const scorer = goal.side === 'home' ? match.home_team : match.away_team
  return (
    <p className={style.band} data-goal>
      <strong className="num">
        <Trans>GOAL {goal.minute}'</Trans>
      </strong>{' '}
      <b className="num">
        {scorer} {goal.home_score}–{goal.away_score}
      </b>
      {legs.length > 0 && (
        <span>
          {leading === legs.length ? t`your pick leads` : leading > 0 ? t`one of your picks leads` : t`your match`}
        </span>
      )}
    </p>
  )
}
