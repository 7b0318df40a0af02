import { Trans, useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import { catalog, type MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import type { Answer } from '@nare/contract/route'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { sportName } from '../../../i18n/market-texts.ts'
import { useVisible } from '../../../odds/use-visible.ts'
import { Skeleton } from '../../../loading/skeleton.tsx'
import { nowMs } from '../../../state/browser.ts'
import { useRead } from '../../../state/use-read.ts'
import { RowClock, useGoals, useMatchNow } from '../clock.tsx'
import { Flag } from '../flag.tsx'
import { followsMatch, useFollows } from '../follows.ts'
import { soccer } from '../soccer.ts'
import { byCompetition } from './past.ts'
import { Reds } from './reds.tsx'
import style from './switcher.module.css'
import { Until } from './until.tsx'

const livePerPage = 50
const soonMax = 6
const freshMs = 30_000

/**
 * The column beside a match: the live matches of its sport by competition, with score and minute, and the next kick-offs; for another
 * sport, or only followed teams and leagues, on request.
 */
export function Switcher({ matchId, className }: { matchId: string; className: string | undefined }) {
  const { t } = useLingui()
  const own = useRead(catalog.match, { match_id: matchId }, 60_000)
  const [picked, pick] = useState<string>()
  const sport = picked ?? own.body?.data.sport_id ?? (own.failed && soccer)
  const live = useRead(catalog.matches, sport ? liveOf(sport) : undefined, freshMs)
  const soon = useRead(catalog.matches, sport ? soonOf(sport) : undefined, freshMs)
  const refresh = useEffectEvent(() => {
    for (const { body, atMs, loading, again } of [live, soon]) if (body && !loading && nowMs() - atMs > freshMs) again()
  })
  useEffect(() => refresh(), [matchId])
  return (
    <nav className={className} data-bare aria-label={t`Live matches`}>
      {sport && live.body && soon.body ? (
        <Matches sport={sport} live={live.body} soon={soon.body.data} current={matchId} onSport={pick} />
      ) : (
        !live.failed && !soon.failed && <Skeleton rows={8} />
      )}
    </nav>
  )
}

type MatchesProps = {
  sport: string
  live: Answer<typeof catalog.matches>
  soon: readonly MatchView[]
  /** The id of the match beside the column. */
  current: string
  onSport: (sport: string) => void
}

function Matches({ sport, live, soon, current, onSport }: MatchesProps) {
  const { t } = useLingui()
  const [isFollowed, setFollowed] = useState(false)
  const follows = useFollows()
  const all = live.data
  const followed = all.filter((match) => followsMatch(follows, match))
  const shown = isFollowed ? followed : all
  return (
    <>
      <div className={style.head}>
        <div role="group" aria-label={t`Matches`}>
          <button type="button" aria-pressed={!isFollowed} onClick={() => setFollowed(false)}>
            <Trans>
              Live <span className="num">{live.meta.total}</span>
            </Trans>
          </button>
          <button
            type="button"
            aria-pressed={isFollowed}
            aria-label={t`Only followed: ${followed.length}`}
            onClick={() => setFollowed(true)}
          >
            <Icon name="star" size={14} /> <span className="num">{followed.length}</span>
          </button>
        </div>
        <SportChoice value={sport} onPick={onSport} />
      </div>
      {shown.length === 0 && (
        <p className={style.none}>{isFollowed ? t`No match you follow is live now.` : t`No match is live.`}</p>
      )}
      {byCompetition(shown).map(({ key, name, category, matches }) => (
        <Section
          key={key}
          title={
            <>
              <Flag category={category} /> {name}
            </>
          }
          matches={matches}
          current={current}
        />
      ))}
      {!isFollowed && soon.length > 0 && (
        <Section title={<Trans>Starts soon</Trans>} matches={soon} current={current} />
      )}
    </>
  )
}

const liveOf = (sport_id: string) => ({ sport_id, when: 'live', page: 1, limit: livePerPage }) as const
const soonOf = (sport_id: string) => ({ sport_id, when: 'upcoming', sort: 'time', page: 1, limit: soonMax }) as const

function SportChoice({ value, onPick }: { value: string; onPick: (sport: string) => void }) {
  const { t } = useLingui()
  const sports = useRead(catalog.sports, {}, 60_000).body?.data ?? []
  return (
    <select aria-label={t`Sport`} value={value} onChange={({ target }) => onPick(target.value)}>
      {sports.map((sport) => (
        <option key={sport.sport_id} value={sport.sport_id}>
          {sportName(sport)}
        </option>
      ))}
    </select>
  )
}

type SectionProps = { title: ReactNode; matches: readonly MatchView[]; current: string }

function Section({ title, matches, current }: SectionProps) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {matches.map((match) => (
          <Row key={match.match_id} match={match} isCurrent={match.match_id === current} />
        ))}
      </ul>
    </section>
  )
}

/** One match: its minute or kick-off, its teams and scores. A goal lights it up for eight seconds. */
function Row({ match, isCurrent }: { match: MatchView; isCurrent: boolean }) {
  const row = useRef<HTMLLIElement>(null)
  const visible = useVisible(row)
  useSubscription(visible ? `match:${match.match_id}` : undefined)
  const now = useMatchNow(match)
  const hasScore = now.state !== 'not_started' && now.home_score !== null
  const goals = useGoals(now.isLive && hasScore ? (now.home_score ?? 0) + (now.away_score ?? 0) : null)
  return (
    <li ref={row}>
      <Link
        href={`/match/${match.match_id}`}
        aria-current={isCurrent ? 'page' : undefined}
        data-goal={goals > 0 || undefined}
      >
        <small>
          <RowClock match={match} soon={<Until at={match.start_time} />} withDay={false} />
        </small>
        <span>
          {match.home_team} <Reds match={match} side="home" />
        </span>
        <b className="num">{hasScore && now.home_score}</b>
        <span>
          {match.away_team} <Reds match={match} side="away" />
        </span>
        <b className="num">{hasScore && now.away_score}</b>
        {goals > 0 && (
          <em key={goals} aria-hidden="true">
            <Trans>GOAL</Trans>
          </em>
        )}
      </Link>
    </li>
  )
}
