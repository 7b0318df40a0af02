import type { betting as calls } from '@nare/contract/betting'
import { done, refused } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import type { Tickets } from '#modules/tickets/tickets'
import type { Handlers } from '#platform/calls'
import type { Betting } from './betting.ts'
import { parsePick, pickErrors } from './placing/slip.ts'

export function bettingRoutes(betting: Betting, tickets: Tickets): Handlers<typeof calls> {
  return {
    validate: async (input, { session }) => faultsOf(input) ?? done(await betting.validate(input, session?.bettor)),
    place: (input, { session }) => betting.place(input, session),
    days: async ({ days }, { session }) => done(await tickets.days(session.bettor, days)),
    bets: async (input, { session }) => done(await tickets.list(session.bettor, input)),
    bet: ({ id }, { session }) => tickets.bet(session.bettor, id),
    share: async (input) => faultsOf(input) ?? (await betting.share(input)),
    shared: ({ code }) => betting.shared(code),
  }
}

/** The refusal of a slip with a pick that no slip can have. */
function faultsOf({ slip }: Pick<Received<typeof calls.share>, 'slip'>) {
  const fields = pickErrors(slip.map(parsePick))
  return fields && refused('invalid_input', { fields })
}
