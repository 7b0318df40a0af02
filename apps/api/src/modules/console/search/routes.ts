import type { consoleSearch as contract } from '@nare/contract/console-search'
import { done } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { logNumberSearch } from '#platform/number-search'
import type { ConsoleDeps } from '../deps.ts'
import { permissionOf, type openSearch } from './search.ts'

/** The console's calls about search. */
export const searchRoutes = (
  search: ReturnType<typeof openSearch>,
  { house, identity: { bettorByMsisdn } }: Pick<ConsoleDeps, 'house' | 'identity'>,
): Handlers<typeof contract> => ({
  async search({ q }, { by }) {
    if (by.may.has(permissionOf.bettor)) await logNumberSearch({ house, bettorByMsisdn }, q, by.name)
    return done({ data: await search.search(q, by.may) })
  },
})
