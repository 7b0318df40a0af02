import { sql } from 'kysely'
import type { LegProgress, TicketDetail, TicketDetails } from '#modules/betting/betting'
import type { Db, Tx } from '#platform/db'

/** The names of games and their providers, by game id; ids without a game are left out. */
export type GameNames = (gameIds: readonly string[]) => Promise<ReadonlyMap<string, { name: string; provider: string }>>

type Row = { betId: bigint; gameId: string; roundId: string }

/** How casino tickets are shown: the game with its name, and the provider's round. */
export function casinoTickets(gameNames: GameNames): TicketDetails {
  async function roundsOf(on: Db | Tx, betIds: readonly bigint[]): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select bet_id as "betId", game_id as "gameId", round_id as "roundId" from casino.round
      where bet_id = any(${betIds}::bigint[])`.execute(on)
    return rows
  }
  return {
    async read(on, betIds) {
      const rounds = await roundsOf(on, betIds)
      const names = await gameNames([...new Set(rounds.map(({ gameId }) => gameId))])
      return new Map(rounds.map((round) => [round.betId, detailOf(round, names.get(round.gameId))]))
    },
    async legProgress(on, betIds) {
      const none: readonly LegProgress[] = []
      return new Map((await roundsOf(on, betIds)).map(({ betId }) => [betId, none]))
    },
    picksText: ({ casino }) => (casino ? `${casino.name} (${casino.provider}), round ${casino.round_id}` : ''),
  }
}

function detailOf({ gameId, roundId }: Row, game: { name: string; provider: string } | undefined): TicketDetail {
  const [provider = '', ...own] = gameId.split(':')
  const { name, provider: by } = game ?? { name: own.join(':'), provider }
  return { legs: [], casino: { game_id: gameId, name, provider: by, round_id: roundId } }
}
