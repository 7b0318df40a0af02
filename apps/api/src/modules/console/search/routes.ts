import type { consoleSearch as contract } from '@nare/contract/console-search'
import { done } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import type { openSearch } from './search.ts'

/** The console's calls about search. */
export const searchRoutes = (search: ReturnType<typeof openSearch>): Handlers<typeof contract> => ({
  search: async ({ q }, { by }) => done({ data: await search.search(q, by.may) }),
})
