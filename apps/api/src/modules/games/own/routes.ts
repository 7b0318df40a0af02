import type { games as calls } from '@nare/contract/games'
import { done, refused } from '@nare/contract/outcome'
import type { Handlers, Mounting } from '#platform/calls'
import type { InTurn } from '#platform/money-command'
import { serveSavedPage } from '#platform/saved-page'
import type { OwnGames } from './own.ts'
import { roundView } from './views.ts'

const verifyPage = new URL('../../../../../../docs/games-verify.html', import.meta.url)

/** Serves the page that checks rounds without a network, as a file to save. */
export function serveVerifyPage({ app }: Pick<Mounting, 'app'>): void {
  serveSavedPage(app, { path: '/v1/games/verify.html', file: verifyPage, name: 'games-verify.html' })
}

/** The calls of the own games. The commands of one bettor run one at a time. */
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
