import type { casino as contract } from '@nare/contract/casino'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import type { Handlers } from '#platform/calls'
import type { Session } from '#platform/session'
import type { Lobby, Winners } from './lobby.ts'

type Play = typeof contract.play
type Given = {
  readonly lobby: Lobby
  readonly winners: Winners
  readonly play: (...call: [Received<Play>, Session | undefined]) => Promise<Outcome<Answer<Play>, Failure<Play>>>
}

/** How many winners come along with the games; a phone shows two of them. */
const lobbyWinners = 6

/** The calls of the lobby. */
export function lobbyRoutes({ lobby, winners, play }: Given): Handlers<typeof contract> {
  return {
    async games({ page, limit, winners: wanted, ...filter }) {
      const [games, last] = await Promise.all([
        lobby.games(filter, { page, limit }),
        wanted === 'true' ? winners.soon() : undefined,
      ])
      return done({ ...games, ...(last && { winners: last.slice(0, lobbyWinners) }) })
    },
    search: async ({ q, page, limit, ...filter }) => done(await lobby.search(q, filter, { page, limit })),
    async game({ game_id }) {
      const found = await lobby.game(game_id)
      return found ? done({ data: found.view }) : refused('not_found')
    },
    winners: async () => done({ data: await winners.latest() }),
    play: (asked, { session }) => play(asked, session),
    createPlayer: async (_, { session }) => done({ player_id: session.bettor.toString() }),
    favourites: async (_, { session }) => done({ data: await lobby.favourites(session.bettor) }),
    async addFavourite({ game_id, favourite = true }, { session }) {
      const data = await lobby.favour(session.bettor, { gameId: game_id, favourite })
      return data.ok ? done({ data: data.value }) : data
    },
    recent: async (_, { session }) => done({ data: await lobby.recent(session.bettor) }),
  }
}
