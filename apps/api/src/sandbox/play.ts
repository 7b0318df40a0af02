import type { Area } from '#area'
import type { Owners } from '#platform/owners'
import { keepBoardPlayers, type BoardPlayersDeps } from './board-players.ts'
import { keepFantasy, type SandboxFantasyDeps } from './fantasy-weeks.ts'
import { runJackpots, type SandboxJackpotDeps } from './jackpot-pools.ts'

/** The automatic players of the sandbox: jackpots with tickets, fantasy weeks with other teams, and other players on the leaderboards. */
export function sandboxPlay(deps: SandboxJackpotDeps & SandboxFantasyDeps & BoardPlayersDeps, owners: Owners): Area {
  const stops: (() => Promise<void>)[] = []
  return {
    start: {
      role: 'jobs',
      run: () => void stops.push(runJackpots(deps, owners), keepFantasy(deps, owners), keepBoardPlayers(deps, owners)),
    },
    drain: () => Promise.all(stops.map((stop) => stop())),
  }
}
