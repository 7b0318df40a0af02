import { Trans, useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { shortTime } from '@nare/ui/format'
import { Icon } from '@nare/ui/icon'
import { Price } from '@nare/ui/price'
import { Link } from 'wouter'
import { marketName, outcomeText } from '../../i18n/market-texts.ts'
import { HalfTime } from '../../odds/half-time.tsx'
import { minuteText } from '../../odds/minute-text.ts'
import type { LegProgress } from '../../state/bet-now.ts'
import { useLegProgress, type LegPlace } from '../../state/use-bet-now.ts'
import { useNow } from '../../state/use-now.ts'
import style from './my-bets.module.css'

type Leg = BetView['legs'][number]

const minuteMs = 60_000

/**
 * One leg: the pick first, its match, then minute and score or the kick-off, and the price. An undecided leg opens its match; one of the
 * league, whose matches have no page and no topic, opens the league. `at` is the leg's place: its bet and its number.
 */
export function BetLeg({ leg, at, isLeague }: { leg: Leg; at: LegPlace; isLeague: boolean }) {
  const { i18n } = useLingui()
  const progress = useLegProgress(leg, { at, follow: !isLeague })
  const now = useNow(minuteMs)
  const isLive = leg.state === 'open' && progress !== undefined && progress.phase !== 'ended'
  const teams = `${leg.home_team} v ${leg.away_team}`
  return (
    <li>
      <Mark state={leg.state} isLive={isLive} />
      <b>{outcomeText(leg)}</b>
      <span className={`num ${style.score}`} data-live={isLive || undefined}>
        {progress ? (
          <Score progress={progress} />
        ) : (
          <time dateTime={leg.start_time}>{shortTime(leg.start_time, { locale: i18n.locale, nowMs: now })}</time>
        )}
      </span>
      <Price value={leg.odd_value} />
      <span className={style.match}>
        {leg.state === 'open' ? (
          <Link href={isLeague ? '/nare-league' : `/match/${leg.match_id}`}>{teams}</Link>
        ) : (
          teams
        )}
        <small>
          {marketName({ sub_type_id: leg.sub_type_id, name: leg.market })} · {leg.competition_name} · {leg.category} ·{' '}
          <span className="num">#{leg.game_id}</span>
        </small>
      </span>
    </li>
  )
}

function Score({ progress }: { progress: LegProgress }) {
  const score = progress.score.replace(':', '–')
  if (progress.phase === 'ended') return <Trans>FT {score}</Trans>
  if (progress.phase === 'half_time') {
    return (
      <>
        <HalfTime /> {score}
      </>
    )
  }
  if (progress.minute === null) return <Trans>Live {score}</Trans>
  return (
    <>
      {minuteText(progress.minute, progress.added)} {score}
    </>
  )
}

function Mark({ state, isLive }: { state: Leg['state']; isLive: boolean }) {
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
  switch (state) {
    case 'open':
      return <Trans>Open</Trans>
    case 'won':
      return <Trans>Won</Trans>
    case 'lost':
      return <Trans>Lost</Trans>
    case 'void':
      return <Trans>Void</Trans>
    case 'half_won':
      return <Trans>Half won</Trans>
    case 'half_lost':
      return <Trans>Half lost</Trans>
  }
}
