import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLive } from '@nare/client/use-live'
import { catalog, type MatchView } from '@nare/contract/catalog'
import type { Sent } from '@nare/contract/route'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { useBusy } from '../../../loading/busy.tsx'
import { Skeleton } from '../../../loading/skeleton.tsx'
import { useNow } from '../../../state/use-now.ts'
import { useRead } from '../../../state/use-read.ts'
import { useDayName } from '../day-name.ts'
import { minuteMs, minutesUntil } from '../days.ts'
import { followsMatch, useFollows } from '../follows.ts'
import { MatchList, perPage, sections, type Filter, type ListProps, type MatchSection } from '../match-list.tsx'
import { MatchRow } from '../match-row.tsx'
import { ReadFailed } from '../read-failed.tsx'
import { Until } from './until.tsx'
import style from './live.module.css'

/** The live list limited to followed leagues and teams, else with them in front. A star tapped here moves nothing until the list is next opened. */
export function FollowedList({ followed, ...list }: ListProps & { followed: boolean }) {
  const { t } = useLingui()
  const follows = useFollows()
  const [followsAtOpening] = useState(follows)
  const group = (matches: readonly MatchView[], byDay: boolean): MatchSection[] => {
    const first = matches.filter((match) => followsMatch(followsAtOpening, match))
    const others = sections(
      matches.filter((match) => !first.includes(match)),
      byDay,
    )
    const title = t`Followed`
    return first.length > 0 ? [{ key: 'followed', name: 'followed', title, matches: first }, ...others] : others
  }
  if (!followed) return <MatchList {...list} group={group} />
  return (
    <MatchList
      {...list}
      isListed={(match) => followsMatch(followsAtOpening, match)}
      emptyText={t`No match you follow is live now. Tap the star of a league or team to follow it.`}
    />
  )
}

const nextKickOffsMax = 5

const nextKickOffs = (sport: string, markets: readonly string[]): Sent<typeof catalog.matches> => ({
  sport_id: sport,
  when: 'upcoming',
  sort: 'time',
  ...(markets.some((id) => id !== '1') && { markets: markets.filter((id) => id !== '1').join(',') }),
  page: 1,
  limit: nextKickOffsMax,
})

type NextProps = { sport: string; markets: readonly string[] }

/** Shown while no match of the sport is live: its next five kick-offs, grouped by day. */
export function NextKickOffs({ sport, markets }: NextProps) {
  const { t } = useLingui()
  const dayName = useDayName()
  const { body, failed, loading, again } = useRead(catalog.matches, nextKickOffs(sport, markets))
  if (!body) {
    if (!failed || loading) return <Skeleton rows={nextKickOffsMax} />
    return (
      <div className={style.none}>
        <ReadFailed failed={failed} again={again} />
      </div>
    )
  }
  return (
    <>
      <p className={style.none}>
        {body.data.length > 0
          ? t`No match is live. These kick off next.`
          : t`No match is live, and none is announced yet.`}{' '}
        <Link href="/?when=upcoming">{t`All upcoming`}</Link>
      </p>
      {sections(body.data, true).map(({ key, name, matches }) => (
        <section key={key} className={style.soon} aria-labelledby={`next-${name}`}>
          <h2 id={`next-${name}`}>{matches[0] && dayName(matches[0].start_time)}</h2>
          <Rows matches={matches} markets={markets} />
        </section>
      ))}
    </>
  )
}

/** Shown below the live list: a button for matches that went live after it was loaded, and the kick-offs of the next hour. */
export function LiveFoot({ sport, markets, filter }: NextProps & { filter: Filter }) {
  const { body, again } = useRead(catalog.matches, { ...filter, page: 1, limit: perPage })
  const soon = useRead(catalog.matches, nextKickOffs(sport, markets))
  const now = useNow(minuteMs)
  const [shownAt, setShownAt] = useState(now)
  const heading = useId()
  useBusy(!soon.body && soon.loading)
  if (!body || body.data.length === 0) return null
  // `shownAt` does not change at a kick-off, so a match keeps its row.
  const next = soon.body?.data.filter(({ start_time }) => minutesUntil(start_time, shownAt) !== undefined) ?? []
  const show = (): void => {
    again()
    soon.again()
    setShownAt(now)
  }
  return (
    <>
      <NewLive sport={sport} shown={body} onShow={show} />
      {next.length > 0 && (
        <section className={style.soon} aria-labelledby={heading}>
          <h2 id={heading}>
            <Trans>Starting soon</Trans>
          </h2>
          <Rows matches={next} markets={markets} />
        </section>
      )}
    </>
  )
}

type NewLiveProps = {
  sport: string
  shown: { data: readonly MatchView[]; meta: { total: number } }
  onShow: () => void
}

/** The button for new live matches. Its space is reserved, and it sticks above the bottom bars. */
function NewLive({ sport, shown: { data, meta }, onShow }: NewLiveProps) {
  const live = useLive(`sport:${sport}:live`)
  const shown = new Set(data.map(({ match_id }) => match_id))
  const newCount = meta.total <= perPage ? (live?.matches.filter((id) => !shown.has(id)).length ?? 0) : 0
  return (
    <div className={style.fresh} data-up>
      {newCount > 0 && (
        <button type="button" onClick={onShow}>
          <Plural value={newCount} one="Show # new match" other="Show # new matches" />
        </button>
      )}
    </div>
  )
}

function Rows({ matches, markets }: { matches: readonly MatchView[]; markets: readonly string[] }) {
  return (
    <ul className={style.rows}>
      {matches.map((match) => (
        <MatchRow
          key={match.match_id}
          match={match}
          markets={markets.slice(0, 1)}
          withLeague
          soon={<Until at={match.start_time} />}
        />
      ))}
    </ul>
  )
}
