import type { GameName } from '@nare/contract/game-shapes'
import { games, type GameInfo } from '@nare/contract/games'
import { useRead } from '../../state/use-read.ts'

const freshMs = 600_000

/** The games with their limits, and the rounds of automatic play; undefined until they are loaded. */
export const useGamesList = () => useRead(games.list, {}, freshMs).body

/** The stake limits, maximum win and return of a game; undefined until they are loaded. */
export function useGameInfo(
  game: GameName,
): Pick<GameInfo, 'min_stake' | 'max_stake' | 'max_win' | 'return_percent'> | undefined {
  return useGamesList()?.data.find((info) => info.game === game)
}
