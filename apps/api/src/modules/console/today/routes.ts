import type { consoleToday as contract } from '@nare/contract/console-today'
import type { Handlers } from '#platform/calls'
import type { ConsoleDeps } from '../deps.ts'

/** The console's calls about today. */
export const todayRoutes = (_deps: ConsoleDeps): Handlers<typeof contract> => ({})
