import type { BettingState } from './betting.ts'
import type { PickSlipKind } from './slips.ts'

/** The fields that hold the receipts of each slip. */
export const receiptField = { sports: 'receipts', league: 'kiron', jackpot: 'jackpotbestlip' } as const

/** The receipts of a slip: another value means that a bet was placed. */
export const placedOf = (state: BettingState, kind: PickSlipKind): unknown => state[receiptField[kind]]
