import type { GameInfo, GameRound, GameSeeds } from '@nare/contract/games'
import { gameNames, multiplierText, optionsOf, returnPercent, type GameName } from '@nare/games/games'
import { formatMoney, money } from '@nare/money/money'
import { withheldView } from '#modules/tickets/tickets'
import type { GameLimits } from '../settings.ts'
import { gameTitles } from '../tickets.ts'
import type { RoundRow } from './round-store.ts'
import type { Rotated, SeedsRow } from './seed-store.ts'

const tables = new Map(gameNames.map((game) => [game, optionsOf[game]()]))

export function infoView(game: GameName, { minStake, maxStake, maxWin }: GameLimits): GameInfo {
  const info = {
    game,
    name: gameTitles[game],
    return_percent: returnPercent[game],
    min_stake: formatMoney(minStake),
    max_stake: formatMoney(maxStake),
    max_win: formatMoney(maxWin),
    options: tables.get(game),
  }
  // The types cannot express that the tables of the lookup belong to the game.
  return info as unknown as GameInfo
}

export const seedsView = ({ active, next, nonce }: SeedsRow): GameSeeds => ({
  server_seed_hash: active.hash,
  client_seed: active.clientSeed,
  nonce,
  next_server_seed_hash: next.hash,
})

export const rotatedView = ({ serverSeed, hash, clientSeed, rounds, after }: Rotated) => ({
  revealed: { server_seed: serverSeed, server_seed_hash: hash, client_seed: clientSeed, rounds },
  server_seed_hash: after.hash,
  client_seed: after.clientSeed,
  nonce: 0,
  next_server_seed_hash: after.nextHash,
})

const amount = (cents: bigint): string => formatMoney(money(cents))

/** The fields of a finished round in a list of bets. */
export function finishedView(row: Pick<RoundRow, 'game' | 'multiplier' | 'options' | 'result'>) {
  const multiplier = multiplierText(row.multiplier)
  // The types cannot express that options and result belong to the row's game.
  const { game, options, result } = row as unknown as GameRound
  switch (game) {
    case 'dice':
      return { multiplier, result: result.roll, target: options.target, over: options.over }
    case 'limbo':
      return { multiplier, result: result.multiplier, target: options.target }
    default:
      return { multiplier }
  }
}

export function roundView(row: RoundRow): GameRound {
  const round = {
    round_id: String(row.betId),
    id: row.clientId,
    game: row.game,
    stake: amount(row.stake),
    staked: amount(row.staked),
    max_win: amount(row.maxWin),
    options: row.options,
    state: row.state,
    result: row.result,
    multiplier: multiplierText(row.multiplier),
    payout: amount(row.payout),
    ...(row.state === 'done' && withheldView(row.payout, row.withheld)),
    placed_at: row.placedAt.toISOString(),
    ...(row.settledAt && { settled_at: row.settledAt.toISOString() }),
    moves: row.moves,
    fairness: {
      server_seed_hash: row.hash,
      client_seed: row.clientSeed,
      nonce: row.nonce,
      ...(row.serverSeed !== null && { server_seed: row.serverSeed }),
    },
  }
  // The types cannot express that options, moves and result belong to the row's game.
  return round as unknown as GameRound
}
