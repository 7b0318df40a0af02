import type { BetView } from '@nare/contract/betting'
import type { ReactNode } from 'react'
import { partText } from '../i18n/pick-text.ts'
import type { PickPart } from '../state/picks.ts'
import style from './leg-parts.module.css'

export type PartState = BetView['legs'][number]['state']
type Part = PickPart & { state?: PartState }

type PartsProps = {
  leg: { parts?: readonly Part[] | undefined; home_team: string; away_team: string }
  /** What stands before a part of a placed bet: its state. */
  mark?: (state: PartState) => ReactNode
}

/** The picks of a combination, one below the other; nothing for other legs. */
export function LegParts({ leg, mark }: PartsProps) {
  return (
    leg.parts && (
      <ul className={style.parts} data-marked={mark ? true : undefined}>
        {leg.parts.map((part) => (
          <li key={`${part.sub_type_id} ${part.odd_key}`}>
            {mark && part.state && mark(part.state)}
            <span>{partText(part, leg)}</span>
          </li>
        ))}
      </ul>
    )
  )
}
