import type { consoleSearch as contract } from '@nare/contract/console-search'
import type { Handlers } from '#platform/calls'
import type { ConsoleDeps } from '../deps.ts'

/** The console's calls about search. */
export const searchRoutes = (_deps: ConsoleDeps): Handlers<typeof contract> => ({})
