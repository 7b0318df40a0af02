import { boards as calls } from '@nare/contract/boards'
import type { Area, AreaDeps } from '#area'
import { casinoCrashWins } from '#modules/casino/casino'
import { crashWins } from '#modules/games/games'
import type { Identity } from '#modules/identity/identity'
import { mount } from '#platform/calls'
import { forgetDays, openCrashBoard, type BoardSource } from './boards.ts'

type Deps = Pick<AreaDeps, 'db' | 'country'> & { readonly identity: Pick<Identity, 'bettorFacts'> }

/** Our crash decides a bet once; a provider may correct its rounds later. */
export const crashSources: readonly BoardSource[] = [
  { name: 'crash', wins: crashWins, isFinal: true },
  { name: 'casino', wins: casinoCrashWins, isFinal: false },
]

/** The leaderboards. */
export function openBoardsArea(deps: Deps) {
  const board = openCrashBoard({ ...deps, sources: crashSources })
  const { jetxLeaderboard } = calls
  const area: Area = {
    routes: (mounting) =>
      mount(
        mounting,
        { jetxLeaderboard },
        {
          jetxLeaderboard: async ({ period }, { session }) => ({
            ok: true,
            value: await board(period, session?.bettor),
          }),
        },
      ),
    jobs: [{ name: 'days of the boards', everyMs: 3_600_000, run: () => forgetDays(deps.db) }],
  }
  return { area }
}
