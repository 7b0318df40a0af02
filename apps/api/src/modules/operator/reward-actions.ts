import type { Boards } from '#modules/boards/boards'
import type { Adjust, Points } from '#modules/points/points'
import type { By, Logged } from './logged.ts'

export type RewardDeps = {
  readonly points: Pick<Points, 'adjust' | 'adjustedTotals' | 'waitingAdjustments'>
  readonly boards: Pick<Boards, 'seasons' | 'closeSeason' | 'endPrizes'>
}

/** The operators' actions on points and leaderboards. */
export const rewardActions = ({ points, boards }: RewardDeps, logged: Logged) => ({
  /** Adjusts a bettor's points. A large adjustment needs a second operator. */
  adjustPoints(given: Omit<Adjust, keyof By>, by: By) {
    const facts = { bettor: given.bettor.toString(), points: given.points.toString() }
    return logged({ ...by, action: 'points.adjust', subject: `adjustment ${given.id}`, facts }, () =>
      points.adjust({ ...given, ...by }),
    )
  },
  waitingAdjustments: points.waitingAdjustments,

  /** The points that each operator adjusted on each of the last days. */
  adjustedTotals: points.adjustedTotals,

  boardSeasons: boards.seasons,

  /** Closes a finished period of a leaderboard. Its prizes wait for a day. */
  closeBoard: (id: number, by: By) =>
    logged({ ...by, action: 'board.close', subject: `season ${id}`, facts: {} }, () =>
      boards.closeSeason(id, by.operator),
    ),

  /** Pays the waiting prizes of a closed period now, or withholds them. */
  endPrizes: (id: number, withhold: boolean, by: By) =>
    logged({ ...by, action: 'board.prizes', subject: `season ${id}`, facts: { withhold } }, () =>
      boards.endPrizes({ id, by: by.operator, withhold }),
    ),
})
