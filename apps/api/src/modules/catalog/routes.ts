import type { catalog as calls } from '@nare/contract/catalog'
import type { matchEvents } from '@nare/contract/match-events'
import { done, refused } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import type { Handlers } from '#platform/calls'
import { asAnswer } from '#platform/json-text'
import type { Session } from '#platform/session'
import type { Catalog } from './catalog.ts'
import { foundText, pageText } from './page-text.ts'

/** Search results from other areas: booking codes and the bettor's own bets. */
export type SearchElsewhere = (
  query: string,
  session: Session | undefined,
) => Promise<{ codes: { code: string; picks: number }[]; bets: { bet_id: string; state: string }[] }>

/** The API calls of the catalogue. `elsewhere` adds booking codes and the bettor's own bets to the search. */
export function catalogRoutes(catalog: Catalog, elsewhere?: SearchElsewhere): Handlers<typeof calls> {
  return {
    sports: async () => done({ data: await catalog.sports() }),
    async competitions({ sport_id }) {
      const found = await catalog.competitions(sport_id)
      return found ? done(found) : refused('not_found')
    },
    matches: async (query) => done(asAnswer<Answer<typeof calls.matches>>(pageText(await catalog.matches(query)))),
    async match({ match_id }) {
      const data = await catalog.match(match_id)
      return data ? done({ data }) : refused('not_found')
    },
    async search({ q }, { session }) {
      const [own, others] = await Promise.all([catalog.search(q), elsewhere?.(q, session)])
      return done(asAnswer<Answer<typeof calls.search>>(foundText(own, others)))
    },
  }
}

/** The API calls for events, results and the insight into matches. */
export function matchEventRoutes(catalog: Catalog): Handlers<typeof matchEvents> {
  return {
    async events({ match_id }) {
      const data = await catalog.events(match_id)
      return data ? done({ data }) : refused('not_found')
    },
    async insight({ match_id }) {
      const data = await catalog.insight(match_id)
      return data ? done({ data }) : refused('not_found')
    },
    results: async (query) => done(await catalog.results(query)),
  }
}
