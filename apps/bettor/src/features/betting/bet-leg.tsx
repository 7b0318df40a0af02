import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Icon } from '@nare/ui/icon'
import { Price } from '@nare/ui/price'
import { Link } from 'wouter'
import { pickText, unsaidMarket } from '../../i18n/pick-text.ts'
import { MatchScore } from '../../play/match-score.tsx'
import { useLegProgress, type LegPlace } from '../../state/use-bet-now.ts'
import style from './my-bets.module.css'

type Leg = BetView['legs'][number]

/**
 * One leg: pick, minute and score or kick-off, price, and match. An undecided leg links to its match; a league leg links to the league,
 * whose matches have no page and no topic. `at` is the bet and the number of the leg.
 */
export function BetLeg({ leg, at, isLeague }: { leg: Leg; at: LegPlace; isLeague: boolean }) {
  const progress = useLegProgress(leg, { at, follow: !isLeague })
  const isLive = leg.state === 'open' && progress !== undefined && progress.phase !== 'ended'
  const teams = `${leg.home_team} v ${leg.away_team}`
  return (
    <li>
      <LegMark state={leg.state} isLive={isLive} />
      <b>{pickText(leg)}</b>
      <span className={`num ${style.score}`} data-live={isLive || undefined}>
        <MatchScore progress={progress} startTime={leg.start_time} />
      </span>
      <Price value={leg.odd_value} />
      <span className={style.match}>
        {leg.state === 'open' ? (
          <Link href={isLeague ? '/nare-league' : `/match/${leg.match_id}`}>{teams}</Link>
        ) : (
          teams
        )}
        <small>
          {unsaidMarket(leg) && `${unsaidMarket(leg)} · `}
          {leg.competition_name} · {leg.category} · <span className="num">#{leg.game_id}</span>
        </small>
      </span>
    </li>
  )
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
