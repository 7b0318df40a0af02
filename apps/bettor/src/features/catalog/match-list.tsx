import { Busy } from '../../loading/busy.tsx'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { catalog, type MatchView } from '@nare/contract/catalog'
import type { Sent } from '@nare/contract/route'
import { Notice } from '@nare/ui/notice'
import { day, isoDay } from '@nare/ui/format'
import { useDeferredValue, useEffect, type ReactNode } from 'react'
import { Link } from 'wouter'
import { loadChunk } from '../../loading/chunk.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { PagedList } from '../../paging/paged-list.tsx'
import { MatchRow } from './match-row.tsx'
import { columnHeads, listedMarket } from './markets.ts'
import style from './match-list.module.css'

const NoMatches = lazyPart(() => loadChunk(() => import('./no-matches.tsx')).then((part) => part.NoMatches))

const LeagueStar = lazyPart(() => loadChunk(() => import('./follow-star.tsx')).then((stars) => stars.LeagueStar), {
  loading: <i className={style.star} />,
  failed: null,
})

export type Filter = Omit<Sent<typeof catalog.matches>, 'page' | 'limit'>
/** `only` filters the loaded matches; `none` is shown when all are loaded and none is left. */
type Narrowing = { only?: (match: MatchView) => boolean; none?: ReactNode }

const perPage = 50
/** The first list of a visit draws this many rows at once and the rest in the background. */
const firstRows = 9
let shownFirst = false

/** Matches grouped by league (or day), fifty a page; rows never move by themselves. */
export function MatchList({ filter, ...narrowing }: { filter: Filter } & Narrowing) {
  return (
    <div className={style.list}>
      <PagedList
        route={catalog.matches}
        filter={filter}
        perPage={perPage}
        total={({ meta }) => meta.total}
        loading={<Skeleton />}
        className={style.note}
        failed={(failed) => <FailedText failed={failed} />}
        more={(left) => (
          <>
            (<Plural value={left} one="# match" other="# matches" />)
          </>
        )}
      >
        {({ body, page, left }) => (
          <MatchPage filter={filter} {...narrowing} matches={body.data} page={page} left={left} />
        )}
      </PagedList>
    </div>
  )
}

type PageProps = Narrowing & { filter: Filter; matches: MatchView[]; page: number; left: number }

function MatchPage({ filter, only, none, matches, page, left }: PageProps) {
  const drawn = useDeferredValue(matches, shownFirst ? matches : undefined)
  useEffect(() => {
    shownFirst = true
  }, [])
  if (matches.length === 0 && page === 1) return <NoMatches live={filter.when === 'live'} />
  const shown = (drawn ?? matches.slice(0, firstRows)).filter(only ?? Boolean)
  return (
    <>
      {shown.length === 0 && drawn && left <= 0 && page === 1 && <p className={style.note}>{none}</p>}
      {sections(shown, filter.sort === 'time').map(({ key, matches: rows }) => (
        <Section key={key} matches={rows} byDay={filter.sort === 'time'} subTypeId={filter.sub_type_id?.toString()} />
      ))}
      {!drawn && <Busy />}
    </>
  )
}

/** Why a list or a match could not be loaded. The translated failure texts are in the catalogue of the lazy screens, so only `no_answer` is translated here. */
export function ReadFailed({ failed }: { failed: Failed }) {
  return (
    <Notice>
      <FailedText failed={failed} />
    </Notice>
  )
}

function FailedText({ failed }: { failed: Failed }) {
  return failed.code === 'no_answer' ? <Trans>No connection. Please try again</Trans> : failed.error
}

function Section({
  matches,
  byDay,
  subTypeId,
}: {
  matches: MatchView[]
  byDay: boolean
  subTypeId: string | undefined
}) {
  const { i18n } = useLingui()
  const first = matches[0]
  if (!first) return null
  const market = matches.map((match) => listedMarket(match, subTypeId)).find(Boolean)
  return (
    <section className={style.section}>
      <div className={style.head}>
        <h2>
          {byDay ? (
            day(first.start_time, i18n.locale)
          ) : (
            <Link href={`/competition/${first.competition_id}`}>
              {first.category} · {first.competition_name}
            </Link>
          )}
        </h2>
        {!byDay && <LeagueStar match={first} />}
        <span className={style.columns} aria-hidden="true">
          {market && columnHeads(market).map((head, index) => <i key={index}>{head}</i>)}
        </span>
      </div>
      <ul>
        {matches.map((match) => (
          <MatchRow key={match.match_id} match={match} subTypeId={subTypeId} withLeague={byDay} />
        ))}
      </ul>
    </section>
  )
}

/** Groups neighbouring matches of one league (or day), in the order of the server. */
function sections(matches: readonly MatchView[], byDay: boolean): { key: string; matches: MatchView[] }[] {
  const found: { key: string; name: string; matches: MatchView[] }[] = []
  for (const match of matches) {
    const name = byDay ? isoDay(Date.parse(match.start_time)) : match.competition_id
    const last = found.at(-1)
    if (last?.name === name) last.matches.push(match)
    else found.push({ key: `${name}-${match.match_id}`, name, matches: [match] })
  }
  return found
}
