import * as z from 'zod/mini'
import { fieldSentences } from './field-codes.ts'

/** The single-player games, in display order. */
export const gameNames = [
  'dice',
  'limbo',
  'mines',
  'plinko',
  'keno',
  'wheel',
  'roulette',
  'hi-lo',
  'blackjack',
] as const
export type GameName = (typeof gameNames)[number]
export const gameRisks = ['low', 'medium', 'high'] as const
export const blackjackMoves = ['hit', 'stand', 'double', 'split', 'insurance'] as const

/** A decimal with at most two places: "50.50". */
const zDecimal = z.string().check(z.regex(/^\d{1,7}(\.\d{1,2})?$/))
const zAmount = z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/, fieldSentences.amount_text))
const zRisk = z.enum(gameRisks)
export const zField = z.int().check(z.gte(0), z.lte(24))
export const zTrue = z.literal(true)
const zNone = z.object({})

/** Every option of a bet; `gameOptions` lists those of each game. */
export const optionFields = {
  /** dice "0.01" to "99.99"; limbo "1.01" to "1000000.00" */
  target: zDecimal,
  over: z.boolean(),
  mines: z.int().check(z.gte(1), z.lte(24)),
  rows: z.int().check(z.gte(8), z.lte(16)),
  risk: zRisk,
  picks: z.array(z.int().check(z.gte(0), z.lte(39))).check(z.minLength(1), z.maxLength(10)),
  segments: z.int().check(z.gte(10), z.lte(50)),
  bets: z
    .array(z.object({ on: z.string().check(z.maxLength(15)), amount: zAmount }))
    .check(z.minLength(1), z.maxLength(100)),
} as const

/** The options of each game, as they are sent with a bet and as a round has them. */
export const gameOptions = {
  dice: z.object({ target: optionFields.target, over: optionFields.over }),
  limbo: z.object({ target: optionFields.target }),
  mines: z.object({ mines: optionFields.mines }),
  plinko: z.object({ rows: optionFields.rows, risk: optionFields.risk }),
  keno: z.object({ picks: optionFields.picks, risk: optionFields.risk }),
  wheel: z.object({ segments: optionFields.segments, risk: optionFields.risk }),
  roulette: z.object({ bets: optionFields.bets }),
  'hi-lo': zNone,
  blackjack: zNone,
} as const
export type GameOptions<G extends GameName = GameName> = z.output<(typeof gameOptions)[G]>
/** A game with its options. To bet, send the fields of `options` next to `id` and `stake`. */
export type GameChoice = { [G in GameName]: { readonly game: G; readonly options: GameOptions<G> } }[GameName]

export const zMinesMove = z.union([z.object({ reveal: zField }), z.object({ cash_out: zTrue })])
export const zHiLoMove = z.union([
  z.object({ guess: z.enum(['higher or same', 'lower or same']) }),
  z.object({ skip: zTrue }),
  z.object({ cash_out: zTrue }),
])
export const zBlackjackMove = z.enum(blackjackMoves)

/** The moves of the games that have some, as a round lists them. Those of blackjack are names. */
export const gameMoves = { mines: zMinesMove, 'hi-lo': zHiLoMove, blackjack: zBlackjackMove } as const
export type GameMove<G extends keyof typeof gameMoves = keyof typeof gameMoves> = z.output<(typeof gameMoves)[G]>

const zCards = z.array(z.string())
/** What a bettor may see of a round. The mines, and the dealer's second card and later ones, only once it is done. */
export const gameResults = {
  dice: z.object({ roll: z.string() }),
  limbo: z.object({ multiplier: z.string() }),
  mines: z.object({ revealed: z.array(z.number()), mines: z.optional(z.array(z.number())) }),
  plinko: z.object({ path: z.array(z.number()), slot: z.number() }),
  keno: z.object({ drawn: z.array(z.number()), hits: z.number() }),
  wheel: z.object({ segment: z.number() }),
  roulette: z.object({ number: z.number() }),
  'hi-lo': z.object({ cards: zCards }),
  /** Cards as "♠J"; `playing` is the index of the hand in play, `allowed` its possible moves. */
  blackjack: z.object({
    player: z.array(zCards),
    dealer: zCards,
    playing: z.optional(z.number()),
    allowed: z.optional(z.array(zBlackjackMove)),
  }),
} as const

const zMultipliers = z.array(z.string())
const zByRisk = z.record(z.string(), z.record(z.string(), zMultipliers))
const zBounds = z.object({ least: z.string(), most: z.string() })

/** Every table that decides what a game pays, multipliers with four places. */
export const gameTables = {
  dice: z.object({
    target: z.object({ least: z.string(), most: z.string(), winning_rolls_most: z.number() }),
    over: z.array(z.boolean()),
  }),
  limbo: z.object({ target: zBounds }),
  /** `multipliers`: by the number of mines, then of safe fields from 1. */
  mines: z.object({
    fields: z.number(),
    mines: z.object({ least: z.number(), most: z.number() }),
    multipliers: z.record(z.string(), zMultipliers),
  }),
  /** By risk, then rows, then slot. */
  plinko: zByRisk,
  /** By risk, then number of picks, then hits from 0. */
  keno: zByRisk,
  /** By risk, then number of segments, then segment. */
  wheel: zByRisk,
  /** `multipliers`: by the name of the bet, stake included. */
  roulette: z.object({ bets: z.array(z.string()), multipliers: z.record(z.string(), z.string()) }),
  /** `factors`: of a right guess, "13/12", by guess, then rank of the card; 0.99 times their product is the multiplier. */
  'hi-lo': z.object({ cards_most: z.number(), factors: z.record(z.string(), z.record(z.string(), z.string())) }),
  blackjack: z.object({
    dealer_stands: z.number(),
    natural_pays: z.string(),
    insurance_pays: z.string(),
    splits_most: z.number(),
  }),
} as const
