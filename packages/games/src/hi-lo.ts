import { drawCard, rankOf, ranks, type Card } from './cards.ts'
import { unitMultiplier, payoutOf, refuse, type Game, type Terms } from './round.ts'

export type HiLoMove =
  | { readonly guess: 'higher or same' | 'lower or same' }
  | { readonly skip: true }
  | { readonly cash_out: true }
export type HiLoResult = { readonly cards: readonly Card[] }
export type HiLoOptions = Readonly<Record<string, never>>

const cardsMax = 52
const rankCount = BigInt(ranks.length)

/** The product of 13 / winning ranks over all right guesses, as a fraction. */
export type Product = { readonly numerator: bigint; readonly denominator: bigint }

/** The product after one guess that 12 of the 13 ranks win: the smallest win of a round. */
const safest: Product = { numerator: rankCount, denominator: rankCount - 1n }

/** floor(9900 × product) ten-thousandths after `right` right guesses; 1.00 before the first. */
export const multiplierOf = ({ numerator, denominator }: Product, right: number): bigint =>
  right === 0 ? unitMultiplier : (9_900n * numerator) / denominator

/** The number of the 13 ranks that win a guess on a card. */
export function winningRanks(card: Card, guess: 'higher or same' | 'lower or same'): number {
  const rank = rankOf(card)
  return guess === 'higher or same' ? ranks.length - rank : rank + 1
}

/** Whether at least one further guess on a card would pay within the largest win. */
function hasPayableGuess(card: Card, product: Product, { stake, maxWin }: Terms): boolean {
  return (['higher or same', 'lower or same'] as const).some((guess) => {
    const winning = winningRanks(card, guess)
    const next = { numerator: product.numerator * rankCount, denominator: product.denominator * BigInt(winning) }
    return winning < ranks.length && payoutOf(stake, multiplierOf(next, 1)) <= maxWin
  })
}

/**
 * The bettor guesses whether the next card is higher or the same, or lower or the same. A guess that cannot lose is refused, and so is one
 * that would pay more than the largest win. The round cashes out automatically at 52 cards, or when every further guess would pay more than
 * the largest win.
 */
export const hiLo: Game<HiLoOptions, HiLoMove, HiLoResult> = {
  name: 'hi-lo',
  play(numbers, { moves, terms }) {
    const cards = [drawCard(numbers)]
    const { stake, maxWin } = terms
    let product: Product = { numerator: 1n, denominator: 1n }
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
        const productIfRight = {
          numerator: product.numerator * rankCount,
          denominator: product.denominator * BigInt(winning),
        }
        if (payoutOf(stake, multiplierOf(productIfRight, 1)) > maxWin) return refuse('win_too_large')
        const isRight = move.guess === 'higher or same' ? rankOf(next) >= rankOf(card) : rankOf(next) <= rankOf(card)
        if (isRight) {
          product = productIfRight
          right++
        } else end = 'wrong'
      }
      cards.push(next)
      if (!end && (cards.length === cardsMax || (right > 0 && !hasPayableGuess(next, product, terms)))) end = 'cashed'
    }
    const multiplier = end === 'wrong' ? 0n : multiplierOf(product, right)
    const payout = payoutOf(stake, end === 'cashed' ? multiplier : 0n)
    return { ok: true, round: { state: end ? 'done' : 'open', result: { cards }, multiplier, staked: stake, payout } }
  },
}
