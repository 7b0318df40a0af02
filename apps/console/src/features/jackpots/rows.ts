import type { operator } from '@nare/contract/operator'
import type { Answer } from '@nare/contract/route'

/** A row of the list of jackpots. */
export type Jackpot = Answer<typeof operator.operatorJackpots>['data'][number]
