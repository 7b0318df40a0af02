import type { MarketView } from '@nare/contract/catalog'
import type { KeyboardEvent } from 'react'
import type { PickMatch } from '../state/picks.ts'
import type { PickSlipKind } from '../state/slips.ts'
import { outcomeText } from '../i18n/market-texts.ts'
import { loadChunk } from '../loading/chunk.ts'
import type { Step } from './arrows.ts'
import { unusualLine } from './line-text.ts'
import { Odd } from './odd.tsx'

type StripProps = {
  match: PickMatch
  market: MarketView
  label: string
  /** What stands above the prices: the outcomes, or lines other than the usual one. */
  captions?: boolean | 'line'
  slip?: PickSlipKind
  /** For a further strip of a row: Tab reaches only the first one, arrow keys reach all. */
  isFurther?: boolean
}

/** The prices of one line in a row. Tab reaches the row once; arrow keys move between all prices of the page, Home and End within a row; Space and Enter toggle a pick. */
export function Strip({ match, market, label, captions = false, slip = 'sports', isFurther = false }: StripProps) {
  const first = market.odds.findIndex(({ odd_value }) => odd_value !== null)
  const tabStop = isFurther ? -1 : Math.max(0, first)
  return (
    <div role="group" aria-label={label} className="odds" onKeyDown={moveByArrow}>
      {market.odds.map((outcome, index) => (
        <Odd
          key={outcome.odd_key}
          match={match}
          market={market}
          outcome={outcome}
          slip={slip}
          tabIndex={index === tabStop ? 0 : -1}
          caption={
            captions === 'line'
              ? unusualLine(outcome.odd_key)
              : captions
                ? outcomeText({ ...outcome, ...teamsOf(match) })
                : undefined
          }
        />
      ))}
    </div>
  )
}

/** Moves between prices with the arrow keys, Home and End: on a group of them. */
export function moveByArrow(event: KeyboardEvent): void {
  if (!/^(Arrow.*|Home|End)$/.test(event.key) || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  const step = event.key as Step
  loadChunk(() => import('./arrows.ts')).then(
    ({ moveFocus }) => moveFocus(step),
    () => {},
  )
}

const teamsOf = ({ home_team, away_team }: PickMatch): Pick<PickMatch, 'home_team' | 'away_team'> => ({
  home_team,
  away_team,
})
