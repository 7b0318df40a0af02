import { indexOf, type Stream } from '@nare/fair/stream'

/** A card as its suit and its rank: "♠J", "♦10". */
export type Card = string

const suits = ['♦', '♥', '♠', '♣'] as const
/** The ranks from the lowest to the highest. */
export const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const
const inDeck = suits.length * ranks.length

/** Draws the next card of an infinite deck: the 52 cards in the order ♦2 ♥2 ♠2 ♣2 ♦3 … ♣A. */
export function drawCard(numbers: Stream): Card {
  const index = indexOf(numbers(), inDeck)
  return `${suits[index % suits.length]}${ranks[Math.floor(index / suits.length)]}`
}

/** The place of a card's rank, 0 for 2 to 12 for the ace. */
export const rankOf = (card: Card): number => ranks.findIndex((rank) => rank === card.slice(1))
