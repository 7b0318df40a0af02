import type { RoundsOfBets } from '../tickets.ts'
import { betsById, crashPointsOf } from './bet-store.ts'
import { multiplierText } from './views.ts'

/** The rounds of crash bets, with the multiplier of the cash-out and the crash point of a finished round. */
export const crashOfBets: RoundsOfBets = async (on, betIds, { asPlaced }) => {
  const rows = await betsById(on, betIds)
  if (asPlaced) return new Map(rows.map(({ betId, roundId }) => [betId, { game: 'crash', round_id: roundId }]))
  const points = await crashPointsOf(on, [...new Set(rows.map(({ round }) => round))])
  return new Map(
    rows.map(({ betId, round, roundId, cashedOutAt }) => {
      const point = points.get(round)
      return [
        betId,
        {
          game: 'crash',
          round_id: roundId,
          ...(cashedOutAt !== null && { multiplier: multiplierText(cashedOutAt) }),
          ...(point !== undefined && { result: multiplierText(point) }),
        },
      ]
    }),
  )
}
