import { useLingui } from '@lingui/react/macro'
import { useLiveText } from '@nare/client/use-live'
import type { MarketView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { Price } from '@nare/ui/price'
import { usePicked } from '../state/picked.ts'
import { pickOf, ucn, type PickMatch } from '../state/picks.ts'
import type { PickSlipKind } from '../state/slips.ts'
import { outcomeLabel } from '../i18n/market-texts.ts'
import { notify } from '../notices/notices.ts'
import { useTogglePick } from './use-toggle-pick.ts'
import { usePriceMove } from './use-price-move.ts'
import { useLastLive } from './use-last-live.ts'

export type Outcome = MarketView['odds'][number]

type OddProps = {
  match: PickMatch
  market: Omit<MarketView, 'odds'>
  outcome: Outcome
  tabIndex: number
  /** The slip that the price belongs to. */
  slip: PickSlipKind
  /** A small line above the price, where there is no column heading. */
  caption?: string | undefined
}

/**
 * One price. It alone renders again when its price, its market's state or its place in the slip changes. A new price is a
 * new text node: a centred text that grows by a digit would count as a layout shift.
 */
export function Odd({ match, market, outcome, tabIndex, slip, caption }: OddProps) {
  const { t } = useLingui()
  const topic = `market:${match.match_id}:${market.sub_type_id}` as const
  const heard = useLiveText(topic, market.special_bet_value, ({ state: now, odds }) => {
    const listed = odds.find(([key]) => key === outcome.odd_key)
    return `${now} ${listed?.[1] ?? ''}`
  })
  const [state, price] = useLastLive(heard, match)?.split(' ') ?? [market.state, outcome.odd_value]
  const mark = ucn({ match_id: match.match_id, sub_type_id: market.sub_type_id, odd_key: outcome.odd_key })
  const picked = usePicked(mark, slip)
  const move = usePriceMove(price || null)
  const toggle = useTogglePick(slip)

  if (!price || state === 'closed') {
    return (
      <span className="odd" aria-label={t`${outcomeName(match, outcome)}, not available`}>
        {caption && <small>{caption}</small>}–
      </span>
    )
  }
  const suspended = state === 'suspended'
  const plain = outcomeName(match, outcome)
  const label =
    caption === undefined
      ? `${plain}, ${price}`
      : plain === caption
        ? `${caption} ${price}`
        : `${caption} ${price}, ${plain}`
  const press = (): void => {
    if (suspended && !picked) notify({ message: t`This market is suspended for a moment` })
    else toggle(pickOf(match, market, outcome, price))
  }
  return (
    <button
      type="button"
      className="odd"
      tabIndex={tabIndex}
      aria-pressed={picked}
      aria-disabled={suspended || undefined}
      data-move={suspended ? undefined : move}
      aria-label={suspended ? t`${label}, suspended` : label}
      onClick={press}
    >
      {caption && <small>{caption}</small>} <Price key={price} value={price} />
      {suspended && <Icon name="lock" size={12} />}
    </button>
  )
}

function outcomeName(match: PickMatch, { odd_key, display }: Outcome): string {
  if (odd_key === 'home_team') return match.home_team
  if (odd_key === 'away_team') return match.away_team
  return outcomeLabel(display)
}
