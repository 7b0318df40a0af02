import { boards as calls } from '@nare/contract/boards'
import { operatorBoards } from '@nare/contract/operator-rewards'
import { done } from '@nare/contract/outcome'
import type { Area, AreaDeps } from '#area'
import { casinoCrashLosses, casinoCrashWins } from '#modules/casino/casino'
import { crashLosses, crashWins } from '#modules/games/games'
import { mount } from '#platform/calls'
import type { Live } from '#platform/live'
import { forgetDays, forgetScores, openBoards, type BoardsDeps, type BoardSource } from './boards.ts'
import { operatorBoardRoutes } from './operator-routes.ts'
import { boardRules, boardSettings } from './settings.ts'

type Deps = Pick<AreaDeps, 'db' | 'country' | 'settings' | 'background'> &
  Pick<BoardsDeps, 'identity' | 'ledger' | 'catalog'> & { readonly live: Live }

/** Our crash decides a bet once; a provider may correct its rounds later. */
export const crashSources: readonly BoardSource[] = [
  { name: 'crash', wins: crashWins, losses: crashLosses, isFinal: true },
  { name: 'casino', wins: casinoCrashWins, losses: casinoCrashLosses, isFinal: false },
]

/** The leaderboards. */
export function openBoardsArea({ live, ...deps }: Deps) {
  const { db, ledger } = deps
  deps.settings.declare(boardSettings)
  const boards = openBoards({
    ...deps,
    rules: () => boardRules(deps.settings.now()),
    sources: crashSources,
    publish: (bettors) => ledger.publishBalances(live, bettors),
  })
  const area: Area = {
    routes(mounting) {
      mount(mounting, calls, {
        leaderboard: async (asked, { session }) => done(await boards.sports({ ...asked, bettor: session?.bettor })),
        jetxLeaderboard: async (asked, { session }) => done(await boards.crash({ ...asked, bettor: session?.bettor })),
        visibility: async ({ hidden }, { session }) => {
          await boards.setHidden(session.bettor, hidden)
          return done({ message: hidden ? 'Your name is hidden on all boards' : 'Your name is shown on the boards' })
        },
      })
      mount(mounting, operatorBoards, operatorBoardRoutes(boards))
    },
    jobs: [
      { name: 'scores of settled bets', everyMs: 1000, run: () => boards.count() },
      { name: 'ends of boards', everyMs: 60_000, run: () => boards.close() },
      { name: 'days of the boards', everyMs: 3_600_000, run: () => forgetDays(db) },
      { name: 'old scores of the boards', everyMs: 3_600_000, run: () => forgetScores(db) },
    ],
  }
  return { boards, area }
}
