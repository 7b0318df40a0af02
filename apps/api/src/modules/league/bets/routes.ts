import type { leagueBets as calls } from '@nare/contract/league'
import { done } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import type { LeagueBets } from './bets.ts'

export function leagueBetRoutes(bets: LeagueBets): Handlers<typeof calls> {
  return {
    bet: (input, { session }) => bets.place(input, session),
    betHistory: async (input, { session }) => done(await bets.history(session.bettor, input)),
    oldBets: async (input, { session }) => done(await bets.oldBets(session.bettor, input)),
    betDetails: ({ bet_id }, { session }) => bets.bet(session.bettor, bet_id),
    oldBetDetails: ({ bet_id }, { session }) => bets.bet(session.bettor, bet_id),
  }
}
