import { useLingui } from '@lingui/react/macro'
import type { MarketView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { Price } from '@nare/ui/price'
import { useState } from 'react'
import { usePicked } from '../state/picked.ts'
import { pickOf, ucn, type PickMatch } from '../state/picks.ts'
import type { PickSlipKind } from '../state/slips.ts'
import { outcomeText } from '../i18n/market-texts.ts'
import { notify } from '../notices/notices.ts'
import { useTogglePick } from './use-toggle-pick.ts'
import { usePaintedPrice, type CellPrice } from './use-painted-price.ts'

export type Outcome = MarketView['odds'][number]

type OddProps = {
  match: PickMatch
  market: Omit<MarketView, 'odds'>
  outcome: Outcome
  tabIndex: number
  /** The slip that the price belongs to. */
  slip: PickSlipKind
  /** A small line above the price, for lists without column headings. */
  caption?: string | undefined
}

/** The button of one price. React renders its structure and state; `usePaintedPrice` writes the changing price. */
export function Odd({ match, market, outcome, tabIndex, slip, caption }: OddProps) {
  const { t } = useLingui()
  const pickId = ucn({ match_id: match.match_id, sub_type_id: market.sub_type_id, odd_key: outcome.odd_key })
  const picked = usePicked(pickId, slip)
  const toggle = useTogglePick(slip)
  /** React renders this price only once, which the server-rendered front page needs; later prices are painted. */
  const [firstPrice] = useState(outcome.odd_value)

  const name = outcomeText({ ...outcome, home_team: match.home_team, away_team: match.away_team })
  const labelOf = ({ state, price }: CellPrice): string => {
    const label =
      caption === undefined
        ? `${name}, ${price}`
        : name === caption
          ? `${caption} ${price}`
          : `${caption} ${price}, ${name}`
    return state === 'suspended' ? t`${label}, suspended` : label
  }
  const { state, isPriced, cell, shownPrice } = usePaintedPrice(
    {
      topic: `market:${match.match_id}:${market.sub_type_id}`,
      line: market.special_bet_value,
      oddKey: outcome.odd_key,
      listed: { state: market.state, price: outcome.odd_value },
      match,
    },
    labelOf,
  )

  if (!isPriced || state === 'closed') {
    return (
      <span className="odd" aria-label={t`${name}, not available`}>
        {caption && <small>{caption}</small>}–
      </span>
    )
  }
  const suspended = state === 'suspended'
  const listedPrice = outcome.odd_value ?? ''
  const press = (): void => {
    if (suspended && !picked) notify({ message: t`This market is suspended for a moment` })
    else toggle(pickOf(match, market, outcome, shownPrice() ?? listedPrice))
  }
  return (
    <button
      ref={cell}
      type="button"
      className="odd"
      tabIndex={tabIndex}
      aria-pressed={picked}
      aria-disabled={suspended || undefined}
      aria-label={labelOf({ state, price: listedPrice })}
      onClick={press}
    >
      {caption && <small>{caption}</small>}{' '}
      <span className="price">
        <Price value={firstPrice} />
      </span>
      {suspended && <Icon name="lock" size={12} />}
      {picked && (
        <i className="tick" aria-hidden="true">
          ✓
        </i>
      )}
    </button>
  )
}
