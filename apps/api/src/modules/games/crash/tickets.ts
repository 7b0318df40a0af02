import type { RoundsOfBets } from '../tickets.ts'
import { betsById } from './bet-store.ts'
import { multiplierText } from './views.ts'

/** The rounds behind crash bets, with the multiplier at which each has cashed out. */
export const crashOfBets: RoundsOfBets = async (on, betIds, { asPlaced }) => {
  const rows = await betsById(on, betIds)
  return new Map(
    rows.map(({ betId, roundId, cashedOutAt }) => [
      betId,
      {
        game: 'crash',
        round_id: roundId,
        ...(!asPlaced && cashedOutAt !== null && { multiplier: multiplierText(cashedOutAt) }),
      },
    ]),
  )
}
