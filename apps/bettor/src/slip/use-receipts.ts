import type { BetView } from '@nare/contract/betting'
import { betting } from '../state/betting.ts'
import { useApp, useSend } from '../state/hooks.ts'
import { receiptField } from '../state/slip-commands.ts'
import type { SlipKind } from '../state/slips.ts'

/** The receipts of a slip, none while a further bet of it is being placed, and the function that dismisses them. */
export function useReceipts(kind: SlipKind): { receipts: readonly BetView[]; dismiss: () => void } {
  const send = useSend()
  const placed = useApp(({ betting: state }) => state[receiptField[kind]])
  const isIdle = useApp(({ betting: { placements } }) => placements[kind].stage === 'idle')
  const bets = Array.isArray(placed) ? placed : placed && 'bet' in placed ? [placed.bet as BetView] : []
  return {
    receipts: isIdle ? bets : [],
    dismiss: () => void send(betting.actions.reset(receiptField[kind])),
  }
}
