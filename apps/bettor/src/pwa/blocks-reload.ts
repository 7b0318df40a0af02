import type { BettingState } from '../state/betting.ts'
import { hasOutstandingCommands } from '../state/outstanding-commands.ts'

/** Whether a reload would lose a response or a receipt: a command is outstanding, a slip is being placed, or a receipt is open. */
export const blocksReload = ({ placements, receipts, kiron, jackpotbestlip }: BettingState): boolean =>
  hasOutstandingCommands() ||
  Object.values(placements).some(({ stage }) => stage !== 'idle') ||
  receipts.length > 0 ||
  kiron !== null ||
  jackpotbestlip !== null
