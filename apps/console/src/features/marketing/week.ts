import type { operatorFantasy } from '@nare/contract/operator-fantasy'
import type { Answer } from '@nare/contract/route'

/** A fantasy week in the list. */
export type Week = Answer<typeof operatorFantasy.fantasyWeeks>['data'][number]
