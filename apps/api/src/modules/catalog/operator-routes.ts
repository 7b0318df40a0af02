import type { operatorMatches as contract } from '@nare/contract/operator-trading'
import type { operatorFixtures as fixtures } from '@nare/contract/operator-trading-results'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { onceForId } from '#platform/operator-calls'
import type { Catalog } from './catalog.ts'

type Uses = Pick<Catalog, 'eventVersions' | 'suspend' | 'reopen'>

/** The operators' calls about matches. */
export function operatorMatchRoutes(catalog: Uses): Handlers<typeof contract> {
  return {
    async matchEvents({ match_id }) {
      const events = await catalog.eventVersions(match_id)
      if (!events) return refused('not_found')
      return done({ data: events.map((event) => ({ ...event, at: event.at.toISOString() })) })
    },
    async suspendMatch({ match_id, suspend }, { operator }) {
      const change = suspend ? catalog.suspend : catalog.reopen
      const isKnown = await change(Number(match_id), operator)
      return isKnown ? done({ match_id, suspended: suspend }) : refused('not_found')
    },
  }
}

/** The operators' calls that make matches by hand, and slow their bets down. */
export const fixtureRoutes = ({ house }: Pick<Catalog, 'house'>): Handlers<typeof fixtures> => ({
  // The match is made by the feed's own transactions; what repeats the command, or follows a crash between them, finds it by its id.
  createFixture: onceForId({
    async work(_tx, input, { operator }) {
      const created = await house.create(input, operator)
      return created.ok ? done({ match_id: String(created.value) }) : created
    },
  }),
  async delayMatch({ match_id, seconds }, { operator }) {
    const isKnown = await house.setLiveDelay(Number(match_id), seconds, operator)
    return isKnown ? done({ match_id, seconds }) : refused('not_found')
  },
})
