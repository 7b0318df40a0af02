import type { consoleTickets as contract } from '@nare/contract/console-tickets'
import type { Handlers } from '#platform/calls'
import type { ConsoleDeps } from '../deps.ts'

/** The console's calls about tickets. */
export const ticketsRoutes = (_deps: ConsoleDeps): Handlers<typeof contract> => ({})
