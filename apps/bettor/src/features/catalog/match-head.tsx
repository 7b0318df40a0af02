import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { Link } from 'wouter'
import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { useBack } from '../../play/use-back.ts'
import { speaksScores } from '../../preferences/speak-scores.ts'
import { useMatchNow } from './clock.tsx'
import { timeOf } from './days.ts'
import { Clock } from './match-clock.tsx'
import { FollowStar, LeagueStar, teamFollow } from './follow-star.tsx'
import style from './match-head.module.css'

const loadLive = () => loadWithMessages(() => import('./live/match-live-part.ts'), ['live'])
const MatchNote = lazyPart(() => loadLive().then((live) => live.MatchNote), { failed: null })
const SideNote = lazyPart(() => loadLive().then((live) => live.SideNote), { failed: null })
const Reds = lazyPart(() => loadLive().then((live) => live.Reds), { failed: null })
const Kit = lazyPart(() => loadLive().then((live) => live.Kit), { failed: null })
const Flag = lazyPart(() => loadLive().then((live) => live.Flag), { failed: null })

type MatchProps = { match: MatchView }

/**
 * The top of the match page, 120 px on a phone: league and game id; both teams with their kits, stars and the score; the last event of
 * each side or its form, between them the minute or the day; and during the match one line about it. What loads later has its place.
 */
export function MatchHero({ match }: MatchProps) {
  const { t } = useLingui()
  const { competition_id, competition_name, category, game_id } = match
  const isBefore = useMatchNow(match).state === 'not_started'
  const note = <MatchNote match={match} />
  return (
    <header className={style.hero}>
      <div className={style.crumb}>
        <button type="button" aria-label={t`Back`} onClick={useBack(`/competition/${competition_id}`)}>
          <Icon name="left" size={22} />
        </button>
        <i className={style.flag}>
          <Flag category={category} />
        </i>
        <Link href={`/competition/${competition_id}`}>
          {category} · {competition_name}
        </Link>
        <span className="num">ID {game_id}</span>
        <LeagueStar match={match} />
      </div>
      <div className={style.sides}>
        <div className={style.kit} data-side="home">
          <i>
            <Kit match={match} side="home" />
            <Reds match={match} side="home" />
          </i>
          <FollowStar follow={teamFollow({ sport_id: match.sport_id, name: match.home_team })} />
        </div>
        <Title match={match} />
        <div className={style.kit} data-side="away">
          <FollowStar follow={teamFollow({ sport_id: match.sport_id, name: match.away_team })} />
          <i>
            <Kit match={match} side="away" />
            <Reds match={match} side="away" />
          </i>
        </div>
      </div>
      <div className={style.under}>
        <span>
          <SideNote match={match} side="home" />
        </span>
        {isBefore ? <span>{note}</span> : <Clock match={match} />}
        <span>
          <SideNote match={match} side="away" />
        </span>
      </div>
      {!isBefore && <p className={style.note}>{note}</p>}
    </header>
  )
}

/** The teams and the score, or the time of the kick-off. */
function Title({ match }: MatchProps) {
  const { t, i18n } = useLingui()
  const { state, home_score, away_score, start_time } = useMatchNow(match)
  const { home_team, away_team } = match
  const isBefore = state === 'not_started'
  const hasScore = !isBefore && home_score !== null
  const [home, away] = [home_score ?? 0, away_score ?? 0]
  return (
    <>
      <h1>
        <span data-long={isLong(home_team) || undefined}>{home_team}</span>
        <span
          className={style.score}
          data-before={isBefore || undefined}
          aria-label={hasScore ? t`Score ${home} to ${away}` : undefined}
        >
          {isBefore ? (
            <time dateTime={start_time}>{timeOf(start_time, i18n.locale)}</time>
          ) : hasScore ? (
            `${home}–${away}`
          ) : (
            'v'
          )}
        </span>
        <span data-long={isLong(away_team) || undefined}>{away_team}</span>
      </h1>
      {speaksScores() && (
        <p className="unseen" role="status">
          {hasScore && t`${home_team} ${home}, ${away_team} ${away}`}
        </p>
      )}
    </>
  )
}

const lettersMax = 10
const isLong = (team: string): boolean => team.split(/[ -]/).some((word) => word.length > lettersMax)
