import type { BetView } from '@nare/contract/betting'
import type { GameName } from '@nare/games/games'
import type { LegProgress, TicketDetails } from '#modules/tickets/tickets'
import type { Db, Tx } from '#platform/db'
import { own } from '#platform/own'

type Played = NonNullable<BetView['game']>

/** The rounds of these bets, by bet id; other bets are left out. With `asPlaced` no round has its multiplier. */
export type RoundsOfBets = (
  on: Db | Tx,
  betIds: readonly bigint[],
  options: { readonly asPlaced: boolean },
) => Promise<ReadonlyMap<bigint, Played>>

export const gameTitles: Readonly<Record<GameName | 'crash', string>> = {
  dice: 'Dice',
  limbo: 'Limbo',
  mines: 'Mines',
  plinko: 'Plinko',
  keno: 'Keno',
  wheel: 'Wheel',
  roulette: 'Roulette',
  'hi-lo': 'Hi-Lo',
  blackjack: 'Blackjack',
  crash: 'Crash',
}
const noLegs: readonly LegProgress[] = []

/** The details of tickets of the product `games`: a round of an own game, or a bet on crash. They have no legs. */
export function gameTickets(
  sources: readonly RoundsOfBets[],
  proofs: readonly NonNullable<TicketDetails['proof']>[] = [],
): TicketDetails {
  return {
    async read(on, betIds, options) {
      const found = await Promise.all(sources.map((roundsOf) => roundsOf(on, betIds, options)))
      return new Map(
        found.flatMap((rounds) => [...rounds].map(([betId, game]) => [betId, { legs: [], game }] as const)),
      )
    },
    async games(on, betIds) {
      const found = await Promise.all(sources.map((roundsOf) => roundsOf(on, betIds, { asPlaced: true })))
      return new Map(
        found.flatMap((rounds) =>
          [...rounds].map(
            ([betId, { game }]) => [betId, { game, name: own<string>(gameTitles, game) ?? game }] as const,
          ),
        ),
      )
    },
    async proof(on, bet) {
      for (const proofOf of proofs) {
        const proof = await proofOf(on, bet)
        if (proof) return proof
      }
      return undefined
    },
    legProgress: async (_on, betIds) => new Map(betIds.map((betId) => [betId, noLegs])),
    picksText: ({ game }) => (game?.multiplier === undefined ? (game?.game ?? '') : `${game.game} ${game.multiplier}`),
  }
}
