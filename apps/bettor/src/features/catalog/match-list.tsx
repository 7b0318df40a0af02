import { Plural } from '@lingui/react/macro'
import { catalog, type MarketView, type MatchView } from '@nare/contract/catalog'
import type { Sent } from '@nare/contract/route'
import { isoDay } from '@nare/ui/format'
import { startTransition, useEffect, useEffectEvent, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { Link } from 'wouter'
import { loadWithMessages } from '../../i18n/locale.ts'
import { loadChunk } from '../../loading/chunk.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { whenIdle } from '../../loading/when-idle.ts'
import { useVisible } from '../../odds/use-visible.ts'
import { PagedList } from '../../paging/paged-list.tsx'
import { useRead } from '../../state/use-read.ts'
import { useDayName } from './day-name.ts'
import { loadWide, MatchRow } from './match-row.tsx'
import { columnHeads, firstListed } from './listed-market.ts'
import { FailedText } from './failed-text.tsx'
import style from './match-list.module.css'
import row from './match-row.module.css'

const NoMatches = lazyPart(() =>
  loadWithMessages(() => import('./no-matches.tsx'), ['catalog']).then((part) => part.NoMatches),
)
/** Flags load once the page is idle. */
const Flag = lazyPart(
  async () => {
    await new Promise<void>((done) => void whenIdle(async () => done()))
    return (await loadChunk(() => import('./flag.tsx'))).Flag
  },
  { loading: <i className={style.flag} />, failed: null },
)
const LeagueStar = lazyPart(() => loadChunk(() => import('./follow-star.tsx')).then((stars) => stars.LeagueStar), {
  loading: <i className={style.star} />,
  failed: null,
})

const WideHeads = lazyPart(() => loadWide().then((wide) => wide.WideHeads), {
  loading: <i className={row.more} />,
  failed: null,
})

export type Filter = Omit<Sent<typeof catalog.matches>, 'page' | 'limit' | 'after'>
export type ListProps = {
  filter: Filter
  /** The markets whose prices the rows have: see `MatchRow`. */
  markets?: readonly string[]
  /** Rendered before the column headings: the market choice. */
  lead?: ReactNode
  /** Filters the loaded matches. `emptyText` is shown if all matches are loaded and none passes. */
  isListed?: (match: MatchView) => boolean
  emptyText?: ReactNode
  /** Groups the matches of one page into sections; by default by league, or by day. */
  group?: (matches: readonly MatchView[], byDay: boolean) => MatchSection[]
  /** Shown in place of an empty list. */
  empty?: ReactNode
}

/** Matches under one heading. Without `title` the heading is their league and the day of the first. */
export type MatchSection = { key: string; name: string; matches: MatchView[]; title?: ReactNode }

export const perPage = 50
const noMarkets: readonly string[] = []
/** The first list of a visit renders this many rows, more than a phone shows, and the rest when they come near the screen or the page is idle. */
const firstRows = 10
let isFirstListShown = false

/** Matches grouped by league (or by day), fifty a page. Rows do not move without a tap. */
export function MatchList({ filter, lead, ...list }: ListProps) {
  return (
    <div className={style.list}>
      <ListBar filter={filter} markets={list.markets ?? noMarkets} lead={lead} />
      <PagedList
        route={catalog.matches}
        filter={filter}
        perPage={perPage}
        idOf={({ match_id }) => match_id}
        loading={<Skeleton />}
        className={style.note}
        failed={(failed) => <FailedText failed={failed} />}
        more={(left) => (
          <>
            (<Plural value={left} one="# match" other="# matches" />)
          </>
        )}
      >
        {({ rows, page, left }) => <MatchPage filter={filter} {...list} matches={rows} page={page} left={left} />}
      </PagedList>
    </div>
  )
}

/** The market choice, followed by the headings of the price columns on narrow screens. */
function ListBar({ filter, markets, lead }: Required<Pick<ListProps, 'filter' | 'markets' | 'lead'>>) {
  const { body } = useRead(catalog.matches, { ...filter, page: 1, limit: perPage })
  const market = firstListed(body?.data ?? [], markets[0])
  if (!lead && !market) return null
  return (
    <div className={style.bar}>
      <div className={style.lead}>{lead}</div>
      <Columns market={market} />
    </div>
  )
}

function Columns({ market }: { market: MarketView | undefined }) {
  return (
    <span className={style.columns} aria-hidden="true">
      {market && columnHeads(market).map((head, index) => <i key={index}>{head}</i>)}
    </span>
  )
}

type PageProps = Omit<ListProps, 'lead'> & { matches: MatchView[]; page: number; left: number }

function MatchPage({
  filter,
  markets = noMarkets,
  isListed,
  emptyText,
  group = sections,
  empty,
  matches,
  page,
  left,
}: PageProps) {
  const [isWhole, setWhole] = useState(isFirstListShown)
  useEffect(() => {
    isFirstListShown = true
  }, [])
  if (matches.length === 0 && page === 1) return empty || <NoMatches />
  const byDay = filter.sort === 'time'
  const listed = matches.filter(isListed ?? Boolean)
  const sorted = group(listed, byDay)
  const isCut = !isWhole && listed.length > firstRows
  return (
    <>
      {listed.length === 0 && left <= 0 && page === 1 && <p className={style.note}>{emptyText}</p>}
      {(isCut ? firstOf(sorted) : sorted).map(({ key, title, matches: rows }) => (
        <Section
          key={key}
          title={title}
          matches={rows}
          byDay={byDay}
          markets={markets}
          withDay={filter.when !== 'live'}
          withLeague={(byDay || title !== undefined) && !filter.competition_id}
        />
      ))}
      {isCut && <Awaited rows={listed.length - firstRows} onDue={() => startTransition(() => setWhole(true))} />}
    </>
  )
}

/** The room of the rows that are not rendered yet, so that what is below the list stays where it is. */
function Awaited({ rows, onDue }: { rows: number; onDue: () => void }) {
  const room = useRef<HTMLDivElement>(null)
  const isNear = useVisible(room)
  const renderRest = useEffectEvent(onDue)
  useEffect(() => (isNear ? renderRest() : whenIdle(async () => renderRest())), [isNear])
  return <div ref={room} className={style.deferred} style={{ '--rows': rows } as CSSProperties} />
}

type SectionProps = {
  title: ReactNode
  matches: MatchView[]
  byDay: boolean
  markets: readonly string[]
  withDay: boolean
  /** True if each row names its league. */
  withLeague: boolean
}

function Section({ title, matches, byDay, markets, withDay, withLeague }: SectionProps) {
  const dayName = useDayName()
  const first = matches[0]
  if (!first) return null
  const [main, ...others] = markets
  return (
    <section className={style.section} style={{ '--rows': matches.length } as CSSProperties}>
      <div className={style.head}>
        <h2>
          {(title ?? byDay) ? (
            (title ?? dayName(first.start_time))
          ) : (
            <Link href={`/competition/${first.competition_id}`}>
              <Flag category={first.category} />
              <span className={style.league}>
                <span>{first.competition_name}</span>
                <small>
                  {first.category}
                  {withDay && ` · ${dayName(first.start_time, { short: true })}`}
                </small>
              </span>
            </Link>
          )}
        </h2>
        {!byDay && !title && <LeagueStar match={first} />}
        <Columns market={firstListed(matches, main)} />
        {others.length > 0 && <WideHeads matches={matches} markets={others} />}
      </div>
      <ul>
        {matches.map((match) => (
          <MatchRow
            key={match.match_id}
            match={match}
            markets={markets}
            withLeague={withLeague}
            withDay={withDay && dayOf(match) !== dayOf(first)}
          />
        ))}
      </ul>
    </section>
  )
}

/** The sections down to the last row that is rendered at first. */
function firstOf(sorted: readonly MatchSection[]): MatchSection[] {
  const first: MatchSection[] = []
  let left = firstRows
  for (const section of sorted) {
    if (left <= 0) break
    first.push({ ...section, matches: section.matches.slice(0, left) })
    left -= section.matches.length
  }
  return first
}

/** Groups matches by league, or by day, in the order in which the server has the first of each: every heading is there once. */
export function sections(matches: readonly MatchView[], byDay: boolean): MatchSection[] {
  const found = new Map<string, MatchSection>()
  for (const match of matches) {
    const name = byDay ? dayOf(match) : match.competition_id
    const section = found.get(name)
    if (section) section.matches.push(match)
    else found.set(name, { key: `${name}-${match.match_id}`, name, matches: [match] })
  }
  return [...found.values()]
}

const dayOf = ({ start_time }: MatchView): string => isoDay(Date.parse(start_time))
