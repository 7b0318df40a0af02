import { useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import type { MatchView } from '@nare/contract/catalog'
import { useRef } from 'react'
import { Link } from 'wouter'
import { marketName } from '../../i18n/market-texts.ts'
import { Strip } from '../../odds/strip.tsx'
import { useVisible } from '../../odds/use-visible.ts'
import { Clock, Score } from './clock.tsx'
import { listedMarket } from './markets.ts'
import style from './match-row.module.css'

type RowProps = { match: MatchView; subTypeId: string | undefined; withLeague: boolean }

/** One match of a list: teams, time, game id, number of other markets and the prices of one market. */
export function MatchRow({ match, subTypeId, withLeague }: RowProps) {
  const { t } = useLingui()
  const row = useRef<HTMLLIElement>(null)
  const visible = useVisible(row)
  const market = listedMarket(match, subTypeId)
  useSubscription(visible ? `match:${match.match_id}` : undefined)
  useSubscription(visible && market ? `market:${match.match_id}:${market.sub_type_id}` : undefined)
  const href = `/match/${match.match_id}`
  return (
    <li ref={row} className={style.row}>
      <Link href={href} className={style.teams}>
        <span className={style.names}>
          <span>
            <b>{match.home_team}</b>
            <Score match={match} side="home" />
          </span>
          <span>
            <b>{match.away_team}</b>
            <Score match={match} side="away" />
          </span>
        </span>
        <small className={style.meta}>
          {withLeague && (
            <span className={style.league}>
              {match.category} · {match.competition_name}
            </span>
          )}
          <span className="num">#{match.game_id}</span> <i className={style.dot}>· </i>
          <Clock match={match} />
          {match.side_bets > 0 && <span className="num"> +{match.side_bets}</span>}
        </small>
      </Link>
      <div className={style.strip}>
        {market ? (
          <Strip
            match={match}
            market={market}
            label={t`${marketName(market)}, ${match.home_team} v ${match.away_team}`}
          />
        ) : (
          <Link href={href} className={style.none}>{t`All markets`}</Link>
        )}
      </div>
    </li>
  )
}
