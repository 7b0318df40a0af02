import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { games as calls, type GameRound } from '@nare/contract/games'
import type { GameChoice, GameMove } from '@nare/contract/game-shapes'
import type { Sent } from '@nare/contract/route'
import { serverSeedHash } from '@nare/games/games'
import type { PublishedRound } from '@nare/games/check'
import { roundSteps } from '@nare/games/verify-files'
import { openSealing } from '#platform/sealing'
import type { Reply, TestApp } from './app.ts'

/** The key that seals server seeds in tests; an application opened with `gamesEnv` uses it. */
const key = '5'.repeat(64)
export const gamesEnv = { GAMES_KEY: key }

type BetSent = Partial<Sent<typeof calls.bet>>
/** A move as a test writes it: `{ reveal: 3 }`, or the name of a blackjack move. */
export type TestMove = GameMove

/** Common steps of tests of the Nare games, through HTTP. */
export function ownGamesOn(nare: TestApp) {
  const { call } = nare
  const sealing = openSealing({ key: Buffer.from(key, 'hex') })

  const steps = {
    bet: (token: string, { game, options }: GameChoice, given: BetSent = {}): Promise<Reply<typeof calls.bet>> =>
      call(calls.bet, { game, id: randomUUID(), stake: '20', ...options, ...given }, token),

    /** Places a round; throws unless it is accepted. */
    async mustBet(token: string, chosen: GameChoice, given: BetSent = {}): Promise<GameRound> {
      const placed = await steps.bet(token, chosen, given)
      if (placed.status !== 201) throw new Error(`the bet was refused: ${JSON.stringify(placed.body)}`)
      return placed.body.round
    },

    move: (
      token: string,
      { game, round_id }: Pick<GameRound, 'game' | 'round_id'>,
      move: TestMove,
      id: string = randomUUID(),
    ): Promise<Reply<typeof calls.move>> => call(calls.move, { game, round_id, id, move }, token),

    async mustMove(token: string, round: Pick<GameRound, 'game' | 'round_id'>, move: TestMove): Promise<GameRound> {
      const moved = await steps.move(token, round, move)
      if (moved.status !== 200) throw new Error(`the move was refused: ${JSON.stringify(moved.body)}`)
      return moved.body.round
    },

    round: async (token: string, round_id: string): Promise<GameRound> =>
      (await call(calls.round, { round_id }, token)).body.data,

    rotate: (token: string, client_seed?: string, id: string = randomUUID()): Promise<Reply<typeof calls.rotate>> =>
      call(calls.rotate, { id, ...(client_seed !== undefined && { client_seed }) }, token),

    /** Gives a bettor these seeds and this next nonce, as if the server had drawn them. */
    async setSeeds(
      { id, token }: { id: bigint; token: string },
      { serverSeed, clientSeed, nonce }: { serverSeed: string; clientSeed: string; nonce: number },
    ): Promise<void> {
      await call(calls.seeds, {}, token)
      const hash = serverSeedHash(serverSeed)
      const sealed = await sealing.seal(`${id}:${hash}`, Buffer.from(serverSeed))
      await sql`
        with made as (
          insert into games.server_seed (bettor_id, server_seed_hash, sealed, client_seed)
          values (${id}::bigint, ${hash}, ${sealed}::bytea, ${clientSeed}) returning seed_id)
        update games.seeds set active = (select seed_id from made), nonce = ${nonce}::int
        where bettor_id = ${id}::bigint`.execute(nare.base.db)
    },

    /** The failed steps of the public check of a bettor's rounds, whose seeds must be revealed. */
    async wrongRounds(token: string): Promise<string[]> {
      const { data } = (await call(calls.rounds, { limit: 100 }, token)).body
      return data.flatMap((round) => {
        const seed = round.fairness.server_seed
        if (seed === undefined) return [`round ${round.round_id} has no server seed`]
        return roundSteps(round as unknown as PublishedRound, seed).flatMap(({ ok, text }) => (ok ? [] : [text]))
      })
    },
  }
  return steps
}
