import type { operatorLeague as contract } from '@nare/contract/operator-league'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import type { League } from './league.ts'

/** The operators' calls about the competitions of the league. */
export function operatorLeagueRoutes(league: Pick<League, 'stops' | 'pause'>): Handlers<typeof contract> {
  return {
    async league() {
      const stops = await league.stops()
      return done({
        data: stops.map(({ competitionId, name, pausedBy, fault, changedAt }) => ({
          competition_id: competitionId,
          name,
          paused: pausedBy !== null,
          operator: pausedBy,
          fault,
          changed_at: changedAt.toISOString(),
        })),
      })
    },
    async pauseLeague({ competition_id, paused }, { operator }) {
      const isKnown = await league.pause({ competitionId: competition_id, pausedBy: paused ? operator : null })
      return isKnown ? done({ competition_id, paused }) : refused('not_found')
    },
  }
}
