import { Trans, useLingui } from '@lingui/react/macro'
import { leagueReads } from '@nare/contract/league'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'wouter'
import { useBusy } from '../../loading/busy.tsx'
import { countdownText, currentRound, leagueClock } from '../../state/league-clock.ts'
import { useNow } from '../../state/use-now.ts'
import { useRead } from '../../state/use-read.ts'
import { LeagueLabels } from './labels.tsx'
import { LeagueFailed } from './league-failed.tsx'
import { useCompetition, useCompetitions, type Competition } from './use-league.ts'
import style from './league.module.css'
import recordStyle from './records.module.css'

/** The virtual competitions, each with its round and the time until its betting closes. */
export function Virtuals() {
  const { t } = useLingui()
  const { id, all } = useCompetition()
  const { error, retry } = useCompetitions()
  return (
    <section className={style.page} aria-label={t`Virtuals`}>
      <header className={style.top}>
        <h1 className={style.title}>{t`Virtual football`}</h1>
        <p className={style.note}>
          <Trans>A round every few minutes, the same for everyone, and you can check each result yourself.</Trans>
        </p>
      </header>
      {all.length === 0 ? (
        <LeagueFailed error={error} onRetry={retry}>
          <CardsRoom />
        </LeagueFailed>
      ) : (
        <ul className={recordStyle.cards}>
          {all.map((competition) => (
            <Card key={competition.competition_id} competition={competition} />
          ))}
        </ul>
      )}
      <LeagueLabels id={id} />
    </section>
  )
}

/** The places of the four competitions until they are loaded. */
function CardsRoom() {
  useBusy()
  return (
    <ul className={recordStyle.cards} aria-busy="true">
      {['1', '2', '3', '4'].map((id) => (
        <li key={id} />
      ))}
    </ul>
  )
}

function Card({ competition }: { competition: Competition }) {
  const { t } = useLingui()
  const { competition_id: id, name, season, rounds } = competition
  const { body, again } = useRead(leagueReads.periods, { competition_id: id }, 15_000)
  const nowMs = useNow()
  const periods = body?.data ?? []
  const period = currentRound(periods, nowMs)
  const clock = leagueClock(periods, nowMs)
  const isOver = body !== undefined && !period
  const reload = useEffectEvent(() => again())
  useEffect(() => {
    if (isOver) reload()
  }, [isOver])
  const number = period?.round_number ?? competition.round_number
  return (
    <li>
      <Link href={`/nare-league?competition=${id}`}>
        <b>{name}</b>
        <small>
          <Trans>
            Season {season} · round {number} of {rounds}
          </Trans>
        </small>
        <span className={recordStyle.kickoff}>
          {!period ? (
            '…'
          ) : clock.inPlay ? (
            t`Playing now`
          ) : (
            <>
              <small>{t`Betting closes in`}</small> <b className="num">{countdownText(clock.timeLeft ?? 0)}</b>
            </>
          )}
        </span>
      </Link>
    </li>
  )
}
