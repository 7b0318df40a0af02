import { useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { Skeleton } from '../../loading/skeleton.tsx'
import { SoundButton } from '../../play/sound-button.tsx'
import { useMotion } from '../../play/use-motion.ts'
import { useApp } from '../../state/hooks.ts'
import { Commentary } from './commentary-feed.tsx'
import { FormPanel } from './form-panel.tsx'
import { GoalBand } from './goal-band.tsx'
import { freshGoal } from './highlight.ts'
import { LeagueFailed } from './league-failed.tsx'
import { NextRound } from './next-round.tsx'
import { standingsOfBets } from './own-bets.ts'
import { OwnBetsNow } from './own-bets-now.tsx'
import { Pitch } from './pitch.tsx'
import { MinuteLine, PlayoutHead } from './playout-head.tsx'
import { useOwnBets } from './use-own-bets.ts'
import { useMinute, usePlayouts, type Period, type Playout as Row } from './use-league.ts'
import board from './board.module.css'
import style from './playout.module.css'

type PlayoutProps = { id: string; period: Period; next: Period | undefined }

/** The play-out of a locked round: the pitch of the chosen match with its goals, the commentary, own bets, and the scores of all matches. */
export function Playout({ id, period, next }: PlayoutProps) {
  const { t } = useLingui()
  const playouts = usePlayouts(id, period.round_id)
  const phase = useApp(({ virtualLeague }) => virtualLeague.phase)
  const counted = useMinute(period)
  const [paused, pause] = useState<{ rows: readonly Row[]; minute: number } | undefined>()
  const [picked, choose] = useState('')
  const { bets } = useOwnBets()
  const moves = useMotion()
  const rows = paused?.rows ?? playouts.rows
  if (!rows)
    return (
      <LeagueFailed error={playouts.error} onRetry={playouts.retry}>
        <Skeleton rows={10} />
      </LeagueFailed>
    )
  const standings = standingsOfBets(bets, rows)
  const own = new Set(standings.flatMap(({ bet }) => bet.legs.map(({ match_id }) => match_id)))
  const chosen =
    rows.find(({ match_id }) => match_id === picked) ?? rows.find(({ match_id }) => own.has(match_id)) ?? rows[0]
  const shown = Math.max(...rows.map((row) => row.minute))
  const minute = paused?.minute ?? Math.max(shown, counted)
  const pausedAt = paused?.minute
  const minuteText = phase === 'locked' && minute === 0 ? t`Kick-off` : minute >= 90 ? t`Full time` : `${minute}'`
  return (
    <section className={style.playout} aria-label={t`Play-out of round ${period.round_number}`}>
      <div className={style.stage}>
        {chosen && <PlayoutHead match={chosen} />}
        {chosen && (
          <div className={style.field}>
            {moves && <Pitch key={chosen.match_id} match={chosen} period={period} pausedAt={pausedAt} />}
            <GoalBand rows={rows} chosen={chosen} own={own} minute={minute} standings={standings} />
          </div>
        )}
        <header className={style.minute}>
          <b className="num">{minuteText}</b>
          {chosen && <MinuteLine match={chosen} minute={minute} />}
          {paused && <span>{t`Paused`}</span>}
          <SoundButton className={style.sound} />
          <Button
            small
            look="plain"
            aria-pressed={paused !== undefined}
            onClick={() => pause(paused ? undefined : { rows, minute })}
          >
            {paused ? t`Resume` : t`Pause`}
          </Button>
        </header>
      </div>
      <div className={board.board}>
        {standings.length > 0 && <OwnBetsNow standings={standings} rows={rows} round={period.round_number} />}
        <ul className={board.scores}>
          {rows.map((row) => (
            <li key={row.match_id} data-goal={freshGoal(row, minute) !== undefined || undefined}>
              <button type="button" aria-pressed={row === chosen} onClick={() => choose(row.match_id)}>
                <span className={board.own}>
                  {own.has(row.match_id) && (
                    <>
                      <i aria-hidden="true">●</i>
                      <span className="unseen">{t`Your pick`}</span>
                    </>
                  )}
                </span>
                <span>{row.home_team}</span>
                <b className="num">
                  {row.home_score} – {row.away_score}
                </b>
                <span>{row.away_team}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className={style.words}>
        <Commentary rows={rows} minute={minute} chosen={chosen} commitment={period.commitment} own={own} />
        {chosen && <FormOnTap key={chosen.match_id} id={id} match={chosen} />}
      </div>
      {next && <NextRound id={id} playing={period} next={next} />}
    </section>
  )
}

/** The form of the chosen match, loaded when it is asked for. */
function FormOnTap({ id, match }: { id: string; match: Row }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={style.formOnTap}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t`Form and matches against each other`}
      </button>
      {isOpen && <FormPanel id={id} match={match} />}
    </div>
  )
}
