import type { Area, AreaDeps } from '#area'
import type { Betting } from '#modules/betting/betting'
import { gameTickets } from './tickets.ts'

type Deps = AreaDeps & { readonly betting: Betting }

/** The house's own games: those of one bettor, and crash. */
export function openGamesArea({ betting }: Deps) {
  betting.registerTickets('games', gameTickets([]))
  const area: Area = {}
  return { area }
}
