import { Plural } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Receipt } from '../../slip/receipt.tsx'
import { useApp } from '../../state/hooks.ts'
import { PickRows } from './pick-rows.tsx'

/** The receipt of a ticket: its pool, its lines, and the picks of each match. */
export function JackpotReceipt({ bet }: { bet: BetView }) {
  const matches = useApp(({ betting: { jackpot } }) =>
    jackpot?.find(({ jackpot_id }) => jackpot_id === bet.jackpot?.jackpot_id),
  )?.matches
  return (
    <Receipt
      kind="jackpot"
      bets={[bet]}
      nameOf={({ jackpot, lines }) => (
        <>
          {jackpot && <>{jackpot.name} · </>}
          <Plural value={lines ?? 1} one="# line" other="# lines" />
        </>
      )}
      matches="/jackpot"
      placed="/my-bets?product=jackpot"
      picksOf={({ picks = [] }) => (
        <PickRows
          rows={picks.map(({ match_id, outcomes, ...teams }, at) => ({
            ...{ match_id, outcomes, teams, no: at + 1 },
            match: matches?.find((match) => match.match_id === match_id),
          }))}
        />
      )}
    />
  )
}
