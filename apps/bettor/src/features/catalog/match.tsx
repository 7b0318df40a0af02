import { Trans } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import { catalog, type MatchView } from '@nare/contract/catalog'
import type { Answer } from '@nare/contract/route'
import {
  Fragment,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
} from 'react'
import { useParams, useSearchParams } from 'wouter'
import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { usePageTitle } from '../../pages/page-title.ts'
import type { BuildPlaceProps } from '../../slip/build-place.ts'
import { useApp } from '../../state/hooks.ts'
import { useMedia } from '../../state/use-media.ts'
import { useRead } from '../../state/use-read.ts'
import { useMatchNow } from './clock.tsx'
import { useFollows } from './follows.ts'
import { listedMatch } from './listed-match.ts'
import { MatchHero } from './match-head.tsx'
import { MarketBox } from './match-market.tsx'
import { hasTable, isInsightTab, isMarketTab, namedTabs, type MarketTab, type MatchTab } from './match-tab.ts'
import { byMarket, closedLines, inColumns, inGroup, offeredLines } from './markets.ts'
import { ReadFailed } from './read-failed.tsx'
import { soccer } from './soccer.ts'
import style from './match.module.css'

const MatchResult = lazyPart(
  () => loadWithMessages(() => import('./live/ended-match.tsx'), ['live']).then((ended) => ended.MatchResult),
  { loading: <Skeleton rows={6} /> },
)

const NoSuchMatch = lazyPart(() =>
  loadWithMessages(() => import('./no-matches.tsx'), ['catalog']).then((part) => part.NoSuchMatch),
)
const loadLive = () => loadWithMessages(() => import('./live/match-live-part.ts'), ['live'])
const MatchInfo = lazyPart(() => loadLive().then((live) => live.MatchInfo), { loading: <Skeleton rows={6} /> })
const BuildEntry = lazyPart(() => loadLive().then((live) => live.BuildEntry), { failed: null })
const Insight = lazyPart(
  () => loadWithMessages(() => import('./insight/insight.tsx'), ['live', 'insight']).then((part) => part.Insight),
  { loading: <Skeleton rows={6} /> },
)
const room = <div className={style.room} />
const MatchTabs = lazyPart(() => loadLive().then((live) => live.MatchTabs), { loading: room, failed: null })

type EndedView = Answer<typeof catalog.match>['data']

/** The number of markets that are open when the page opens, and the number of open markets in the first render. */
const openCount = 12
const firstRenderCount = 4

type MatchProps = {
  /** The bettor's own bets on the match, shown under its first market where there is no slip beside it. */
  Bets: ComponentType<{ match_id?: string }> | false
  /** The end of the builder, which places what was built. */
  BuildPlace: ComponentType<BuildPlaceProps>
}

/** The match page: all markets in groups, with the live clock and score; for an ended match its result. */
export function Match(parts: MatchProps) {
  const { match_id = '' } = useParams<{ match_id: string }>()
  const { body, failed, loading, again } = useRead(catalog.match, { match_id }, 5_000)
  const listed = useApp(({ reads }) => listedMatch(reads, match_id))
  if (body) return <MatchPage key={match_id} match={body.data} again={again} {...parts} />
  if (loading || !failed) return listed ? <ListedMatch match={listed} /> : <Skeleton />
  return <NoMatch failed={failed} again={again} />
}

/** Shown in place of a match that does not exist or could not be loaded. */
function NoMatch({ failed, again }: ComponentProps<typeof ReadFailed>) {
  return (
    <section className={style.note}>
      <h1>{usePageTitle('match')}</h1>
      {failed.code === 'not_found' ? <NoSuchMatch /> : <ReadFailed failed={failed} again={again} />}
    </section>
  )
}

/** The head of the match page with the data of a list, until the markets have loaded. */
function ListedMatch({ match }: { match: MatchView }) {
  useSubscription(`match:${match.match_id}`)
  return (
    <>
      <MatchHero match={match} />
      {room}
      <Skeleton rows={6} />
    </>
  )
}

type PageProps = MatchProps & { match: EndedView; again: () => void }

function MatchPage({ match, again, Bets, BuildPlace }: PageProps) {
  const [query, setQuery] = useSearchParams()
  // A line that was closed when the page opened is not listed; a line that closes later keeps its row.
  const [closedBefore] = useState(() => closedLines(match.odds))
  const top = useRef<HTMLDivElement>(null)
  useSubscription(`match:${match.match_id}`)
  const { state } = useMatchNow(match)
  const hasResult = match.odds.some(({ odds }) => odds.some(({ result }) => result !== undefined))
  useResult({ wanted: state === 'ended' && !hasResult, read: match, again })
  const markets = byMarket(offeredLines(match.odds, closedBefore))
  const mine = useMyMarkets(match.sport_id)
  const isUnder = (sub_type_id: string, tab: MarketTab): boolean =>
    tab === 'all' || (tab === 'mine' ? mine.has(sub_type_id) : inGroup(sub_type_id, tab))
  // Only the feed of soccer reports events, and only its picks combine.
  const isSoccer = match.sport_id === soccer
  const hasEvents = state !== 'not_started' && isSoccer
  const has = (tab: MatchTab): boolean =>
    isMarketTab(tab)
      ? markets.some(({ sub_type_id }) => isUnder(sub_type_id, tab))
      : tab === 'stats' || (tab === 'table' ? hasTable(match) : hasEvents)
  const current = namedTabs.find((tab) => tab === query.get('tab') && has(tab)) ?? 'all'
  const shown = markets.filter(({ sub_type_id }) => isMarketTab(current) && isUnder(sub_type_id, current))
  const isWide = useMedia('(min-width: 43.75em)')
  const hasSlip = useMedia('(min-width: 60em)')
  // Two columns show all open markets at once: none may push another down after the first render.
  const rendered = useDeferredValue(Infinity, isWide ? openCount : firstRenderCount)
  const isOver = state === 'ended' && hasResult
  const combines = useApp(({ data }) => data.app_config?.features['combinations'])
  // The builder has its room before the settings are known.
  const isBuilt = combines !== false && isSoccer && (state === 'live' || state === 'not_started')
  const pick = (tab: MatchTab): void => {
    setQuery(
      (fields) => {
        fields.delete('tab')
        if (tab !== 'all') fields.set('tab', tab)
        return fields
      },
      { replace: true },
    )
    const head = top.current
    if (head && head.getBoundingClientRect().top < 0) head.scrollIntoView()
  }
  return (
    <>
      <MatchHero match={match} />
      <div ref={top} className={style.top} />
      {!isOver && <MatchTabs match={match} value={current} onPick={pick} count={markets.length} has={has} head={top} />}
      {isOver ? (
        <MatchResult match={match} />
      ) : isInsightTab(current) ? (
        <Insight match={match} tab={current} />
      ) : !isMarketTab(current) ? (
        <MatchInfo match={match} />
      ) : (
        <div className={style.markets}>
          {inColumns(shown, isWide ? 2 : 1).map((column, number) => (
            <div key={number}>
              {column.map((market, row) => (
                <Fragment key={market.sub_type_id}>
                  <MarketBox
                    match={match}
                    market={market}
                    open={shown.indexOf(market) < openCount}
                    isRendered={shown.indexOf(market) < rendered}
                  />
                  {number + row === 0 && current === 'all' && (
                    <>
                      {isBuilt && (
                        <div className={style.build}>{combines && <BuildEntry match={match} Place={BuildPlace} />}</div>
                      )}
                      {!hasSlip && Bets && <Bets match_id={match.match_id} />}
                    </>
                  )}
                </Fragment>
              ))}
            </div>
          ))}
        </div>
      )}
      {markets.length === 0 && !isOver && isMarketTab(current) && (
        <p className={style.note}>
          <Trans>No market of this match is open now</Trans>
        </p>
      )}
    </>
  )
}

const resultDelayMs = 2_000
const resultTriesMax = 5

/** Requests an ended match again, up to five times, until it has its result. */
function useResult({ wanted, read, again }: { wanted: boolean; read: object; again: () => void }): void {
  const tries = useRef(0)
  const retry = useEffectEvent(() => {
    tries.current++
    again()
  })
  useEffect(() => {
    if (!wanted || tries.current >= resultTriesMax) return undefined
    const timer = setTimeout(() => retry(), resultDelayMs)
    return () => clearTimeout(timer)
  }, [wanted, read])
}

/** The followed markets of a sport. */
function useMyMarkets(sportId: string): ReadonlySet<string> {
  const follows = useFollows()
  return new Set(
    follows.filter(({ kind, sport_id }) => kind === 'market' && sport_id === sportId).map(({ id }) => marketOf(id)),
  )
}

const marketOf = (id: string): string => id.slice(id.indexOf('/') + 1)
