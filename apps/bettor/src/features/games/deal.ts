import type { GameRoundOf } from '@nare/contract/games'

/** The time between two cards that are dealt one after the other. */
export const dealStepMs = 220
/** How long a card flies and turns over (card.module.css). */
export const dealMs = 420

type Round = Pick<GameRoundOf<'blackjack'>, 'state' | 'moves' | 'result'>

/** Two cards of the bettor, the dealer's open card, the one face down: one after the other. */
const firstDeal = { player: [0, 1], dealer: [2, 3] } as const

/** When a card of a hand is dealt, in milliseconds after the response: the first cards in their order, later ones at once. */
export function playerDelay({ moves }: Round, { hand, at }: { hand: number; at: number }): number {
  if (moves.length === 0) return (firstDeal.player[at] ?? 0) * dealStepMs
  // Both new cards of a split come left to right.
  return moves.at(-1) === 'split' && at === 1 ? hand * dealStepMs : 0
}

/** When a card of the dealer is dealt: the last cards follow the bettor's last card, each after the one before. */
export function dealerDelay({ state, moves }: Round, at: number): number {
  if (moves.length === 0) return (firstDeal.dealer[at] ?? at + 2) * dealStepMs
  return state === 'done' ? at * dealStepMs : 0
}

/** When the last card of a response is dealt. */
export function dealtMs(round: Round): number {
  const { state, moves, result } = round
  if (moves.length === 0 || state === 'done') return dealerDelay(round, Math.max(1, result.dealer.length - 1))
  return moves.at(-1) === 'split' ? dealStepMs : 0
}
