import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from 'wouter'
import { useApp } from '../../state/hooks.ts'
import { countdownText, bettingShare } from '../../state/league-clock.ts'
import type { Period } from './use-league.ts'
import style from './league.module.css'

type RoundBarProps = { id: string; periods: readonly Period[]; shown: Period | undefined }

/** The countdown and links to the past round, the current one and the next two. */
export function RoundBar({ id, periods, shown }: RoundBarProps) {
  const { t } = useLingui()
  const current = useApp(({ virtualLeague }) => virtualLeague.round_id)
  const phase = useApp(({ virtualLeague }) => virtualLeague.phase)
  const market = new URLSearchParams(useSearch()).get('market')
  const now = periods.find(({ round_id }) => round_id === current)
  const coming = now ? periods.slice(periods.indexOf(now), periods.indexOf(now) + 3) : []
  const href = (round?: string): string => {
    const query = new URLSearchParams({ competition: id, ...(round && { round }), ...(market && { market }) })
    return `/nare-league?${query}`
  }
  const past = now ? now.round_number - 1 : 0
  return (
    <section className={style.round} aria-label={t`Rounds`}>
      <Countdown number={shown?.round_number ?? now?.round_number} other={shown !== undefined && shown !== now} />
      <div className={style.ahead}>
        <nav className={style.strip} aria-label={t`Rounds`}>
          {past > 0 && (
            <Link href={`/results?competition=${id}`} aria-label={t`Round ${past}, results`}>
              {past} <span aria-hidden="true">✓</span>
            </Link>
          )}
          {coming.map((period, index) => (
            <Link
              key={period.round_id}
              href={href(index === 0 && phase === 'open' ? undefined : period.round_id)}
              aria-current={period.round_id === shown?.round_id ? 'true' : undefined}
              aria-label={t`Round ${period.round_number}`}
              replace
            >
              {period.round_number}
            </Link>
          ))}
        </nav>
        <Seal commitment={shown?.commitment} />
      </div>
      <RemainingTime periods={coming} />
    </section>
  )
}

/** The first and last digits of a round's seal, as published before its betting opened. Until it is known its place is kept. */
function Seal({ commitment }: { commitment: string | undefined }) {
  const short = commitment ? `${commitment.slice(0, 4)}…${commitment.slice(-2)}` : '0000…00'
  return (
    <p className={style.seal} title={commitment} data-unknown={commitment ? undefined : true}>
      <Trans>
        sealed <code>{short}</code>
      </Trans>{' '}
      · <Trans>random results</Trans>
    </p>
  )
}

function Countdown({ number, other }: { number: number | undefined; other: boolean }) {
  const left = useApp(({ virtualLeague }) => virtualLeague.timeLeft)
  const after = useApp(({ virtualLeague }) => virtualLeague.timeAfter)
  const active = useApp(({ virtualLeague }) => virtualLeague.isCountDownTimeActive)
  const inPlay = useApp(({ virtualLeague }) => virtualLeague.inPlay)
  const phase = useApp(({ virtualLeague }) => virtualLeague.phase)
  const week = useApp(({ virtualLeague }) => virtualLeague.game_week)
  const seconds = active ? left : after
  return (
    <div className={style.countdown}>
      <small>
        {other ? (
          <Trans>Betting ahead on round {number ?? ''}</Trans>
        ) : inPlay ? (
          phase === 'locked' ? (
            <Trans>Round {number ?? ''} is locked</Trans>
          ) : (
            <Trans>Round {number ?? ''} is playing</Trans>
          )
        ) : (
          <Trans>Round {number ?? ''} closes in</Trans>
        )}
      </small>
      <b className="num" role="timer" aria-live="off">
        {seconds === null ? '––:––' : countdownText(seconds)}
      </b>
      {other && (
        <span className="unseen">
          <Trans>until round {week ?? ''} ends or locks</Trans>
        </span>
      )}
    </div>
  )
}

/** The remaining share of the betting time, as a line below the bar. */
function RemainingTime({ periods }: { periods: readonly Period[] }) {
  const left = useApp(({ virtualLeague }) => virtualLeague.timeLeft)
  const share = left === null ? undefined : bettingShare(periods, left)
  return (
    <span className={style.left} aria-hidden="true">
      {share !== undefined && <i style={{ transform: `scaleX(${share.toFixed(3)})` }} />}
    </span>
  )
}
