import { consoleBettorActions } from '@nare/contract/console-bettor-actions'
import { consoleBettors } from '@nare/contract/console-bettors'
import { consoleSearch } from '@nare/contract/console-search'
import { consoleReferrals } from '@nare/contract/operator-trading-referrals'
import { consoleTickets } from '@nare/contract/console-tickets'
import { consoleToday } from '@nare/contract/console-today'
import { operatorBoard } from '@nare/contract/operator-trading-board'
import type { Area } from '#area'
import { queueSettings } from '#modules/settings/settings'
import { mount } from '#platform/calls'
import { bettorActionRoutes } from './bettors/actions.ts'
import { openKeenSums } from './bettors/keen-sums.ts'
import { bettorsRoutes, serveBettorsFile } from './bettors/routes.ts'
import type { ConsoleDeps } from './deps.ts'
import { referralRoutes } from './referrals/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { openSearch } from './search/search.ts'
import { serveTicketsFile, ticketsRoutes } from './tickets/routes.ts'
import { everyMs as ticketsEveryMs, openTicketsTopic } from './tickets/topic.ts'
import { openAlerts } from './today/alerts.ts'
import { todayGauges } from './today/gauges.ts'
import { todayRoutes } from './today/routes.ts'
import { openToday } from './today/today.ts'
import { openTodayTopic } from './today/topic.ts'
import { everyMs as boardEveryMs, openBoard } from './trading/board.ts'
import { serveBoardFile, tradingRoutes } from './trading/routes.ts'

/** The rooms of the console that put several areas together: Today, search, bettors, tickets and trading. */
export function openConsoleArea(deps: ConsoleDeps) {
  deps.settings.declare(queueSettings)
  const today = openToday(deps)
  const todayTopic = openTodayTopic({ ...deps, today })
  const alerts = openAlerts({ ...deps, today })
  const newest = openTicketsTopic(deps)
  const board = openBoard(deps)
  const area: Area = {
    topics(live) {
      todayTopic.register(live)
      newest.register(live)
      board.register(live)
    },
    gauges: todayGauges({ ...deps, today }),
    jobs: [
      { name: 'today', everyMs: 1_000, role: 'web', run: todayTopic.publish },
      { name: 'newest tickets', everyMs: ticketsEveryMs, role: 'web', run: newest.publish },
      { name: 'board', everyMs: boardEveryMs, role: 'web', run: board.publish },
      { name: 'alerts of today', everyMs: 15_000, run: alerts.run },
      { name: 'sums of keen bettors', everyMs: 10_000, run: openKeenSums(deps) },
    ],
    routes(mounting) {
      mount(mounting, consoleToday, todayRoutes(today))
      mount(mounting, consoleSearch, searchRoutes(openSearch(deps), deps))
      mount(mounting, consoleBettors, bettorsRoutes(deps))
      mount(mounting, consoleBettorActions, bettorActionRoutes(deps))
      serveBettorsFile(mounting, deps)
      mount(mounting, consoleReferrals, referralRoutes(deps))
      mount(mounting, consoleTickets, ticketsRoutes(deps))
      serveTicketsFile(mounting, deps)
      mount(mounting, operatorBoard, tradingRoutes(deps, board))
      serveBoardFile(mounting, board)
    },
  }
  return { area, alerts }
}
