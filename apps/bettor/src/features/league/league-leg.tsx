import { useLingui } from '@lingui/react/macro'
import { Price } from '@nare/ui/price'
import type { ReactNode } from 'react'
import { LegRow, type LegView } from '../../slip/leg-row.tsx'
import type { PickRound } from '../../state/picks.ts'

type Leg = LegView & { odd_value: string; round?: PickRound }

/** A leg of the league's slip or of its receipt. */
export function LeagueLeg({ leg, end, isLarge = false }: { leg: Leg; end?: ReactNode; isLarge?: boolean }) {
  const { t } = useLingui()
  return (
    <LegRow
      leg={leg}
      isLarge={isLarge}
      place={
        <>
          {leg.competition_name} {leg.round && <>· {t`Round ${leg.round.round_number}`}</>} · #{leg.match_id}
        </>
      }
      end={
        <>
          <b>
            <Price value={leg.odd_value} />
          </b>
          {end}
        </>
      }
    />
  )
}
