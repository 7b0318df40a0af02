import { useLingui } from '@lingui/react/macro'
import { useSubscription } from '@nare/client/use-live'
import type { CrashBetsState, CrashState } from '@nare/contract/crash'
import { useAmountText } from '@nare/ui/amount'
import { useState } from 'react'
import { live } from '../../state/live-connection.ts'
import type { Flight, Target } from './drawing.ts'
import { multiplierIn, payoutAt } from './flight.ts'
import { markMemory } from './marks.ts'
import type { Slots } from './slots.ts'

type Parts = Pick<Flight, 'targets' | 'own' | 'texts'> & { marks: () => Flight['marks'] }

/** What the flight of a round shows beside its curve: the targets of the bettor's bets, and the cash-outs of all bets so far. */
export function useFlightParts({ round, now, on }: { round: CrashState | undefined; now: Slots; on: boolean }): Parts {
  const { t } = useLingui()
  const text = useAmountText()
  const [memory] = useState(markMemory)
  useSubscription(on ? 'crash:bets' : undefined)
  const roundId = round?.round_id ?? ''
  const targets = ([1, 2] as const).flatMap((no): Target[] => {
    const { bet } = now[no]
    const hundredths = multiplierIn(bet?.cashes_out_at) ?? 0
    if (!bet || bet.round_id !== roundId || bet.auto_cash_out === null || hundredths === 0) return []
    const [letter, at] = [no === 1 ? 'A' : 'B', bet.cashes_out_at]
    const amount = text(payoutAt(bet.stake, hundredths))
    const label = bet.state === 'open' ? t`${letter} leaves at ${at}× with ${amount}` : undefined
    return [{ multiplier: hundredths / 100, text: label }]
  })
  return {
    targets,
    own: new Set(ownBets(now).map(({ bet_id }) => bet_id)),
    texts: { you: t`You`, players: (count) => t`${count} players` },
    marks: () => memory.of(roundId, live.read('crash:bets') as CrashBetsState | undefined),
  }
}

/** The bettor's bets as far as this visit knows them: the two in the panels, and the settled ones. */
export const ownBets = (now: Slots) => [
  ...[now[1].bet, now[2].bet].filter((bet) => bet !== undefined),
  ...now.settledBets,
]
