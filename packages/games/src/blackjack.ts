import type { Stream } from '@nare/fair/stream'
import { money, type Money } from '@nare/money/money'
import { cardValue, isNatural, valueOf } from './blackjack-hand.ts'
import { drawCard, type Card } from './cards.ts'
import { unitMultiplier, refuse, type Game } from './round.ts'

export const blackjackMoves = ['hit', 'stand', 'double', 'split', 'insurance'] as const
export type BlackjackMove = (typeof blackjackMoves)[number]
export type BlackjackOptions = Readonly<Record<string, never>>
/** The dealer's second card and later ones are shown once the round is over. `allowed` are the moves of the hand in play. */
export type BlackjackResult = {
  readonly player: readonly (readonly Card[])[]
  readonly dealer: readonly Card[]
  readonly playing?: number
  readonly allowed?: readonly BlackjackMove[]
}

type Hand = { cards: Card[]; bet: bigint; done: boolean; splitAces: boolean }
type Table = { hands: Hand[]; dealer: Card[]; insured: bigint; isOver: boolean; moved: boolean }

/** The maximum payout in stakes: a split with two doubled hands that both win. */
const stakesPaidMax = 8n
const dealerStands = 17

/** The hand in play and its index. */
const handInPlay = ({ hands }: Table): { hand: Hand; at: number } | undefined => {
  const at = hands.findIndex(({ done }) => !done)
  const hand = hands[at]
  return hand && { hand, at }
}

/** The moves of the hand in play. Insurance is offered before the first move, against an ace. */
function allowedMoves(table: Table): BlackjackMove[] {
  const current = handInPlay(table)
  if (table.isOver || !current) return []
  const { cards } = current.hand
  const isFresh = cards.length === 2
  const [first = '', second = ''] = cards
  const isPair = isFresh && table.hands.length === 1 && cardValue(first) === cardValue(second)
  const isInsurable = !table.moved && cardValue(table.dealer[0] ?? '') === 11
  return blackjackMoves.filter(
    (move) =>
      move === 'hit' ||
      move === 'stand' ||
      (move === 'double' && isFresh) ||
      (move === 'split' && isPair) ||
      (move === 'insurance' && isInsurable),
  )
}

function deal(numbers: Stream, stake: bigint): Table {
  const cards = [drawCard(numbers), drawCard(numbers)]
  const dealer = [drawCard(numbers), drawCard(numbers)]
  const hands = [{ cards, bet: stake, done: false, splitAces: false }]
  const showsTen = cardValue(dealer[0] ?? '') === 10
  const isOver = isNatural(cards) || (showsTen && isNatural(dealer))
  return { hands, dealer, insured: 0n, isOver, moved: false }
}

function split(hand: Hand, numbers: Stream): Hand[] {
  const splitAces = cardValue(hand.cards[0] ?? '') === 11
  return hand.cards.map((card) => {
    const cards = [card, drawCard(numbers)]
    return { cards, bet: hand.bet, done: splitAces || valueOf(cards).total === 21, splitAces }
  })
}

/** Makes a move. A dealer's natural under an ace ends the round at the first move: only insurance takes effect before. */
function apply(table: Table, move: BlackjackMove, { stake, numbers }: { stake: bigint; numbers: Stream }): void {
  const isFirst = !table.moved
  table.moved = true
  if (move === 'insurance') table.insured = stake / 2n
  if (isFirst && isNatural(table.dealer)) {
    table.isOver = true
    return
  }
  const hand = handInPlay(table)?.hand
  if (!hand || move === 'insurance') return
  if (move === 'split') table.hands = split(hand, numbers)
  if (move === 'double') hand.bet *= 2n
  if (move === 'hit' || move === 'double') hand.cards.push(drawCard(numbers))
  if (move === 'stand' || move === 'double' || valueOf(hand.cards).total >= 21) hand.done = true
  if (!handInPlay(table)) finish(table, numbers)
}

/** Ends the round. The dealer draws to 17 and stands on any 17; if every hand is bust, the dealer does not draw. */
function finish(table: Table, numbers: Stream): void {
  table.isOver = true
  if (table.hands.every(({ cards }) => valueOf(cards).total > 21)) return
  while (valueOf(table.dealer).total < dealerStands) table.dealer.push(drawCard(numbers))
}

/** The payout of a finished table, stakes included: a natural pays 3:2, a win 1:1, insurance 2:1. */
function payoutOf({ hands, dealer, insured }: Table): bigint {
  const isDealerNatural = isNatural(dealer)
  const house = valueOf(dealer).total
  const insurance = isDealerNatural ? insured * 3n : 0n
  return hands.reduce((sum, { cards, bet }) => {
    const isPlayerNatural = hands.length === 1 && isNatural(cards)
    if (isPlayerNatural && !isDealerNatural) return sum + bet + (bet * 3n) / 2n
    if (isPlayerNatural) return sum + bet
    const { total } = valueOf(cards)
    if (total > 21 || isDealerNatural) return sum
    if (house > 21 || total > house) return sum + bet * 2n
    return total === house ? sum + bet : sum
  }, insurance)
}

/**
 * Blackjack with an infinite deck: cards in the order of the stream, player, player, dealer, dealer. The dealer stands on any 17 and checks
 * for a natural. Any two cards may be doubled, also after a split. One split is allowed, of cards of equal value; split aces get one card
 * each. A natural of the player, or of a dealer who shows a ten, ends the round immediately.
 */
export const blackjack: Game<BlackjackOptions, BlackjackMove, BlackjackResult> = {
  name: 'blackjack',
  play(numbers, { moves, terms: { stake, maxWin } }) {
    if (stake * stakesPaidMax > maxWin) return refuse('win_too_large')
    const table = deal(numbers, stake)
    for (const move of moves) {
      if (table.isOver) return refuse('round_over')
      if (!allowedMoves(table).includes(move)) return refuse('bad_move')
      apply(table, move, { stake, numbers })
    }
    const { hands, dealer, insured, isOver } = table
    const staked = money(hands.reduce((sum, { bet }) => sum + bet, insured))
    const payout = money(isOver ? payoutOf(table) : 0n)
    const player = hands.map(({ cards }) => cards)
    const result = isOver
      ? { player, dealer }
      : { player, dealer: dealer.slice(0, 1), playing: handInPlay(table)?.at ?? 0, allowed: allowedMoves(table) }
    return {
      ok: true,
      round: { state: isOver ? 'done' : 'open', result, multiplier: multiplierOf(payout, stake), staked, payout },
    }
  },
}

const multiplierOf = (payout: Money, stake: Money): bigint => (payout * unitMultiplier) / stake
