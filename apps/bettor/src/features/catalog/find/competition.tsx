import { useLingui } from '@lingui/react/macro'
import { catalog } from '@nare/contract/catalog'
import type { Answer } from '@nare/contract/route'
import { Link, useParams, useSearchParams } from 'wouter'
import { Skeleton } from '../../../loading/skeleton.tsx'
import { NothingHere } from '../../../pages/nothing-here.tsx'
import { useRead } from '../../../state/use-read.ts'
import { MatchList, type Filter } from '../match-list.tsx'
import { ReadFailed } from '../read-failed.tsx'
import { SportChips } from '../sport-chips.tsx'
import style from './competition.module.css'
import { Flag } from '../flag.tsx'
import { FollowStar, leagueFollow, LeagueStar, teamFollow } from '../follow-star.tsx'
import { useFollows } from '../follows.ts'
import { soccer } from '../soccer.ts'
import { useWideMarkets } from '../use-wide-markets.ts'

/** The longest text that a list searches for. */
const nameMax = 80

/** Sports A-Z: the countries of a sport with their competitions and match counts; or the matches of one team. */
export function Competitions() {
  const [query] = useSearchParams()
  const sport = query.get('sport_id') ?? soccer
  const team = query.get('team')
  return team ? <TeamMatches key={team} name={team} sport={sport} /> : <AllCompetitions sport={sport} />
}

function AllCompetitions({ sport }: { sport: string }) {
  const { t } = useLingui()
  const [, setQuery] = useSearchParams()
  const { body, failed, loading, again } = useRead(catalog.competitions, { sport_id: sport }, 60_000)
  return (
    <>
      <h1 className={style.title}>{t`Sports A-Z`}</h1>
      <SportChips value={sport} count="matches" onPick={(id) => setQuery({ sport_id: id })} />
      {!body && (!failed || loading) && <Skeleton />}
      {!body && failed && !loading && (
        <div className={style.note}>
          {failed.code === 'not_found' ? (
            <NothingHere
              drawing="search"
              href="/competition"
              link={t`Sports A-Z`}
            >{t`There is no such sport`}</NothingHere>
          ) : (
            <ReadFailed failed={failed} again={again} />
          )}
        </div>
      )}
      {body && <Countries countries={body.data} top={body.top} sportId={sport} />}
      {body?.data.length === 0 && <p className={style.note}>{t`No competitions here now.`}</p>}
    </>
  )
}

type Listed = Answer<typeof catalog.competitions>
type Named = Omit<Listed['top'][number], 'sport_id'>
type CountriesProps = { countries: Listed['data']; top: Listed['top']; sportId: string }

/** Followed competitions first, then the country of the house, the top leagues, and the other countries from A to Z. */
function Countries({ countries, top, sportId }: CountriesProps) {
  const { t } = useLingui()
  const follows = useFollows()
  const followed = countries
    .flatMap(({ category, competitions }) => competitions.map((one) => ({ ...one, category })))
    .filter(({ competition_id }) => follows.some(({ kind, id }) => kind === 'league' && id === competition_id))
  const first = (key: string, title: string, competitions: readonly Named[]) =>
    competitions.length > 0 ? [{ key, title, category: undefined, competitions }] : []
  const own = countries.filter(({ is_own }) => is_own)
  const others = countries.filter(({ is_own }) => !is_own)
  const byCountry = ({ category, competitions }: Listed['data'][number]) => ({
    key: `in ${category}`,
    title: category,
    category,
    competitions: competitions.map((one) => ({ ...one, category })),
  })
  const all = [
    ...first('followed', t`Followed`, followed),
    ...own.map(byCountry),
    ...(countries.length > 1 ? first('top', t`Top leagues`, top) : []),
    ...others.map(byCountry),
  ]
  return (
    <div className={style.countries}>
      {all.map(({ key, title, category: of, competitions }) => (
        <section key={key} className={style.country}>
          <h2>
            {of && <Flag category={of} />} {title}
          </h2>
          <ul>
            {competitions.map(({ competition_id, name, category, matches }) => (
              <li key={competition_id}>
                <FollowStar follow={leagueFollow({ competition_id, name, sport_id: sportId })} />
                <Link href={`/competition/${competition_id}`}>
                  <span>
                    {name} {!of && <small>{category}</small>}
                  </span>
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
  const further = useWideMarkets()
  const filter: Filter = {
    ...{ competition_id, sort: 'time' as const },
    ...(further.length > 0 && { markets: further.join(',') }),
  }
  const first = useRead(catalog.matches, { ...filter, page: 1, limit: 50 }).body?.data[0]
  return (
    <>
      <div className={style.top}>
        {first ? <Flag category={first.category} /> : <i className={style.flag} />}
        <h1 className={style.title}>
          {first ? first.competition_name : t`Competition`} {first && <small>{first.category}</small>}
        </h1>
        {first && <LeagueStar match={first} />}
        {first && <Link href={`/print/matches?competition_id=${competition_id}&when=upcoming`}>{t`Print list`}</Link>}
      </div>
      <MatchList
        key={competition_id}
        filter={filter}
        {...(first?.sport_id === soccer && { markets: ['1', ...further] })}
      />
    </>
  )
}

/** The matches of one team on offer, in whatever competition. */
function TeamMatches({ name, sport }: { name: string; sport: string }) {
  const { t } = useLingui()
  const further = useWideMarkets()
  const filter: Filter = {
    ...{ sport_id: sport, q: name.slice(0, nameMax), sort: 'time' as const },
    ...(further.length > 0 && { markets: further.join(',') }),
  }
  const none = t`${name} has no match on offer now.`
  return (
    <>
      <div className={style.top}>
        <h1 className={style.title}>{name}</h1>
        <FollowStar follow={teamFollow({ sport_id: sport, name })} />
      </div>
      <MatchList
        filter={filter}
        isListed={({ home_team, away_team }) => home_team === name || away_team === name}
        empty={<p className={style.note}>{none}</p>}
        emptyText={none}
        {...(sport === soccer && { markets: ['1', ...further] })}
      />
    </>
  )
}
