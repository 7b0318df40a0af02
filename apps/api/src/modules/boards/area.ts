import { rewards } from '@nare/contract/rewards'
import type { Area, AreaDeps } from '#area'
import { casinoCrashWins } from '#modules/casino/casino'
import { crashWins } from '#modules/games/games'
import type { Identity } from '#modules/identity/identity'
import { mount } from '#platform/calls'
import { openCrashBoard } from './boards.ts'

type Deps = Pick<AreaDeps, 'db' | 'country'> & { readonly identity: Pick<Identity, 'bettorFacts'> }

/** The leaderboards. */
export function openBoardsArea(deps: Deps) {
  const board = openCrashBoard({ ...deps, wins: [crashWins, casinoCrashWins] })
  const { jetxLeaderboard } = rewards
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
  }
  return { area }
}
