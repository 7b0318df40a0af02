import { useLingui } from '@lingui/react/macro'
import { catalog } from '@nare/contract/catalog'
import type { Answer } from '@nare/contract/route'
import { Link, useParams, useSearchParams } from 'wouter'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useMedia } from '../../state/use-media.ts'
import { useRead } from '../../state/use-read.ts'
import { MatchList, type Filter } from './match-list.tsx'
import { ReadFailed } from './read-failed.tsx'
import { SportChips } from './sport-chips.tsx'
import style from './competition.module.css'
import { FollowStar, leagueFollow, LeagueStar } from './follow-star.tsx'
import { useFollows } from './follows.ts'
import { soccer, wide, wideMarkets } from './wide-markets.ts'

/** Sports A-Z: the countries of a sport with their competitions and match counts. */
export function Competitions() {
  const { t } = useLingui()
  const [query, setQuery] = useSearchParams()
  const sport = query.get('sport_id') ?? soccer
  const { body, failed, loading, again } = useRead(catalog.competitions, { sport_id: sport }, 60_000)
  return (
    <>
      <h1 className={style.title}>{t`Sports A-Z`}</h1>
      <SportChips value={sport} count="matches" onPick={(id) => setQuery({ sport_id: id })} />
      {!body && (!failed || loading) && <Skeleton />}
      {!body && failed && !loading && (
        <div className={style.note}>
          <ReadFailed failed={failed} again={again} />
        </div>
      )}
      {body && <Countries countries={body.data} sportId={sport} />}
      {body?.data.length === 0 && <p className={style.note}>{t`No competitions here now.`}</p>}
    </>
  )
}

type Country = Answer<typeof catalog.competitions>['data'][number]

/** Followed competitions first, then the countries from A to Z. */
function Countries({ countries, sportId }: { countries: readonly Country[]; sportId: string }) {
  const { t } = useLingui()
  const follows = useFollows()
  const followed = countries
    .flatMap(({ competitions }) => competitions)
    .filter(({ competition_id }) => follows.some(({ kind, id }) => kind === 'league' && id === competition_id))
  const sorted = countries.toSorted((a, b) => a.category.localeCompare(b.category))
  const all = [
    ...(followed.length > 0 ? [{ key: 'followed', title: t`Followed`, competitions: followed }] : []),
    ...sorted.map(({ category, competitions }) => ({ key: `in ${category}`, title: category, competitions })),
  ]
  return (
    <div className={style.countries}>
      {all.map(({ key, title, competitions }) => (
        <section key={key} className={style.country}>
          <h2>{title}</h2>
          <ul>
            {competitions.map(({ competition_id, name, matches }) => (
              <li key={competition_id}>
                <FollowStar follow={leagueFollow({ competition_id, name, sport_id: sportId })} />
                <Link href={`/competition/${competition_id}`}>
                  <span>{name}</span>
                  <b className="num">{matches}</b>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The matches of one competition. */
export function Competition() {
  const { t } = useLingui()
  const { competition_id = '' } = useParams<{ competition_id: string }>()
  const isWide = useMedia(wide)
  const filter: Filter = {
    ...{ competition_id, when: 'upcoming' as const, sort: 'time' as const },
    ...(isWide && { markets: wideMarkets.join(',') }),
  }
  const first = useRead(catalog.matches, { ...filter, page: 1, limit: 50 }).body?.data[0]
  return (
    <>
      <div className={style.top}>
        <h1 className={style.title}>{first ? `${first.category} · ${first.competition_name}` : t`Competition`}</h1>
        {first && <LeagueStar match={first} />}
        {first && <Link href={`/print/matches?competition_id=${competition_id}&when=upcoming`}>{t`Print list`}</Link>}
      </div>
      <MatchList
        key={competition_id}
        filter={filter}
        {...(isWide && first?.sport_id === soccer && { markets: ['1', ...wideMarkets] })}
      />
    </>
  )
}
