import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { Link } from 'wouter'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useMotion } from '../../play/use-motion.ts'
import { useApp } from '../../state/hooks.ts'
import { Commentary } from './commentary-feed.tsx'
import { LeagueFailed } from './league-failed.tsx'
import { standingsOfBets, type Standing } from './own-bets.ts'
import { Pitch } from './pitch.tsx'
import { useOwnBets } from './use-own-bets.ts'
import { useMinute, usePlayouts, type Period, type Playout as Row } from './use-league.ts'
import style from './playout.module.css'

type PlayoutProps = { id: string; period: Period; next: Period | undefined }

/** The play-out of a locked round: commentary, own bets, the scores of all matches, and the pitch of the chosen one. */
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
  return (
    <section aria-label={t`Play-out of round ${period.round_number}`}>
      <header className={style.minute}>
        <b className="num">
          {phase === 'locked' && minute === 0 ? t`Kick-off` : minute >= 90 ? t`Full time` : `${minute}'`}
        </b>
        {paused && <span>{t`Paused`}</span>}
        <Button
          small
          look="plain"
          aria-pressed={paused !== undefined}
          onClick={() => pause(paused ? undefined : { rows, minute })}
        >
          {paused ? t`Resume` : t`Pause`}
        </Button>
      </header>
      <Commentary rows={rows} minute={minute} chosen={chosen} commitment={period.commitment} own={own} />
      {standings.length > 0 && <OwnBets standings={standings} />}
      <ul className={style.scores}>
        {rows.map((row) => (
          <li key={row.match_id}>
            <button type="button" aria-pressed={row === chosen} onClick={() => choose(row.match_id)}>
              <span className={style.own}>
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
      {chosen && moves && <Pitch key={chosen.match_id} match={chosen} period={period} pausedAt={paused?.minute} />}
      {next && (
        <p className={style.next}>
          <Link href={`/nare-league?competition=${id}&round=${encodeURIComponent(next.round_id)}`}>
            <Trans>Round {next.round_number} is open for betting</Trans>
          </Link>
        </p>
      )}
    </section>
  )
}

function OwnBets({ standings }: { standings: readonly Standing[] }) {
  const { t } = useLingui()
  return (
    <ul className={style.ownBets} aria-label={t`Your bets on this round`}>
      {standings.map(({ bet, leading, trailing, coming, wouldPay }) => (
        <li key={bet.bet_id}>
          <span>
            <small>
              <Plural value={bet.legs.length} one="# pick" other="# picks" /> · <Amount value={bet.stake} />
            </small>
            <b>
              {trailing === 0 && coming === 0 ? (
                <Plural value={leading} one="Leading" other="All # leading" />
              ) : coming > 0 && trailing === 0 ? (
                <Trans>
                  {leading} leading, {coming} still to play
                </Trans>
              ) : (
                <Trans>
                  {leading} of {bet.legs.length} leading
                </Trans>
              )}
            </b>
          </span>
          <span>
            <small>{t`Would pay now`}</small>
            <b>{wouldPay === null ? '–' : <Amount value={wouldPay} />}</b>
          </span>
        </li>
      ))}
    </ul>
  )
}
