import { cardValue, valueOf } from './blackjack-hand.ts'
import type { BlackjackMove } from './blackjack.ts'
import type { Card } from './cards.ts'

/** The values of a card. In an infinite deck, 2 to 9 and the ace have a probability of 1/13 each, ten has 4/13. */
const values = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const
const chance = (value: number): number => (value === 10 ? 4 : 1) / 13

type Value = { total: number; soft: boolean }

function addCard({ total, soft }: Value, card: number): Value {
  const sum = total + card
  const isSoft = soft || card === 11
  if (sum > 21 && isSoft) return { total: sum - 10, soft: soft && card === 11 }
  return { total: sum, soft: isSoft }
}

type TotalChances = ReadonlyMap<number, number>

/** The probabilities of the dealer's totals for an upcard, given no natural. A bust is 22. */
function dealerTotals(up: number): TotalChances {
  const chances = new Map<number, number>()
  const draw = (hand: Value, share: number, cards: number): void => {
    if (hand.total >= 17) {
      const total = Math.min(hand.total, 22)
      chances.set(total, (chances.get(total) ?? 0) + share)
      return
    }
    for (const card of values) {
      const makesNatural = cards === 1 && up + card === 21
      if (!makesNatural) draw(addCard(hand, card), share * chance(card), cards + 1)
    }
  }
  draw({ total: up, soft: up === 11 }, 1, 1)
  const sum = [...chances.values()].reduce((total, share) => total + share, 0)
  return new Map([...chances].map(([total, share]) => [total, share / sum]))
}

/** The expected net of each decision against one upcard of the dealer, in stakes, with best play afterwards. */
function solver(chances: TotalChances) {
  const stand = ({ total }: Value): number => {
    if (total > 21) return -1
    let net = 0
    for (const [house, share] of chances) net += house > 21 || total > house ? share : total < house ? -share : 0
    return net
  }
  const netByHand = new Map<number, number>()
  const expectation = (next: (hand: Value) => number, hand: Value): number =>
    values.reduce((sum, card) => sum + chance(card) * next(addCard(hand, card)), 0)
  /** The net of a hand whose only moves are hit and stand. */
  const play = (hand: Value): number => {
    if (hand.total >= 21) return stand(hand)
    const key = hand.total * 2 + Number(hand.soft)
    const known = netByHand.get(key)
    if (known !== undefined) return known
    const net = Math.max(stand(hand), expectation(play, hand))
    netByHand.set(key, net)
    return net
  }
  const hit = (hand: Value): number => expectation(play, hand)
  const double = (hand: Value): number => 2 * expectation(stand, hand)
  const firstTwo = (hand: Value): number => (hand.total === 21 ? stand(hand) : Math.max(play(hand), double(hand)))
  const pair = (card: number): number => {
    const hand = { total: card, soft: card === 11 }
    return 2 * expectation(card === 11 ? stand : firstTwo, hand)
  }
  return { stand, hit, double, firstTwo, pair }
}

const solvers = new Map(values.map((up) => [up as number, solver(dealerTotals(up))]))

/** The move with the best expected net for a hand against the dealer's upcard. Never insurance. */
export function bestMove(
  cards: readonly Card[],
  { dealer, allowed }: { dealer: Card; allowed: readonly BlackjackMove[] },
): BlackjackMove {
  const solved = solvers.get(cardValue(dealer))
  const hand = valueOf(cards)
  if (!solved) return 'stand'
  const nets: readonly [BlackjackMove, number][] = [
    ['stand', solved.stand(hand)],
    ['hit', solved.hit(hand)],
    ['double', solved.double(hand)],
    ['split', solved.pair(cardValue(cards[0] ?? ''))],
  ]
  const candidates = nets.filter(([move]) => allowed.includes(move))
  return candidates.reduce((best, other) => (other[1] > best[1] ? other : best), ['stand', -Infinity])[0]
}

/** The return of blackjack, by the rules of `blackjack.ts`, with best play and without insurance, in stakes. */
export function blackjackReturn(): number {
  let net = 0
  for (const up of values) {
    const solved = solvers.get(up)
    if (!solved) continue
    const { firstTwo, pair } = solved
    const natural = up === 11 ? chance(10) : up === 10 ? chance(11) : 0
    for (const first of values)
      for (const second of values) {
        const share = chance(up) * chance(first) * chance(second)
        const hand = addCard({ total: first, soft: first === 11 }, second)
        if (hand.total === 21) net += share * (1 - natural) * 1.5
        else {
          const best = first === second ? Math.max(firstTwo(hand), pair(first)) : firstTwo(hand)
          net += share * ((1 - natural) * best - natural)
        }
      }
  }
  return 1 + net
}
