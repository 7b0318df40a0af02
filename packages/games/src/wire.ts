import { formatMoney, parseMoney, type Money } from '@nare/money/money'
import type { Stream } from '@nare/fair/stream'
import { blackjack, type BlackjackMove, type BlackjackResult } from './blackjack.ts'
import { dice } from './dice.ts'
import type { GameName } from './games.ts'
import { hiLo, type HiLoMove, type HiLoResult } from './hi-lo.ts'
import { keno, type KenoOptions, type KenoResult } from './keno.ts'
import { limbo } from './limbo.ts'
import { mines, type MinesMove, type MinesOptions, type MinesResult } from './mines.ts'
import { plinko, type PlinkoOptions, type PlinkoResult } from './plinko.ts'
import { roulette, type RouletteResult } from './roulette.ts'
import { numbersOf, refuse, type Played, type Seeds, type Terms } from './round.ts'
import { wheel, type WheelOptions, type WheelResult } from './wheel.ts'

type Empty = Readonly<Record<string, never>>

/** The options of each game in the wire format: decimals and amounts are text. */
export type WireOptions = {
  dice: { readonly target: string; readonly over: boolean }
  limbo: { readonly target: string }
  mines: MinesOptions
  plinko: PlinkoOptions
  keno: KenoOptions
  wheel: WheelOptions
  roulette: { readonly bets: readonly { readonly on: string; readonly amount: string }[] }
  'hi-lo': Empty
  blackjack: Empty
}

/** The moves of each game in the wire format. */
export type WireMoves = {
  dice: never
  limbo: never
  mines: MinesMove
  plinko: never
  keno: never
  wheel: never
  roulette: never
  'hi-lo': HiLoMove
  blackjack: BlackjackMove
}

/** The results of each game in the wire format. */
export type WireResults = {
  dice: { readonly roll: string }
  limbo: { readonly multiplier: string }
  mines: MinesResult
  plinko: PlinkoResult
  keno: KenoResult
  wheel: WheelResult
  roulette: RouletteResult
  'hi-lo': HiLoResult
  blackjack: BlackjackResult
}

/** A game with its options and moves, in the wire format. */
export type WireRound = {
  [G in GameName]: {
    readonly game: G
    readonly options: WireOptions[G]
    readonly moves: readonly WireMoves[G][]
  }
}[GameName]
export type WireMove = WireMoves[GameName]
export type WireResult = WireResults[GameName]

type Given<G extends GameName> = {
  readonly options: WireOptions[G]
  readonly moves: readonly WireMoves[G][]
  readonly terms: Terms
}

/** "50.5" as 5050. NaN, which every game refuses, if the text is not a decimal with at most two places. */
const hundredths = (text: string): number =>
  Number(/^\d{1,7}(\.\d{1,2})?$/.test(text) ? (parseMoney(text) ?? NaN) : NaN)
const decimal = (value: number): string => formatMoney(BigInt(value) as Money)

const playByGame: { readonly [G in GameName]: (numbers: Stream, given: Given<G>) => Played<WireResults[G]> } = {
  dice: (numbers, { options: { target, over }, moves, terms }) =>
    mapResult(dice.play(numbers, { options: { target: hundredths(target), over }, moves, terms }), ({ roll }) => ({
      roll: decimal(roll),
    })),
  limbo: (numbers, { options: { target }, moves, terms }) =>
    mapResult(limbo.play(numbers, { options: { target: hundredths(target) }, moves, terms }), ({ multiplier }) => ({
      multiplier: decimal(multiplier),
    })),
  mines: mines.play,
  plinko: plinko.play,
  keno: keno.play,
  wheel: wheel.play,
  roulette(numbers, { options: { bets }, moves, terms }) {
    const parsed = bets.flatMap(({ on, amount }) => {
      const cents = parseMoney(amount)
      return cents === undefined ? [] : [{ on, amount: cents }]
    })
    if (parsed.length < bets.length) return refuse('bad_options')
    return roulette.play(numbers, { options: { bets: parsed }, moves, terms })
  },
  'hi-lo': hiLo.play,
  blackjack: blackjack.play,
}

function mapResult<R, S>(played: Played<R>, map: (result: R) => S): Played<S> {
  return played.ok ? { ok: true, round: { ...played.round, result: map(played.round.result) } } : played
}

/** Plays a round from its seeds. Options, moves and result are in the wire format. */
export function playWire(
  { game, options, moves }: WireRound,
  { seeds, terms }: { seeds: Seeds; terms: Terms },
): Played<WireResult> {
  // The types cannot express that options and moves belong to the game that the lookup returns.
  const play = playByGame[game] as unknown as (numbers: Stream, given: object) => Played<WireResult>
  return play(numbersOf(seeds), { options, moves, terms })
}

const twoPlaces = (text: string): string => formatMoney(parseMoney(text) ?? (0n as Money))

/** Normalises options that have passed the schema of their game: decimals and amounts get two places. */
export function normaliseOptions<O extends WireOptions[GameName]>(options: O): O {
  const given = options as { readonly target?: string; readonly bets?: WireOptions['roulette']['bets'] }
  return {
    ...options,
    ...(given.target !== undefined && { target: twoPlaces(given.target) }),
    ...(given.bets && { bets: given.bets.map(({ on, amount }) => ({ on, amount: twoPlaces(amount) })) }),
  }
}

const endingMovesMax = 10

/** Plays an abandoned round to its end with the automatic moves; undefined if its stake is refunded. */
export function playAbandoned(
  abandoned: WireRound,
  given: { readonly seeds: Seeds; readonly terms: Terms },
): Played<WireResult> | undefined {
  let moves: readonly WireMove[] = abandoned.moves
  for (let added = 0; added < endingMovesMax; added++) {
    const round = { ...abandoned, moves } as WireRound
    const played = playWire(round, given)
    if (!played.ok || played.round.state === 'done') return played
    const next = endingMove(round)
    if (next === undefined) return undefined
    moves = [...moves, next]
  }
  return refuse('bad_move')
}

/** The next automatic move of an abandoned round; undefined if its stake is refunded. */
export function endingMove({ game, moves }: WireRound): WireMove | undefined {
  if (game === 'blackjack') return 'stand'
  if (game === 'mines') return moves.length > 0 ? { cash_out: true } : undefined
  if (game === 'hi-lo') return moves.some((move) => 'guess' in move) ? { cash_out: true } : undefined
  return undefined
}
