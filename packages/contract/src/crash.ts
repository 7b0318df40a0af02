import * as z from 'zod/mini'
import { betStates } from './betting.ts'
import { fieldSentences } from './field-codes.ts'
import { route } from './route.ts'
import { paging, zCommandId, zId, zMeta, zMoney, zMoneyIn, zPrice, zPriceIn, zText, zTime, zWinTax } from './shapes.ts'

export const crashPhases = ['betting', 'flying', 'crashed'] as const

/**
 * A crash bet. `auto_cash_out` and `cashed_out_at` are multipliers such as "2.00"; a bet has the second once it is cashed out, manually or
 * automatically. `cashes_out_at` is the multiplier of the automatic cash-out: the target, or less if the largest allowed win is reached
 * first. `tax` is what was withheld from `returned` as a tax on winnings; absent without one.
 */
export const zCrashBet = z.object({
  bet_id: z.string(),
  id: z.string(),
  round_id: z.string(),
  slot: z.number(),
  stake: zMoney,
  auto_cash_out: z.nullable(zPrice),
  cashes_out_at: zPrice,
  state: z.enum(betStates),
  cashed_out_at: z.optional(zPrice),
  returned: zMoney,
  tax: z.optional(zWinTax),
  placed_at: zTime,
})
export type CrashBet = z.output<typeof zCrashBet>

/** A round that is over. SHA-256 applied `game_no` times to the 32 bytes of `hash` gives the tip of its chain. */
export const zCrashRound = z.object({
  round_id: z.string(),
  chain_id: z.string(),
  game_no: z.number(),
  hash: z.string(),
  crash_point: zPrice,
  started_at: zTime,
})

/**
 * The state of the topic `crash`. `seal` is the SHA-256 of the game's hash. In phase betting, `ends_at` is the start of the flight. From
 * the flight on, `started_at` is set. In phase crashed, `crash_point` and `hash` are set, and `ends_at` is the start of the next betting
 * phase. The browser calculates the multiplier: m(t) = floor(100 × e^(0.00006 × t)) / 100, t in milliseconds of the server's time since
 * `started_at`. `bets` and `staked` are the number and the stakes of the bets on this round; `cashed_out` is the number of cashed-out ones.
 * `next` is the next round with its number of bets.
 */
export type CrashState = {
  phase: (typeof crashPhases)[number]
  round_id: string
  game_no: number
  chain_id: string
  seal: string
  ends_at?: string
  started_at?: string
  crash_point?: string
  hash?: string
  bets: number
  staked: string
  cashed_out: number
  next: { round_id: string; bets: number }
  server_time: string
}

/** A row of the topic `crash:bets`: a bet on the current round, with `cashed_out_at` and `returned` once it is cashed out. */
export type CrashFeedRow = {
  /** The same for all states of one bet; it does not identify its bettor. */
  key: string
  /** A masked name: "J***1". */
  player: string
  stake: string
  cashed_out_at?: string
  returned?: string
}

/** The state of the topic `crash:bets`: the latest bets and cash-outs of a round, the newest first. */
export type CrashBetsState = { round_id: string; rows: CrashFeedRow[] }

const zTarget = zPriceIn.check(
  z.refine((target) => target >= 1010n && target <= 1_000_000_000n, fieldSentences.odds_text),
)
const zSlot = z.union([z.literal(1), z.literal(2)])
const zDecided = z.object({ message: z.string(), bet: zCrashBet, balance: zMoney })

/** A command about one of the bettor's own bets. */
const command = <const F extends 'too_early' | 'too_late'>(
  name: 'cash-out' | 'cancel',
  { failures, fallback }: { failures: readonly F[]; fallback: string },
) =>
  route({
    method: 'POST',
    path: `/v1/games/crash/${name}`,
    auth: 'bettor',
    input: z.object({ id: zCommandId, bet_id: zId }),
    answer: zDecided,
    failures: [...failures, 'not_found', 'id_reused', 'too_many_requests', 'overloaded', 'unknown'],
    fallback,
  })

/** The crash game. */
export const crash = {
  /** Places a bet on the round that is open for bets, else on the next one; one bet per slot and round. `bet.round_id` is the round. */
  bet: route({
    method: 'POST',
    path: '/v1/games/crash/bet',
    auth: 'bettor',
    input: z.object({ id: zCommandId, stake: zMoneyIn, slot: zSlot, auto_cash_out: z.optional(z.nullable(zTarget)) }),
    created: true,
    answer: z.object({ status: z.literal(201), message: z.string(), bet: zCrashBet, balance: zMoney }),
    failures: [
      'not_verified',
      'id_reused',
      'identity_required',
      'account_locked',
      'self_excluded',
      'limit_reached',
      'slot_taken',
      'stake_too_small',
      'stake_too_large',
      'insufficient_funds',
      'not_available',
      'invalid_input',
      'session_expired',
      'too_many_requests',
      'overloaded',
      'unknown',
    ],
    fallback: 'Placing the bet failed',
  }),
  /** Cashes out at the multiplier at the millisecond in which the server read the command. A `too_late` refusal carries the bet. */
  cashOut: command('cash-out', { failures: ['too_early', 'too_late'], fallback: 'Cashing out failed' }),
  /** Cancels a bet before its round starts. */
  cancel: command('cancel', { failures: ['too_late'], fallback: 'Cancelling the bet failed' }),
  /** The hash chain of the current round, or an earlier chain by its id. Its tip is published before the salt exists. */
  chain: route({
    method: 'GET',
    path: '/v1/games/crash/chain',
    auth: 'none',
    input: z.object({ chain_id: z.optional(zText(100)) }),
    answer: z.object({
      chain_id: z.string(),
      tip: z.string(),
      salt: z.optional(z.string()),
      salt_source: z.string(),
      return_percent: z.string(),
      games: z.number(),
      played: z.number(),
      limits: z.object({ min_stake: zMoney, max_stake: zMoney, max_win: zMoney }),
      /** The most rounds that the app may play by itself after one press; 0 if none. */
      automatic_rounds: z.number(),
    }),
    failures: ['not_available', 'not_found'],
    fallback: 'Fetching the chain failed',
  }),
  /** The settled rounds, newest first: all, those of one chain, or one round by its id. */
  rounds: route({
    method: 'GET',
    path: '/v1/games/crash/rounds',
    auth: 'none',
    input: z.object({ ...paging, chain_id: z.optional(zText(100)), round_id: z.optional(zText(100)) }),
    answer: z.object({ data: z.array(zCrashRound), meta: zMeta }),
    fallback: 'Fetching rounds failed',
  }),
  /** The bettor's bets on the current and the next round, in the order of their slots. The crash screen loads them first. */
  bets: route({
    method: 'GET',
    path: '/v1/games/crash/bets',
    auth: 'bettor',
    input: z.object({}),
    answer: z.object({ data: z.array(zCrashBet) }),
    fallback: 'Fetching bets failed',
  }),
} as const
