import type { games as calls } from '@nare/contract/games'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers } from '#platform/calls'
import type { InTurn } from '#platform/money-command'
import type { OwnGames } from './own.ts'
import { roundView } from './views.ts'

/** The calls of the own games; each command runs in its bettor's turn. */
export function ownGamesRoutes(own: OwnGames, inTurn: InTurn): Handlers<typeof calls> {
  return {
    list: async () => done(await own.list()),
    seeds: async (_input, { session }) => done(await own.seeds(session.bettor)),
    rotate: inTurn('games.rotate', (input: Parameters<OwnGames['rotate']>[0], { session }) =>
      own.rotate(input, session),
    ),
    bet: inTurn('games.bet', (input: Parameters<OwnGames['bet']>[0], { session }) => own.bet(input, session)),
    move: inTurn('games.move', (input: Parameters<OwnGames['move']>[0], { session }) => own.move(input, session)),
    async round({ round_id }, { session }) {
      const row = await own.round(session.bettor, round_id)
      return row ? done({ data: roundView(row) }) : refused('not_found')
    },
    rounds: async (input, { session }) => done(await own.rounds(session.bettor, input)),
  }
}
