import * as z from 'zod/mini'
import { marketStates, matchStates } from './catalog.ts'
import { heavyRead } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { counted, zMoney, zPrice, zTime } from './shapes.ts'

const zMatchId = z.string().check(z.regex(/^\d{8}$/))

/** Which matches: those of a sport, and those in play (`live=true`) or all others (`live=false`). */
const boardFilter = {
  sport: z.optional(z.string().check(z.regex(/^\w{1,20}$/))),
  live: z.optional(z.enum(['true', 'false'])),
}

/**
 * A match on the trader's board. `prices` and `margin_percent` are those of its first market. `liability` is what the tickets on an outcome of
 * this market are paid beyond their stakes if it wins, a multi with its whole stake and its other open legs won; `keeps` is what the house
 * keeps of the market then. `worst` is the most that the house can lose on the match, over half-time and final scores, positive when it loses.
 * `price_age_s` is the time since the price was last confirmed; null without one. `by_hand`: a person has set something of the match.
 */
export const zBoardRow = z.object({
  match_id: z.string(),
  game_id: z.string(),
  sport_id: z.string(),
  competition_id: z.string(),
  competition: z.string(),
  home_team: z.string(),
  away_team: z.string(),
  start_time: zTime,
  state: z.enum(matchStates),
  minute: z.nullable(z.number()),
  added: z.nullable(z.number()),
  at_half_time: z.boolean(),
  score: z.nullable(z.string()),
  /** The first market and its state, and why the match takes no bets. */
  market_id: z.nullable(z.string()),
  market: z.nullable(z.enum(marketStates)),
  suspended: z.nullable(z.string()),
  prices: z.array(z.object({ odd_key: z.string(), price: z.nullable(zPrice) })),
  bets: z.number(),
  staked: zMoney,
  liability: z.array(z.object({ odd_key: z.string(), amount: zMoney, keeps: zMoney })),
  worst: zMoney,
  margin_percent: z.nullable(z.string()),
  price_age_s: z.nullable(z.number()),
  /** Whether a feed confirms the price; without one it stands until it is changed. */
  fed: z.boolean(),
  by_hand: z.boolean(),
  /** Whether an operator has stopped this match itself, not all of its competition, sport or play. */
  held: z.boolean(),
  /** Grows with each change of the row: of two of a match the one with the higher version counts. */
  version: z.number(),
})
export type BoardRow = z.output<typeof zBoardRow>

/** What a person has set on an outcome: the price by hand, by whom and since when. */
const zSheetOutcome = z.object({
  odd_key: z.string(),
  display: z.string(),
  price: z.nullable(zPrice),
  /** The price without margin, as cash-outs are valued; null while it is not known. */
  fair: z.nullable(zPrice),
  by_hand: z.nullable(zPrice),
  bets: z.number(),
  staked: zMoney,
  /** What the house keeps of this market if the outcome wins, multis with their other open legs won; below zero it pays. */
  if_it_wins: zMoney,
})
export type SheetOutcome = z.output<typeof zSheetOutcome>

const zSheetMarket = z.object({
  sub_type_id: z.string(),
  line: z.string(),
  name: z.string(),
  state: z.enum(marketStates),
  margin_percent: z.nullable(z.string()),
  /** When its prices last changed, and who sent them; null for a market with bets that is not offered. */
  at: z.nullable(zTime),
  source: z.nullable(z.string()),
  outcomes: z.array(zSheetOutcome),
})
export type SheetMarket = z.output<typeof zSheetMarket>

const zMoment = z.object({
  at: zTime,
  text: z.string(),
  by: z.string(),
  kind: z.enum(['event', 'match', 'result', 'action']),
})
export type SheetMoment = z.output<typeof zMoment>

const zSheet = z.extend(zBoardRow, {
  markets: z.array(zSheetMarket),
  /** The limits of bets on the match now: the highest stake and payout of a slip, and the liability of an outcome. */
  limits: z.object({ stake: zMoney, payout: zMoney, liability: zMoney, delay_s: z.number() }),
  /** Newest first, at most 500. */
  timeline: z.array(zMoment),
})
export type Sheet = z.output<typeof zSheet>

/** What the house keeps if the match ends so, at the worst half-time score for it; below zero it loses. */
const zKeeps = z.object({ home: z.number(), away: z.number(), keeps: zMoney })
export type ScoreKeepsRow = z.output<typeof zKeeps>

const zStanding = z.object({
  bet_id: z.string(),
  bettor_id: z.string(),
  bettor_name: z.optional(z.string()),
  stake: zMoney,
  price: zPrice,
  /** What the ticket is paid if the outcome and its other open legs win. */
  pays: zMoney,
  legs: z.number(),
})
export type Standing = z.output<typeof zStanding>

/** The trader's calls that look at matches. The topic `operator:board` has the rows that change, one key a match. */
export const operatorBoard = {
  /** The matches without a settled result: those in play first, then by start. */
  board: operatorRoute({
    ...heavyRead,
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/board',
    input: z.object({ ...boardFilter, page: counted(100_000, 1), limit: counted(2_000, 100) }),
    csv: z.object(boardFilter),
    answer: z.object({
      data: z.array(zBoardRow),
      meta: z.object({ page: z.number(), limit: z.number(), total: z.number() }),
    }),
    fallback: 'Fetching the board failed',
  }),
  sheet: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/matches/:id/sheet',
    input: z.object({ id: zMatchId }),
    answer: zSheet,
    failures: ['not_found'],
    fallback: 'Fetching the match failed',
  }),
  grid: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/matches/:id/grid',
    input: z.object({ id: zMatchId }),
    answer: z.object({ data: z.array(zKeeps) }),
    failures: ['not_found'],
    fallback: 'Fetching the grid failed',
  }),
  /** An outcome of a match over time: its prices, the stakes by part of the time, and the five largest open tickets on it. */
  outcome: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/matches/:id/outcome',
    input: z.object({
      id: zMatchId,
      sub_type_id: z.string().check(z.regex(/^\d{1,6}$/)),
      odd_key: z.string().check(z.minLength(1), z.maxLength(60)),
    }),
    answer: z.object({
      prices: z.array(z.object({ at: zTime, price: z.nullable(zPrice) })),
      stakes: z.array(z.object({ at: zTime, bets: z.number(), staked: zMoney })),
      tickets: z.array(zStanding),
      others: z.object({ bets: z.number(), staked: zMoney, pays: zMoney }),
    }),
    failures: ['not_found'],
    fallback: 'Fetching the outcome failed',
  }),
} as const
