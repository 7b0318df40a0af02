import type { operator } from '@nare/contract/operator'
import type { Answer } from '@nare/contract/route'

/** A jackpot in the list. */
export type Jackpot = Answer<typeof operator.operatorJackpots>['data'][number]
