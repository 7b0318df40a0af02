import { rankOf, type Card } from './cards.ts'

/** The value of a hand. An ace counts 11 unless that busts the hand. `soft` is true if an ace counts 11. */
export type HandValue = { readonly total: number; readonly soft: boolean }

const aceRank = 12
const tenRank = 8

/** The value of a card: 2 to 10, 10 for a face card, 11 for an ace. */
export const cardValue = (card: Card): number => {
  const rank = rankOf(card)
  return rank === aceRank ? 11 : Math.min(rank, tenRank) + 2
}

export function valueOf(cards: readonly Card[]): HandValue {
  let total = 0
  let aces = 0
  for (const card of cards) {
    const value = cardValue(card)
    total += value
    if (value === 11) aces++
  }
  while (total > 21 && aces > 0) {
    total -= 10
    aces--
  }
  return { total, soft: aces > 0 }
}

/** Whether the hand is a natural: an ace and a card of value 10, dealt as the first two. */
export const isNatural = (cards: readonly Card[]): boolean => cards.length === 2 && valueOf(cards).total === 21
