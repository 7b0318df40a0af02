import type { GameMove } from '@nare/contract/game-shapes'
import { ranks } from '@nare/games/cards'
import { winningRanks } from '@nare/games/hi-lo'

export type Guess = 'higher or same' | 'lower or same'
type Facts = { cards: readonly string[]; moves: readonly GameMove<'hi-lo'>[]; guess: Guess }

/**
 * The multiplier after `guess` is right, in ten-thousandths: floor(9900 × 13/k × 13/k …) over the earlier guesses and this one, where k
 * is the number of winning ranks. Every move except a cash-out draws a card, so the move at an index belongs to the card at that index.
 */
export function nextMultiplier({ cards, moves, guess }: Facts): bigint {
  const made = moves.flatMap((move, at) => ('guess' in move ? [{ card: cards[at] ?? '', guess: move.guess }] : []))
  const all = [...made, { card: cards.at(-1) ?? '', guess }]
  const numerator = all.reduce((product) => product * BigInt(ranks.length), 9_900n)
  const denominator = all.reduce((product, { card, guess }) => product * BigInt(winningRanks(card, guess)), 1n)
  return denominator === 0n ? 0n : numerator / denominator
}
