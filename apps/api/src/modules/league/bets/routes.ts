import type { leagueBets as calls } from '@nare/contract/league'
import { done } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import { invariant } from '#platform/invariant'
import type { LeagueBets } from './bets.ts'

export function leagueBetRoutes(bets: LeagueBets): Handlers<typeof calls> {
  return {
    async bet(input, { session }) {
      const placed = await bets.place(input, session)
      if (!placed.ok) return placed
      invariant(placed.value.status === 201, 'a bet on the league was sent to a trader')
      return done({ ...placed.value, status: placed.value.status })
    },
    betHistory: async (input, { session }) => done(await bets.history(session.bettor, input)),
    oldBets: async (input, { session }) => done(await bets.oldBets(session.bettor, input)),
    betDetails: ({ bet_id }, { session }) => bets.bet(session.bettor, bet_id),
    oldBetDetails: ({ bet_id }, { session }) => bets.bet(session.bettor, bet_id),
  }
}
