import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Icon } from '@nare/ui/icon'
import { Price } from '@nare/ui/price'
import { Link } from 'wouter'
import { legTitle, unsaidMarket } from '../../i18n/pick-text.ts'
import { MatchScore } from '../../play/match-score.tsx'
import { LegParts } from '../../slip/leg-parts.tsx'
import { useLegProgress, type LegPlace } from '../../state/use-bet-now.ts'
import style from './bet.module.css'

type Leg = BetView['legs'][number]

type BetLegProps = {
  leg: Leg
  /** The bet and the number of the leg. */
  at: LegPlace
  isLeague: boolean
  /** Adds competition, category and game id. */
  isDetailed?: boolean
}

/**
 * One leg in two lines: the pick with its price, and its match with minute and score or kick-off; between them the parts of a combination. An undecided leg links to its match; a
 * league leg links to the league, whose matches have no page and no topic.
 */
export function BetLeg({ leg, at, isLeague, isDetailed = false }: BetLegProps) {
  const progress = useLegProgress(leg, { at, follow: !isLeague })
  const isLive = leg.state === 'open' && progress !== undefined && progress.phase !== 'ended'
  const match = <Match leg={leg} />
  return (
    <li>
      <LegMark state={leg.state} isLive={isLive} />
      <b>{legTitle(leg)}</b>
      <Price value={leg.odd_value} />
      <LegParts leg={leg} mark={(state) => <LegMark state={state} isLive={isLive && state === 'open'} />} />
      <span className={style.match}>
        {leg.state === 'open' ? (
          <Link href={isLeague ? '/nare-league' : `/match/${leg.match_id}`}>{match}</Link>
        ) : (
          match
        )}
      </span>
      <span className={`num ${style.score}`} data-live={isLive || undefined}>
        <MatchScore progress={progress} startTime={leg.start_time} />
      </span>
      {isDetailed && (
        <small>
          {leg.competition_name} · {leg.category} · <span className="num">#{leg.game_id}</span>
        </small>
      )}
    </li>
  )
}

/** The ids of the market 1X2: of sports and of the league. */
const matchResults = ['1', '3']

/** The match of a leg beside its pick: "v Shabana" or "at APS Bomet" for the result of a match, else both teams and the market. */
function Match({ leg }: { leg: Leg }) {
  const { home_team, away_team, odd_key, sub_type_id } = leg
  const side = matchResults.includes(sub_type_id) ? odd_key : undefined
  if (side === 'home_team' || side === 'away_team')
    return (
      <>
        {/* The pick is above: with its name the link says the whole match. */}
        <span className="unseen">{side === 'home_team' ? home_team : away_team} </span>
        {side === 'home_team' ? <Trans>v {away_team}</Trans> : <Trans>at {home_team}</Trans>}
      </>
    )
  const teams = `${home_team} v ${away_team}`
  const market = unsaidMarket(leg)
  return market ? `${teams} · ${market}` : teams
}

function LegMark({ state, isLive }: { state: Leg['state']; isLive: boolean }) {
  return (
    <span className={style.mark} data-state={isLive ? 'live' : state}>
      {(state === 'won' || state === 'half_won') && <Icon name="check" size={16} />}
      {(state === 'lost' || state === 'half_lost') && <Icon name="x" size={16} />}
      {state === 'void' && <i aria-hidden="true">–</i>}
      {state === 'open' && <i className={style.dot} aria-hidden="true" />}
      <span className={state.startsWith('half') ? style.half : 'unseen'}>
        {isLive ? <Trans>Live</Trans> : <LegState state={state} />}
      </span>
    </span>
  )
}

function LegState({ state }: { state: Leg['state'] }) {
  const { t } = useLingui()
  switch (state) {
    case 'open':
      return t`Open`
    case 'won':
      return t`Won`
    case 'lost':
      return t`Lost`
    case 'void':
      return t`Void`
    case 'half_won':
      return t`Half won`
    case 'half_lost':
      return t`Half lost`
  }
}
