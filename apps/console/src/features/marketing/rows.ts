import type { operator } from '@nare/contract/operator'
import type { operatorFantasy } from '@nare/contract/operator-fantasy'
import type { operatorPromotions } from '@nare/contract/operator-promotions'
import type { Answer } from '@nare/contract/route'
import { labelOf } from '../../parts/format.ts'

/** A period of a leaderboard. */
export type Season = Answer<typeof operator.boardSeasons>['data'][number]
export type Week = Answer<typeof operatorFantasy.fantasyWeeks>['data'][number]
export type Promotion = Answer<typeof operatorPromotions.promotions>['data'][number]

/** "Sports, 2026-W12". */
export const nameOf = ({ board, period }: Pick<Season, 'board' | 'period'>): string => `${labelOf(board)}, ${period}`

/** What a promotion has cost so far. */
export const costOf = ({ bonus, cost }: Pick<Promotion, 'bonus' | 'cost'>): string => bonus?.cost ?? cost.given
