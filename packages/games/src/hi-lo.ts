import { drawCard, rankOf, ranks, type Card } from './cards.ts'
import { one, payoutOf, refuse, type Game, type Terms } from './round.ts'

export type HiLoMove =
  | { readonly guess: 'higher or same' | 'lower or same' }
  | { readonly skip: true }
  | { readonly cash_out: true }
export type HiLoResult = { readonly cards: readonly Card[] }
export type HiLoOptions = Readonly<Record<string, never>>

const cardsMax = 52
const all = BigInt(ranks.length)

/** The product of 13/k over right guesses, as a fraction. */
type Product = { readonly above: bigint; readonly below: bigint }

/** One right guess that 12 of the 13 ranks win: the least that a round pays. */
const safest: Product = { above: all, below: all - 1n }

/** floor(9900 × product) ten-thousandths after a right guess; 1.00 before the first. */
const multiplierOf = ({ above, below }: Product, right: number): bigint =>
  right === 0 ? one : (9_900n * above) / below

/** How many of the 13 ranks win a guess on a card. */
export function winningRanks(card: Card, guess: 'higher or same' | 'lower or same'): number {
  const rank = rankOf(card)
  return guess === 'higher or same' ? ranks.length - rank : rank + 1
}

/** Whether some right guess on a card would still be paid in full. */
function canGoOn(card: Card, product: Product, { stake, maxWin }: Terms): boolean {
  return (['higher or same', 'lower or same'] as const).some((guess) => {
    const winning = winningRanks(card, guess)
    const next = { above: product.above * all, below: product.below * BigInt(winning) }
    return winning < ranks.length && payoutOf(stake, multiplierOf(next, 1)) <= maxWin
  })
}

/**
 * The next card is guessed as higher or the same, or lower or the same. A guess that cannot lose is refused, and one whose win
 * would be more than the largest win. The round is cashed out by itself at 52 cards and when no guess is left within that win.
 */
export const hiLo: Game<HiLoOptions, HiLoMove, HiLoResult> = {
  name: 'hi-lo',
  play(numbers, { moves, terms }) {
    const cards = [drawCard(numbers)]
    const { stake, maxWin } = terms
    let product: Product = { above: 1n, below: 1n }
    let right = 0
    let end: 'cashed' | 'wrong' | undefined
    if (payoutOf(stake, multiplierOf(safest, 1)) > maxWin) return refuse('win_too_large')
    for (const move of moves) {
      if (end) return refuse('round_over')
      const card = cards.at(-1) ?? ''
      if ('cash_out' in move) {
        if (right === 0) return refuse('bad_move')
        end = 'cashed'
        continue
      }
      const next = drawCard(numbers)
      if ('guess' in move) {
        const winning = winningRanks(card, move.guess)
        if (winning === ranks.length) return refuse('bad_move')
        const wins = { above: product.above * all, below: product.below * BigInt(winning) }
        if (payoutOf(stake, multiplierOf(wins, 1)) > maxWin) return refuse('win_too_large')
        const isRight = move.guess === 'higher or same' ? rankOf(next) >= rankOf(card) : rankOf(next) <= rankOf(card)
        if (isRight) {
          product = wins
          right++
        } else end = 'wrong'
      }
      cards.push(next)
      if (!end && (cards.length === cardsMax || (right > 0 && !canGoOn(next, product, terms)))) end = 'cashed'
    }
    const multiplier = end === 'wrong' ? 0n : multiplierOf(product, right)
    const payout = payoutOf(stake, end === 'cashed' ? multiplier : 0n)
    return { ok: true, round: { state: end ? 'done' : 'open', result: { cards }, multiplier, staked: stake, payout } }
  },
}
