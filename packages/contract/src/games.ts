import * as z from 'zod/mini'
import {
  gameNames,
  gameOptions,
  gameResults,
  gameTables,
  optionFields,
  zBlackjackMove,
  zField,
  zHiLoMove,
  zMinesMove,
  zTrue,
  type GameName,
} from './game-shapes.ts'
import { route } from './route.ts'
import { paging, zCommandId, zId, zMeta, zMoney, zMoneyIn, zTime, zWinTax } from './shapes.ts'

/**
 * `round_id` is also the id of the round's bet, `id` that of the command that placed it. `multiplier` has four places; in an open round it
 * is that of a cash-out now. `staked` is the stake plus what moves added, `max_win` the maximum that the round may pay. `tax` is what was
 * withheld from `payout` as a tax on winnings; absent without one. `server_seed` is set once it is rotated.
 */
const roundFields = {
  round_id: z.string(),
  id: z.string(),
  stake: zMoney,
  staked: zMoney,
  max_win: zMoney,
  state: z.enum(['open', 'done']),
  multiplier: z.string(),
  payout: zMoney,
  tax: z.optional(zWinTax),
  placed_at: zTime,
  settled_at: z.optional(zTime),
  fairness: z.object({
    server_seed_hash: z.string(),
    client_seed: z.string(),
    nonce: z.number(),
    server_seed: z.optional(z.string()),
  }),
} as const

const zRoundOf = <G extends GameName, M extends z.ZodMiniType>(game: G, move: M) =>
  z.object({
    ...roundFields,
    game: z.literal(game),
    options: gameOptions[game],
    result: gameResults[game],
    moves: z.array(move),
  })

/** Games without moves have an empty list. */
const zNoMove = z.object({})

/** A round of any game; `game` is its name. */
export const zGameRound = z.union([
  zRoundOf('dice', zNoMove),
  zRoundOf('limbo', zNoMove),
  zRoundOf('mines', zMinesMove),
  zRoundOf('plinko', zNoMove),
  zRoundOf('keno', zNoMove),
  zRoundOf('wheel', zNoMove),
  zRoundOf('roulette', zNoMove),
  zRoundOf('hi-lo', zHiLoMove),
  zRoundOf('blackjack', zBlackjackMove),
])
export type GameRound = z.output<typeof zGameRound>
export type GameRoundOf<G extends GameName> = Extract<GameRound, { game: G }>

const zInfoOf = <G extends GameName>(game: G) =>
  z.object({
    game: z.literal(game),
    name: z.string(),
    return_percent: z.string(),
    min_stake: zMoney,
    max_stake: zMoney,
    /** The maximum that a round may pay, stake included. */
    max_win: zMoney,
    options: gameTables[game],
  })

export const zGameInfo = z.union([
  zInfoOf('dice'),
  zInfoOf('limbo'),
  zInfoOf('mines'),
  zInfoOf('plinko'),
  zInfoOf('keno'),
  zInfoOf('wheel'),
  zInfoOf('roulette'),
  zInfoOf('hi-lo'),
  zInfoOf('blackjack'),
])
export type GameInfo = z.output<typeof zGameInfo>

const seedFields = {
  server_seed_hash: z.string(),
  client_seed: z.string(),
  nonce: z.number(),
  next_server_seed_hash: z.string(),
} as const
const zSeeds = z.object(seedFields)
export type GameSeeds = z.output<typeof zSeeds>

const zGameName = z.enum(gameNames)
/** Fields of a bet or a move may also come in an object of their own. */
const zLoose = z.looseObject({})
const stakeFailures = [
  'not_verified',
  'id_reused',
  'identity_required',
  'account_locked',
  'self_excluded',
  'limit_reached',
  'payout_too_large',
  'insufficient_funds',
  'not_available',
  'invalid_input',
  'session_expired',
  'too_many_requests',
  'overloaded',
  'unknown',
] as const

/** The house's single-player games. */
export const games = {
  list: route({
    method: 'GET',
    path: '/v1/games',
    auth: 'none',
    input: z.object({}),
    /** `automatic_rounds`: the most rounds that the app may play by itself after one press; 0 if none. */
    answer: z.object({ data: z.array(zGameInfo), automatic_rounds: z.number() }),
    fallback: 'Fetching games failed',
  }),
  seeds: route({
    method: 'GET',
    path: '/v1/games/seeds',
    auth: 'bettor',
    input: z.object({}),
    answer: zSeeds,
    fallback: 'Fetching seeds failed',
  }),
  /** Publishes the server seed in use and starts with the next one. Not while a round is open. */
  rotate: route({
    method: 'POST',
    path: '/v1/games/seeds/rotate',
    auth: 'bettor',
    input: z.object({
      id: zCommandId,
      client_seed: z.optional(z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[\x20-\x7e]+$/))),
    }),
    answer: z.object({
      ...seedFields,
      revealed: z.object({
        server_seed: z.string(),
        server_seed_hash: z.string(),
        client_seed: z.string(),
        /** The number of rounds played with it: their nonces are 0 to rounds - 1. */
        rounds: z.number(),
      }),
    }),
    failures: ['id_reused', 'round_open', 'not_available', 'too_many_requests', 'overloaded', 'unknown'],
    fallback: 'Changing seeds failed',
  }),
  /** Places a round once. The options are fields next to `id` and `stake`, or in `options`. */
  bet: route({
    method: 'POST',
    path: '/v1/games/:game/bet',
    auth: 'bettor',
    input: z.object({
      game: zGameName,
      id: zCommandId,
      stake: zMoneyIn,
      target: z.optional(optionFields.target),
      over: z.optional(optionFields.over),
      mines: z.optional(optionFields.mines),
      rows: z.optional(optionFields.rows),
      risk: z.optional(optionFields.risk),
      picks: z.optional(optionFields.picks),
      segments: z.optional(optionFields.segments),
      bets: z.optional(optionFields.bets),
      options: z.optional(zLoose),
    }),
    created: true,
    answer: z.object({ status: z.literal(201), message: z.string(), round: zGameRound, balance: zMoney }),
    failures: [...stakeFailures, 'stake_too_small', 'stake_too_large', 'round_open'],
    fallback: 'Placing the bet failed',
  }),
  /**
   * Makes one move in an open round, once. The move is a field next to `id` and `round_id`, or in `move`. A move without a value may be
   * just its name: `move: "hit"`.
   */
  move: route({
    method: 'POST',
    path: '/v1/games/:game/move',
    auth: 'bettor',
    input: z.object({
      game: zGameName,
      id: zCommandId,
      round_id: zId,
      reveal: z.optional(zField),
      cash_out: z.optional(zTrue),
      guess: z.optional(z.enum(['higher or same', 'lower or same'])),
      skip: z.optional(zTrue),
      hit: z.optional(zTrue),
      stand: z.optional(zTrue),
      double: z.optional(zTrue),
      split: z.optional(zTrue),
      insurance: z.optional(zTrue),
      move: z.optional(z.union([z.string().check(z.maxLength(20)), zLoose])),
    }),
    answer: z.object({ message: z.string(), round: zGameRound, balance: zMoney }),
    failures: [...stakeFailures, 'not_found', 'round_over', 'bad_move'],
    fallback: 'The move failed',
  }),
  round: route({
    method: 'GET',
    path: '/v1/games/rounds/:round_id',
    auth: 'bettor',
    input: z.object({ round_id: zId }),
    answer: z.object({ data: zGameRound }),
    failures: ['not_found'],
    fallback: 'Fetching the round failed',
  }),
  /** The bettor's rounds, newest first. */
  rounds: route({
    method: 'GET',
    path: '/v1/games/rounds',
    auth: 'bettor',
    input: z.object({ game: z.optional(zGameName), ...paging }),
    answer: z.object({ data: z.array(zGameRound), meta: zMeta }),
    fallback: 'Fetching rounds failed',
  }),
} as const
