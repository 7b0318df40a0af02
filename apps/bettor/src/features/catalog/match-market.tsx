import { useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import type { MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { useState } from 'react'
import { marketName } from '../../i18n/market-texts.ts'
import { Strip } from '../../odds/strip.tsx'
import { FollowStar } from './follow-star.tsx'
import type { Followed } from './follows.ts'
import { lineHead, tableKind, type MarketLines } from './markets.ts'
import style from './match.module.css'

type BoxProps = { match: MatchView; market: MarketLines; open: boolean; isRendered: boolean }

/** One market of the match page. Its prices are rendered and subscribed to while it is open. */
export function MarketBox({ match, market, open, isRendered }: BoxProps) {
  const [shown, setShown] = useState(open)
  const toggle = (event: React.ToggleEvent<HTMLDetailsElement>): void => setShown(event.currentTarget.open)
  return (
    <div className={style.market}>
      <FollowStar follow={marketFollow(match, market)} />
      <details open={shown} onToggle={toggle}>
        <summary>
          <h2>{marketName(market)}</h2>
          <Icon name="down" size={18} />
        </summary>
        {shown && isRendered && <Lines match={match} market={market} />}
      </details>
    </div>
  )
}

function marketFollow({ sport_id }: MatchView, market: MarketLines): Followed {
  const id = `${sport_id}/${market.sub_type_id}`
  return { kind: 'market', id, name: marketName(market), sport_id, href: `/?sub_type_id=${market.sub_type_id}` }
}

type LinesProps = { match: MatchView; market: MarketLines }

function Lines({ match, market }: LinesProps) {
  useSubscription(`market:${match.match_id}:${market.sub_type_id}`)
  const kind = tableKind(market)
  if (kind) return <TableLines match={match} market={market} kind={kind} />
  return (
    <div className={style.lines}>
      {market.lines.map((line) => (
        <div key={line.special_bet_value}>
          <Strip match={match} market={line} label={labelOf(market, line)} captions />
        </div>
      ))}
    </div>
  )
}

/** Totals and handicaps: one row per line, with the outcomes under common headings. */
function TableLines({ match, market, kind }: LinesProps & { kind: 'total' | 'handicap' }) {
  const { t } = useLingui()
  const heads =
    kind === 'total'
      ? [t`Over`, t`Under`]
      : [match.home_team, ...(market.lines[0]?.odds.length === 3 ? [t`Draw`] : []), match.away_team]
  return (
    <div className={style.table}>
      <p aria-hidden="true">
        <i />
        <span>
          {heads.map((head) => (
            <span key={head}>{head}</span>
          ))}
        </span>
      </p>
      {market.lines.map((line) => (
        <div key={line.special_bet_value}>
          <b className="num">{lineHead(line)}</b>
          <Strip match={match} market={line} label={labelOf(market, line)} />
        </div>
      ))}
    </div>
  )
}

const labelOf = (market: MarketLines, line: { special_bet_value: string }): string =>
  `${marketName(market)} ${line.special_bet_value}`.trim()
