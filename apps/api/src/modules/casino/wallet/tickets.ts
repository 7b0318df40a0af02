import type { LegProgress, TicketDetail, TicketDetails, TicketGame } from '#modules/tickets/tickets'
import { queryRows, type Db, type Tx } from '#platform/db'
import { casinoProof } from './proof.ts'

/** The names of games and their providers, by game id; ids without a game are left out. */
export type GameNames = (gameIds: readonly string[]) => Promise<ReadonlyMap<string, { name: string; provider: string }>>

type Row = { betId: bigint; gameId: string; roundId: string }

function roundsOf(on: Db | Tx, betIds: readonly bigint[]): Promise<Row[]> {
  return queryRows<Row>(on)`
    select bet_id as "betId", game_id as "gameId", round_id as "roundId" from casino.round
    where bet_id = any(${betIds}::bigint[])`
}

/** The provider's game of each of these tickets. */
export async function gamesOfRounds(
  on: Db | Tx,
  betIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, { readonly game: string }>> {
  return new Map((await roundsOf(on, betIds)).map(({ betId, gameId }) => [betId, { game: gameId }]))
}

/** The details of casino tickets: the game with its name, and the provider's round. */
export function casinoTickets(gameNames: GameNames): TicketDetails {
  return {
    async read(on, betIds) {
      const rounds = await roundsOf(on, betIds)
      const names = await namesOf(gameNames, rounds)
      return new Map(rounds.map((round) => [round.betId, { legs: [], casino: detailOf(round, names) }]))
    },
    async games(on, betIds) {
      const rounds = await roundsOf(on, betIds)
      const names = await namesOf(gameNames, rounds)
      return new Map(
        rounds.map((round) => [round.betId, { game: round.gameId, name: nameOf(round.gameId, names).name }]),
      )
    },
    async legProgress(on, betIds) {
      const none: readonly LegProgress[] = []
      return new Map((await roundsOf(on, betIds)).map(({ betId }) => [betId, none]))
    },
    proof: casinoProof,
    picksText: ({ casino }) => (casino ? `${casino.name} (${casino.provider}), round ${casino.round_id}` : ''),
  }
}

/** The game of each of these payments without a ticket, such as a prize or the win of a free round, by provider and transaction. */
export async function paymentGames(
  db: Db,
  gameNames: GameNames,
  payments: readonly { readonly provider: string; readonly txId: string }[],
): Promise<ReadonlyMap<string, TicketGame>> {
  if (payments.length === 0) return new Map()
  const rows = await queryRows<{ key: string; gameId: string }>(db)`
    select t.provider || '/' || t.tx_id as key, t.game_id as "gameId" from casino.provider_tx t
    where t.game_id is not null and (t.provider, t.tx_id) in (
      select * from unnest(${payments.map((one) => one.provider)}::text[], ${payments.map((one) => one.txId)}::text[]))`
  const names = await namesOf(gameNames, rows)
  return new Map(rows.map(({ key, gameId }) => [key, { game: gameId, name: nameOf(gameId, names).name }]))
}

type Names = Awaited<ReturnType<GameNames>>

const namesOf = (gameNames: GameNames, rows: readonly { readonly gameId: string }[]): Promise<Names> =>
  gameNames([...new Set(rows.map(({ gameId }) => gameId))])

/** The name of a game; the provider's id if the catalogue does not list it. */
function nameOf(gameId: string, names: Names): { name: string; provider: string } {
  const [provider = '', ...ownId] = gameId.split(':')
  return names.get(gameId) ?? { name: ownId.join(':'), provider }
}

function detailOf({ gameId, roundId }: Row, names: Names): NonNullable<TicketDetail['casino']> {
  return { game_id: gameId, ...nameOf(gameId, names), round_id: roundId }
}
