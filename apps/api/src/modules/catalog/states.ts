import type { Result } from '@nare/bets/result'

export type MatchStateName = 'not_started' | 'live' | 'interrupted' | 'ended' | 'abandoned' | 'postponed' | 'cancelled'
export type MarketStateName = 'open' | 'suspended' | 'closed'

export type ResultKind = 'result' | 'cancelled' | 'void_undecided' | 'rolled_back' | 'open'

/** What people of the house declared void in a match, whatever its result: a whole market, one of its lines, or one outcome. */
export type Voided = { readonly marketId: string; readonly line?: string; readonly oddKey?: string }

/**
 * The newest result of a match. 'result': `result` is final. 'void_undecided': `result` is the last known score of a match that did not
 * finish: outcomes that the score decides are settled, all others are void. 'cancelled': everything is void. 'rolled_back': the earlier
 * result is withdrawn and nothing is decided. 'open': there is no result yet. `voids` are void whatever the kind; absent if there are none.
 */
export type CurrentResult = {
  readonly version: number
  readonly kind: ResultKind
  readonly certainty: 1 | 2
  readonly result: Result
  readonly voids?: readonly Voided[]
}
