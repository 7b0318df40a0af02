import { Trans, useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import type { MarketView, MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { useState } from 'react'
import { marketName } from '../../i18n/market-texts.ts'
import { Strip } from '../../odds/strip.tsx'
import { useMatchNow } from './clock.tsx'
import { FollowStar } from './follow-star.tsx'
import type { Followed } from './follows.ts'
import { goalsNeeded, isTotal, type MarketLines } from './markets.ts'
import style from './match-market.module.css'

type BoxProps = { match: MatchView; market: MarketLines; open: boolean; isRendered: boolean }

/** One market of the match page. Its prices are rendered and subscribed to while it is open. */
export function MarketBox({ match, market, open, isRendered }: BoxProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(open)
  const toggle = (event: React.ToggleEvent<HTMLDetailsElement>): void => setShown(event.currentTarget.open)
  const total = isTotal(market)
  return (
    <div className={style.market}>
      <FollowStar follow={marketFollow(match, market)} />
      <details open={shown} onToggle={toggle}>
        <summary>
          <h2>{titleOf(market, match)}</h2>
          <Icon name="down" size={16} />
          {shown && total && (
            <span className={style.heads} aria-hidden="true">
              <span>{t`Over`}</span>
              <span>{t`Under`}</span>
            </span>
          )}
        </summary>
        {shown && isRendered && <Lines match={match} market={market} total={total} />}
      </details>
    </div>
  )
}

/** The name of a market, with the team in place of "Home team" and "Away team". */
export const titleOf = (market: MarketLines, { home_team, away_team }: MatchView): string =>
  marketName(market)
    .replace(/home team|timu ya nyumbani/i, () => home_team)
    .replace(/away team|timu ya ugenini/i, () => away_team)

function marketFollow({ sport_id }: MatchView, market: MarketLines): Followed {
  const id = `${sport_id}/${market.sub_type_id}`
  return { kind: 'market', id, name: marketName(market), sport_id, href: `/?sub_type_id=${market.sub_type_id}` }
}

type LinesProps = { match: MatchView; market: MarketLines; total: boolean }

/** The lines of a market: of a total, rows under "Over" and "Under"; of others, prices with the names of their outcomes above. */
function Lines({ match, market, total }: LinesProps) {
  useSubscription(`market:${match.match_id}:${market.sub_type_id}`)
  return (
    <div className={total ? style.table : style.lines}>
      {market.lines.map((line) => (
        <div key={line.special_bet_value}>
          {total && <LineHead match={match} line={line} />}
          <Strip
            match={match}
            market={line}
            label={`${marketName(market)} ${line.special_bet_value}`.trim()}
            captions={!total}
          />
        </div>
      ))}
    </div>
  )
}

/** "3.5", and while the match is played "1 more needed". */
function LineHead({ match, line }: { match: MatchView; line: MarketView }) {
  const { state, home_score, away_score } = useMatchNow(match)
  const isPlayed = state === 'live' && home_score !== null
  const needed = isPlayed ? goalsNeeded(line, { home: home_score, away: away_score ?? 0 }) : undefined
  return (
    <p>
      <b className="num">{line.special_bet_value}</b>{' '}
      {isPlayed && <small>{needed === undefined ? '\u00a0' : <Trans>{needed} more needed</Trans>}</small>}
    </p>
  )
}
