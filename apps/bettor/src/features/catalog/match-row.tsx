import { Trans, useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import type { MatchView } from '@nare/contract/catalog'
import { useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { marketName } from '../../i18n/market-texts.ts'
import { Strip } from '../../odds/strip.tsx'
import { useVisible } from '../../odds/use-visible.ts'
import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { RowClock, RowState, Score } from './clock.tsx'
import { listedMarket, nextGoal } from './listed-market.ts'
import style from './match-row.module.css'

const loadLive = () => loadWithMessages(() => import('./live/row-part.ts'), ['live'])
const RowEvent = lazyPart(() => loadLive().then((live) => live.RowEvent), { failed: null })
const Reds = lazyPart(() => loadLive().then((live) => live.Reds), { failed: null })
const NextGoal = lazyPart(() => loadLive().then((live) => live.NextGoal), { failed: null })
export const loadWide = () => loadWithMessages(() => import('./wide/wide-part.ts'), ['wide'])
/** The room for further markets has its width before they load. */
const WidePrices = lazyPart(() => loadWide().then((wide) => wide.WidePrices), {
  loading: <i className={style.more} />,
  failed: null,
})

type RowProps = {
  match: MatchView
  /** The markets whose prices the row shows: the first on every screen, the others on wide screens. Empty: the sport's main market. */
  markets: readonly string[]
  withLeague?: boolean
  /** True if the heading above has another day. */
  withDay?: boolean
  /** Shown in place of the time of a match that has not started. */
  soon?: ReactNode
}

/** One match of a list, 56 px: teams, then time, game id and number of other markets, then the prices. */
export function MatchRow({ match, markets, withLeague = false, withDay = false, soon }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  const visible = useVisible(row)
  const [first, ...others] = markets
  useSubscription(visible ? `match:${match.match_id}` : undefined)
  const href = `/match/${match.match_id}`
  const hasStarted = match.state !== 'not_started'
  return (
    <li ref={row} className={style.row}>
      <Link
        href={href}
        className={style.teams}
        data-lead={hasStarted || soon !== undefined || undefined}
        data-league={withLeague || undefined}
      >
        <span className={style.names}>
          <span>
            <b>{match.home_team}</b>
            {hasStarted && <Reds match={match} side="home" />}
            <Score match={match} side="home" />
          </span>
          <span>
            <b>{match.away_team}</b>
            {hasStarted && <Reds match={match} side="away" />}
            <Score match={match} side="away" />
          </span>
        </span>
        <small className={style.time}>
          <RowClock match={match} soon={soon} withDay={withDay} />
        </small>
        <small className={style.note}>
          <RowState match={match} />
          <span className="num">{match.game_id}</span>
          {withLeague && <> · {match.competition_name}</>}
          {hasStarted && <RowEvent match={match} />}
        </small>
        <small className={style.side}>
          <SideBets count={match.side_bets} />
        </small>
      </Link>
      <Prices match={match} market={first} visible={visible} href={href} />
      {others.length > 0 && (
        <WidePrices match={match} markets={others} visible={visible} href={href}>
          <SideBets count={match.side_bets} />
          <small className="num">{match.game_id}</small>
        </WidePrices>
      )}
    </li>
  )
}

function SideBets({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span className="num" aria-hidden="true">
        +{count} ›
      </span>
      <span className="unseen">
        <Trans>{count} more markets</Trans>
      </span>
    </>
  )
}

type PricesProps = { match: MatchView; market: string | undefined; visible: boolean; href: string }

/** The prices of one market, or a link to the match if the market is not offered. */
function Prices({ match, market: id, visible, href }: PricesProps) {
  const { t } = useLingui()
  const market = listedMarket(match, id)
  useSubscription(visible && market ? `market:${match.match_id}:${market.sub_type_id}` : undefined)
  return (
    <div className={style.strip} data-cells={market?.odds.length ?? 3}>
      {market ? (
        id === nextGoal ? (
          <NextGoal match={match} market={market} />
        ) : (
          <Strip
            match={match}
            market={market}
            captions="line"
            label={t`${marketName(market)}, ${match.home_team} v ${match.away_team}`}
          />
        )
      ) : (
        <Link href={href} className={style.none}>{t`All markets`}</Link>
      )}
    </div>
  )
}
