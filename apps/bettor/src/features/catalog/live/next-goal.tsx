import { useLingui } from '@lingui/react/macro'
import type { MarketView, MatchView } from '@nare/contract/catalog'
import { marketName } from '../../../i18n/market-texts.ts'
import { Strip } from '../../../odds/strip.tsx'
import { useMatchNow } from '../clock.tsx'
import { nextGoalLine } from './next-goal-line.ts'

/** The prices of the next goal in a match row. The line follows from the score. */
export function NextGoal({ match, market }: { match: MatchView; market: MarketView }) {
  const { t } = useLingui()
  const { home_score, away_score } = useMatchNow(match)
  const line = nextGoalLine(market, (home_score ?? 0) + (away_score ?? 0) + 1)
  return (
    <Strip
      key={line.special_bet_value}
      match={match}
      market={line}
      label={t`${marketName(line)}, ${match.home_team} v ${match.away_team}`}
    />
  )
}
