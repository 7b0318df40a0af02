import type { operatorCasino } from '@nare/contract/operator-casino'
import type { operatorLobby } from '@nare/contract/operator-lobby'
import { done, refused } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Handlers } from '#platform/calls'
import { metaOf } from '#platform/paging'
import type { Lobby } from './lobby/lobby.ts'
import { gameProviders, type GameProvider, type HouseRounds } from './wallet/wallet.ts'

type Uses = {
  readonly house: HouseRounds
  /** The providers that have a secret here. */
  readonly providers: readonly GameProvider[]
  readonly catalogue: Lobby['operator']
}
type Round = Awaited<ReturnType<Uses['house']['rounds']>>['rows'][number]

/** The operators' calls about the casino. */
export function operatorCasinoRoutes({
  house,
  providers: configuredProviders,
  catalogue,
}: Uses): Handlers<typeof operatorCasino> & Handlers<typeof operatorLobby> {
  return {
    async casinoProviders() {
      const stops = new Map((await house.stops()).map((stop) => [stop.provider, stop]))
      const configured = new Set(configuredProviders)
      return done({
        data: gameProviders.map((provider) => {
          const { stopped = false, operator = null, changedAt } = stops.get(provider) ?? {}
          const facts = { configured: configured.has(provider), on: !stopped, operator }
          return { provider, ...facts, changed_at: changedAt?.toISOString() ?? null }
        }),
      })
    },
    async switchCasinoProvider({ provider, on }, { operator }) {
      await house.switchProvider({ provider, on, operator })
      catalogue.providerSwitched()
      return done({ provider, on })
    },
    async casinoRounds({ provider, bettor_id, round_id: round, state, ...page }) {
      const bettor = bettor_id === undefined ? undefined : BigInt(bettor_id)
      const open = state === undefined ? undefined : state === 'open'
      const { rows, ...paged } = await house.rounds({ provider, bettor, round, open }, page)
      return done({ data: rows.map(roundView), meta: metaOf(page, paged) })
    },
    async casinoRound({ id }) {
      const found = await house.round(BigInt(id))
      if (!found) return refused('not_found')
      const transactions = found.transactions.map((transaction) => ({
        transaction_id: transaction.id.toString(),
        provider_transaction_id: transaction.txId,
        kind: transaction.kind,
        reference: transaction.refTx,
        amount: formatMoney(money(transaction.amount)),
        rolled_back: transaction.rolledBack,
        at: transaction.at.toISOString(),
      }))
      return done({ data: { ...roundView(found.round), transactions } })
    },
    async casinoGames() {
      const { games, providers } = await catalogue.read()
      return done({
        data: games.map((game) => ({
          ...{ game_id: game.gameId, name: game.name, provider: game.provider, category: game.category },
          ...{ on: game.isOn, place: game.place, shown: game.isShown, operator: game.changedBy },
          changed_at: game.changedAt?.toISOString() ?? null,
        })),
        providers: providers.map(({ provider, name, isOn, isConfigured }) => ({
          ...{ provider, name, on: isOn, configured: isConfigured },
        })),
      })
    },
    async changeCasinoGame({ game_id, on, place }, { operator }) {
      if (on === undefined && place === undefined)
        return refused('invalid_input', { fields: { on: 'Say what changes: on, place or both' } })
      const isKnown = await catalogue.changeGame({ gameId: game_id, isOn: on, place }, operator)
      if (!isKnown) return refused('not_found')
      const game = (await catalogue.read()).games.find(({ gameId }) => gameId === game_id)
      return game ? done({ game_id, on: game.isOn, place: game.place }) : refused('not_found')
    },
    async closeCasinoRound({ id }, { operator }) {
      return (await house.closeRound(BigInt(id), operator)) ? done({ state: 'closed' }) : refused('not_found')
    },
  }
}

function roundView(round: Round) {
  return {
    id: round.id.toString(),
    provider: round.provider,
    round_id: round.roundId,
    bettor_id: round.bettor.toString(),
    game_id: round.gameId,
    bet_id: round.betId?.toString() ?? null,
    bets: round.bets,
    refunded: round.refunded,
    results: round.results,
    opened_at: round.openedAt.toISOString(),
    changed_at: round.changedAt.toISOString(),
    closed_at: round.closedAt?.toISOString() ?? null,
    closed_by: round.closedBy,
  }
}
