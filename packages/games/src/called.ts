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

/** The options of each game as calls have them: decimals and amounts are text. */
export type CalledOptions = {
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

/** The moves of each game as calls have them. */
export type CalledMoves = {
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

/** The results of each game as calls have them. */
export type CalledResults = {
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

/** A game with its options and moves, as calls have them. */
export type CalledRound = {
  [G in GameName]: {
    readonly game: G
    readonly options: CalledOptions[G]
    readonly moves: readonly CalledMoves[G][]
  }
}[GameName]
export type CalledMove = CalledMoves[GameName]
export type CalledResult = CalledResults[GameName]

type Given<G extends GameName> = {
  readonly options: CalledOptions[G]
  readonly moves: readonly CalledMoves[G][]
  readonly terms: Terms
}

/** "50.5" as 5050; NaN, which every game refuses, if it is no decimal with at most two places. */
const hundredths = (text: string): number =>
  Number(/^\d{1,7}(\.\d{1,2})?$/.test(text) ? (parseMoney(text) ?? NaN) : NaN)
const decimal = (value: number): string => formatMoney(BigInt(value) as Money)

const players: { readonly [G in GameName]: (numbers: Stream, given: Given<G>) => Played<CalledResults[G]> } = {
  dice: (numbers, { options: { target, over }, moves, terms }) =>
    showing(dice.play(numbers, { options: { target: hundredths(target), over }, moves, terms }), ({ roll }) => ({
      roll: decimal(roll),
    })),
  limbo: (numbers, { options: { target }, moves, terms }) =>
    showing(limbo.play(numbers, { options: { target: hundredths(target) }, moves, terms }), ({ multiplier }) => ({
      multiplier: decimal(multiplier),
    })),
  mines: mines.play,
  plinko: plinko.play,
  keno: keno.play,
  wheel: wheel.play,
  roulette(numbers, { options: { bets }, moves, terms }) {
    const read = bets.flatMap(({ on, amount }) => {
      const cents = parseMoney(amount)
      return cents === undefined ? [] : [{ on, amount: cents }]
    })
    if (read.length < bets.length) return refuse('bad_options')
    return roulette.play(numbers, { options: { bets: read }, moves, terms })
  },
  'hi-lo': hiLo.play,
  blackjack: blackjack.play,
}

function showing<R, S>(played: Played<R>, show: (result: R) => S): Played<S> {
  return played.ok ? { ok: true, round: { ...played.round, result: show(played.round.result) } } : played
}

/** Plays a round from its seeds, with options, moves and result as calls have them. */
export function playCalled(
  { game, options, moves }: CalledRound,
  { seeds, terms }: { seeds: Seeds; terms: Terms },
): Played<CalledResult> {
  // Options and moves are those of the same game, which a lookup by name cannot express in types.
  const play = players[game] as unknown as (numbers: Stream, given: object) => Played<CalledResult>
  return play(numbersOf(seeds), { options, moves, terms })
}

const twoPlaces = (text: string): string => formatMoney(parseMoney(text) ?? (0n as Money))

/** Options in their one form: decimals and amounts with two places. They have passed the schema of their game. */
export function normalOptions<O extends CalledOptions[GameName]>(options: O): O {
  const given = options as { readonly target?: string; readonly bets?: CalledOptions['roulette']['bets'] }
  return {
    ...options,
    ...(given.target !== undefined && { target: twoPlaces(given.target) }),
    ...(given.bets && { bets: given.bets.map(({ on, amount }) => ({ on, amount: twoPlaces(amount) })) }),
  }
}

const endingMovesMax = 10

/** What a round that was left open comes to by its ending moves; undefined if its stake goes back. */
export function playLeftOpen(
  called: CalledRound,
  given: { readonly seeds: Seeds; readonly terms: Terms },
): Played<CalledResult> | undefined {
  let moves: readonly CalledMove[] = called.moves
  for (let added = 0; added < endingMovesMax; added++) {
    const so = { ...called, moves } as CalledRound
    const played = playCalled(so, given)
    if (!played.ok || played.round.state === 'done') return played
    const next = endingMove(so)
    if (next === undefined) return undefined
    moves = [...moves, next]
  }
  return refuse('bad_move')
}

/** The next move of a round that was left open too long; undefined if its stake goes back. */
export function endingMove({ game, moves }: CalledRound): CalledMove | undefined {
  if (game === 'blackjack') return 'stand'
  if (game === 'mines') return moves.length > 0 ? { cash_out: true } : undefined
  if (game === 'hi-lo') return moves.some((move) => 'guess' in move) ? { cash_out: true } : undefined
  return undefined
}
