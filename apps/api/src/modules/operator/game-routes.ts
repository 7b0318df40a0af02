import type { operatorGames as contract } from '@nare/contract/operator-games'
import { done } from '@nare/contract/outcome'
import { returnPercent } from '@nare/games/games'
import { formatMoney } from '@nare/money/money'
import type { Handlers } from '#platform/calls'
import type { Operator } from './operator.ts'

/** The operators' calls about the house's own games. */
export function operatorGameRoutes(operators: Operator): Handlers<typeof contract> {
  return {
    async games() {
      const rows = await operators.gameSettings()
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
    async pauseGame({ game, paused, reason }, { operator }) {
      await operators.pauseGame(game, paused, { operator, reason })
      return done({ game, paused })
    },
    async limitGame({ game, min_stake: minStake, max_stake: maxStake, max_win: maxWin, reason }, { operator }) {
      const changed = await operators.limitGame(game, { minStake, maxStake, maxWin }, { operator, reason })
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
