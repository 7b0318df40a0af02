import type { betting as calls } from '@nare/contract/betting'
import { done } from '@nare/contract/outcome'
import type { Tickets } from '#modules/tickets/tickets'
import type { Handlers } from '#platform/calls'
import type { Betting } from './betting.ts'

export function bettingRoutes(betting: Betting, tickets: Tickets): Handlers<typeof calls> {
  return {
    validate: async (input, { session }) => done(await betting.validate(input, session?.bettor)),
    place: (input, { session }) => betting.place(input, session),
    days: async ({ days }, { session }) => done(await tickets.days(session.bettor, days)),
    bets: async (input, { session }) => done(await tickets.list(session.bettor, input)),
    bet: ({ id }, { session }) => tickets.bet(session.bettor, id),
    share: (input) => betting.share(input),
    shared: ({ code }) => betting.shared(code),
  }
}
