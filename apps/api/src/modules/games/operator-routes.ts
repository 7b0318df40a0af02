import type { operatorGames as contract } from '@nare/contract/operator-games'
import { done } from '@nare/contract/outcome'
import { returnPercent } from '@nare/games/games'
import { formatMoney } from '@nare/money/money'
import type { Handlers } from '#platform/calls'
import type { Games } from './games.ts'

/** The operators' calls about the house's own games. */
export function operatorGameRoutes(games: Pick<Games, 'settings' | 'pause' | 'limit'>): Handlers<typeof contract> {
  return {
    async games() {
      const rows = await games.settings()
      return done({
        data: rows.map(({ game, setting, operator, limits, largestWin }) => ({
          game,
          paused: operator !== null,
          operator,
          return_percent: returnPercent[game],
          min_stake: formatMoney(limits.minStake),
          max_stake: formatMoney(limits.maxStake),
          max_win: formatMoney(limits.maxWin),
          max_win_most: formatMoney(largestWin),
          changed_at: setting?.changedAt.toISOString() ?? null,
        })),
      })
    },
    async pauseGame({ game, paused }, { operator }) {
      await games.pause(game, paused ? operator : null)
      return done({ game, paused })
    },
    async limitGame({ game, min_stake: minStake, max_stake: maxStake, max_win: maxWin }) {
      const changed = await games.limit(game, { minStake, maxStake, maxWin })
      if (!changed.ok) return changed
      const { limits } = changed.value
      return done({
        game,
        min_stake: formatMoney(limits.minStake),
        max_stake: formatMoney(limits.maxStake),
        max_win: formatMoney(limits.maxWin),
      })
    },
  }
}
