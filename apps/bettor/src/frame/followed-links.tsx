import { useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import { catalog, type MatchView } from '@nare/contract/catalog'
import { Link } from 'wouter'
import { LiveMinute, useMatchNow } from '../features/catalog/clock.tsx'
import { timeOf, weekdayOf } from '../features/catalog/days.ts'
import { isoDay } from '@nare/ui/format'
import { Flag } from '../features/catalog/flag.tsx'
import type { Followed } from '../features/catalog/follows.ts'
import { serverNow } from '../state/browser.ts'
import { useRead } from '../state/use-read.ts'
import style from './left-nav.module.css'

const liveList = { when: 'live', sort: 'time', page: 1, limit: 100 } as const

/** What this device follows: a league by its flag, a team with the minute and score of its match, else the time of its next. */
export function FollowedLinks({ followed, matches }: { followed: readonly Followed[]; matches: readonly MatchView[] }) {
  const hasTeams = followed.some(({ kind }) => kind === 'team')
  const live = useRead(catalog.matches, hasTeams ? liveList : undefined, 60_000).body?.data ?? []
  const all = [...live, ...matches]
  return followed.map(({ kind, id, name, sport_id, href }) => {
    const match = all.find((one) =>
      kind === 'team'
        ? one.sport_id === sport_id && (one.home_team === name || one.away_team === name)
        : one.competition_id === id,
    )
    return (
      <Link key={`${kind} ${id}`} href={(kind === 'team' && match && `/match/${match.match_id}`) || href}>
        {match ? <Flag category={match.category} /> : <i className={style.flag} />}
        <span>{name}</span>
        {kind === 'team' && match && <State match={match} />}
      </Link>
    )
  })
}

function State({ match }: { match: MatchView }) {
  const { i18n } = useLingui()
  useSubscription(`match:${match.match_id}`)
  const now = useMatchNow(match)
  if (now.state === 'not_started') {
    const isToday = isoDay(Date.parse(now.start_time)) === isoDay(serverNow())
    return (
      <b className="num">
        {!isToday && weekdayOf(now.start_time, i18n.locale)} {timeOf(now.start_time, i18n.locale)}
      </b>
    )
  }
  return (
    <b className={`num ${style.live}`}>
      {now.state === 'live' && <LiveMinute {...now} />} {now.home_score ?? 0}–{now.away_score ?? 0}
    </b>
  )
}
