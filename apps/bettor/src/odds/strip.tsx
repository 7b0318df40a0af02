import type { MarketView } from '@nare/contract/catalog'
import { useState, type KeyboardEvent } from 'react'
import type { PickMatch } from '../state/picks.ts'
import type { PickSlipKind } from '../state/slips.ts'
import { outcomeText } from '../i18n/market-texts.ts'
import { unusualLine } from './line-text.ts'
import { Odd } from './odd.tsx'

type StripProps = {
  match: PickMatch
  market: MarketView
  label: string
  /** What stands above the prices: the outcomes, or lines other than the usual one. */
  captions?: boolean | 'line'
  slip?: PickSlipKind
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The prices of one line in a row. Tab reaches the row once; arrow keys move between its prices; Space and Enter toggle a pick. */
export function Strip({ match, market, label, captions = false, slip = 'sports' }: StripProps) {
  const [tabStop, setTabStop] = useState(() =>
    Math.max(
      0,
      market.odds.findIndex(({ odd_value }) => odd_value !== null),
    ),
  )

  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key]
    if (!step) return
    const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('.odd')]
    let next = cells.findIndex((cell) => cell === document.activeElement)
    do next += step
    while (cells[next] && cells[next]?.tagName !== 'BUTTON')
    const cell = cells[next]
    if (!cell) return
    event.preventDefault()
    setTabStop(next)
    cell.focus()
  }
  return (
    <div role="group" aria-label={label} className="odds" onKeyDown={move}>
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

const teamsOf = ({ home_team, away_team }: PickMatch): Pick<PickMatch, 'home_team' | 'away_team'> => ({
  home_team,
  away_team,
})
