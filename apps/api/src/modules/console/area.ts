import { consoleBettorActions } from '@nare/contract/console-bettor-actions'
import { consoleBettors } from '@nare/contract/console-bettors'
import { consoleSearch } from '@nare/contract/console-search'
import { consoleTickets } from '@nare/contract/console-tickets'
import { consoleToday } from '@nare/contract/console-today'
import type { Area } from '#area'
import { mount } from '#platform/calls'
import { bettorActionRoutes } from './bettors/actions.ts'
import { bettorsRoutes, serveBettorsFile } from './bettors/routes.ts'
import type { ConsoleDeps } from './deps.ts'
import { searchRoutes } from './search/routes.ts'
import { ticketsRoutes } from './tickets/routes.ts'
import { todayRoutes } from './today/routes.ts'

/** The rooms of the console that put several areas together: Today, search, bettors and tickets. */
export function openConsoleArea(deps: ConsoleDeps) {
  const area: Area = {
    routes(mounting) {
      mount(mounting, consoleToday, todayRoutes(deps))
      mount(mounting, consoleSearch, searchRoutes(deps))
      mount(mounting, consoleBettors, bettorsRoutes(deps))
      mount(mounting, consoleBettorActions, bettorActionRoutes(deps))
      serveBettorsFile(mounting, deps)
      mount(mounting, consoleTickets, ticketsRoutes(deps))
    },
  }
  return { area }
}
