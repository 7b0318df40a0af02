import type { operator } from '@nare/contract/operator'
import type { Answer } from '@nare/contract/route'
import { labelOf } from '../../parts/format.ts'

/** A period of a leaderboard in the list. */
export type Season = Answer<typeof operator.boardSeasons>['data'][number]

/** "Sports, week": the board and its period. */
export const nameOf = ({ board, period }: Pick<Season, 'board' | 'period'>): string => `${labelOf(board)}, ${period}`
