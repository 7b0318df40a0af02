import type { GameMove } from '@nare/contract/game-shapes'
import { rankOf, ranks } from '@nare/games/cards'
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

/** An earlier card of a round: what was done on it, and the multiplier after it; undefined before the first right guess. */
export type Step = { card: string; mark: 'higher' | 'lower' | 'skip'; multiplier: bigint | undefined; isWrong: boolean }

/** The trail of a round: every card but the last, oldest first. Only the guess before the last card can have been wrong. */
export function trailOf(cards: readonly string[], moves: readonly GameMove<'hi-lo'>[]): Step[] {
  let multiplier: bigint | undefined
  return cards.slice(0, -1).flatMap((card, at): Step[] => {
    const move = moves[at]
    if (!move || 'cash_out' in move) return []
    if ('skip' in move) return [{ card, mark: 'skip', multiplier, isWrong: false }]
    const { guess } = move
    const isWrong = !isRight({ guess, card, next: cards[at + 1] ?? '' })
    multiplier = nextMultiplier({ cards: cards.slice(0, at + 1), moves: moves.slice(0, at), guess })
    return [{ card, mark: guess === 'higher or same' ? 'higher' : 'lower', multiplier, isWrong }]
  })
}

function isRight({ guess, card, next }: { guess: Guess; card: string; next: string }): boolean {
  const step = rankOf(next) - rankOf(card)
  return guess === 'higher or same' ? step >= 0 : step <= 0
}
