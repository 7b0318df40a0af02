import { useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { Link } from 'wouter'
import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { speaksScores } from '../../preferences/speak-scores.ts'
import { useMatchNow } from './clock.tsx'
import { timeOf } from './days.ts'
import { Clock } from './match-clock.tsx'
import { LeagueStar, TeamStar } from './follow-star.tsx'
import type { Group } from './markets.ts'
import style from './match.module.css'

export type MarketTab = Group | 'all' | 'mine' | 'info'
const loadLive = () => loadWithMessages(() => import('./live/match-live-part.ts'), ['live'])
const MatchNote = lazyPart(() => loadLive().then((live) => live.MatchNote), { failed: null })
const Reds = lazyPart(() => loadLive().then((live) => live.Reds), { failed: null })

type Tabs = {
  value: MarketTab
  onPick: (tab: MarketTab) => void
  /** The number of markets. */
  count: number
  /** Returns true if a tab has content. */
  has: (tab: MarketTab) => boolean
}

/** The top of the match page: league, game id, and the stars of league and teams. It scrolls with the page. */
export function MatchFacts({ match }: { match: MatchView }) {
  return (
    <header className={style.head}>
      <div className={style.crumb}>
        <span>
          <Link href={`/competition/${match.competition_id}`}>
            <Icon name="left" size={16} /> {match.category} · {match.competition_name}
          </Link>
          <LeagueStar match={match} />
        </span>
        <span className="num">ID {match.game_id}</span>
      </div>
      <div className={style.follow}>
        <TeamStar match={match} name={match.home_team} />
        <TeamStar match={match} name={match.away_team} />
      </div>
    </header>
  )
}

/** The sticky bar of the match page: teams, score, minute, and tabs for the groups of markets. */
export function MatchBar({ match, tabs }: { match: MatchView; tabs?: Tabs }) {
  const { t } = useLingui()
  const now = useMatchNow(match)
  const hasScore = now.state !== 'not_started' && now.home_score !== null
  const names: { key: MarketTab; text: string }[] = [
    { key: 'info', text: now.state === 'not_started' ? t`Form` : t`Timeline` },
    { key: 'all', text: t`All ${tabs?.count ?? 0}` },
    { key: 'mine', text: t`My markets` },
    { key: 'main', text: t`Main` },
    { key: 'goals', text: t`Goals` },
    { key: 'halves', text: t`Halves` },
    { key: 'corners', text: t`Corners` },
    { key: 'cards', text: t`Cards` },
    { key: 'other', text: t`Other` },
  ]
  return (
    <div className={style.bar}>
      <div className={style.teams}>
        <h1>
          <span>
            {match.home_team} <Reds match={match} side="home" />
          </span>
          <span
            className={style.score}
            data-on={now.state === 'live' || undefined}
            aria-label={hasScore ? t`Score ${now.home_score ?? 0} to ${now.away_score ?? 0}` : undefined}
          >
            {now.state === 'not_started' ? (
              <KickOff at={now.start_time} />
            ) : hasScore ? (
              `${now.home_score}–${now.away_score}`
            ) : (
              'v'
            )}
          </span>
          <span>
            <Reds match={match} side="away" /> {match.away_team}
          </span>
        </h1>
        <p>
          <Clock match={match} />
          <MatchNote match={match} />
        </p>
      </div>
      {speaksScores() && (
        <p className="unseen" role="status">
          {hasScore && t`${match.home_team} ${now.home_score ?? 0}, ${match.away_team} ${now.away_score ?? 0}`}
        </p>
      )}
      {tabs && (tabs.count > 0 || tabs.has('info')) && (
        <div role="group" aria-label={t`Market groups`} className={style.tabs}>
          {names
            .filter(({ key }) => (key === 'all' && tabs.count > 0) || tabs.has(key))
            .map(({ key, text }) => (
              <button key={key} type="button" aria-pressed={key === tabs.value} onClick={() => tabs.onPick(key)}>
                {text}
              </button>
            ))}
        </div>
      )}
    </div>
  )
}

function KickOff({ at }: { at: string }) {
  const { i18n } = useLingui()
  return <time dateTime={at}>{timeOf(at, i18n.locale)}</time>
}
