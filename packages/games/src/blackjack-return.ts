import { cardValue, valueOf } from './blackjack-hand.ts'
import type { BlackjackMove } from './blackjack.ts'
import type { Card } from './cards.ts'

/** The values of a card in an infinite deck with their chances: 2 to 9 and the ace 1/13 each, ten 4/13. */
const values = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const
const chance = (value: number): number => (value === 10 ? 4 : 1) / 13

type Value = { total: number; soft: boolean }

function added({ total, soft }: Value, card: number): Value {
  const sum = total + card
  const isSoft = soft || card === 11
  if (sum > 21 && isSoft) return { total: sum - 10, soft: soft && card === 11 }
  return { total: sum, soft: isSoft }
}

type Ends = ReadonlyMap<number, number>

/** The chances of the dealer's totals, 22 for a bust, from a first card, given that it is no natural. */
function dealerEnds(up: number): Ends {
  const ends = new Map<number, number>()
  const draw = (hand: Value, share: number, cards: number): void => {
    if (hand.total >= 17) {
      const total = Math.min(hand.total, 22)
      ends.set(total, (ends.get(total) ?? 0) + share)
      return
    }
    for (const card of values) {
      const makesNatural = cards === 1 && up + card === 21
      if (!makesNatural) draw(added(hand, card), share * chance(card), cards + 1)
    }
  }
  draw({ total: up, soft: up === 11 }, 1, 1)
  const sum = [...ends.values()].reduce((total, share) => total + share, 0)
  return new Map([...ends].map(([total, share]) => [total, share / sum]))
}

/** The best expected net of each decision against one first card of the dealer, in stakes. */
function solver(ends: Ends) {
  const stand = ({ total }: Value): number => {
    if (total > 21) return -1
    let net = 0
    for (const [house, share] of ends) net += house > 21 || total > house ? share : total < house ? -share : 0
    return net
  }
  const played = new Map<number, number>()
  const over = (next: (hand: Value) => number, hand: Value): number =>
    values.reduce((sum, card) => sum + chance(card) * next(added(hand, card)), 0)
  /** The net of a hand that may only be hit or stood on. */
  const play = (hand: Value): number => {
    if (hand.total >= 21) return stand(hand)
    const key = hand.total * 2 + Number(hand.soft)
    const found = played.get(key)
    if (found !== undefined) return found
    const net = Math.max(stand(hand), over(play, hand))
    played.set(key, net)
    return net
  }
  const hit = (hand: Value): number => over(play, hand)
  const double = (hand: Value): number => 2 * over(stand, hand)
  const fresh = (hand: Value): number => (hand.total === 21 ? stand(hand) : Math.max(play(hand), double(hand)))
  const pair = (card: number): number => {
    const one = { total: card, soft: card === 11 }
    return 2 * over(card === 11 ? stand : fresh, one)
  }
  return { stand, hit, double, fresh, pair }
}

const solvers = new Map(values.map((up) => [up as number, solver(dealerEnds(up))]))

/** The move with the best expected net for a hand against the dealer's first card. Insurance is never one. */
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
  const open = nets.filter(([move]) => allowed.includes(move))
  return open.reduce((best, each) => (each[1] > best[1] ? each : best), ['stand', -Infinity])[0]
}

/** The return of blackjack with best play, in stakes: the rules are those of `blackjack.ts`. Insurance is never taken. */
export function blackjackReturn(): number {
  let net = 0
  for (const up of values) {
    const solved = solvers.get(up)
    if (!solved) continue
    const { fresh, pair } = solved
    const natural = up === 11 ? chance(10) : up === 10 ? chance(11) : 0
    for (const first of values)
      for (const second of values) {
        const share = chance(up) * chance(first) * chance(second)
        const hand = added({ total: first, soft: first === 11 }, second)
        if (hand.total === 21) net += share * (1 - natural) * 1.5
        else {
          const best = first === second ? Math.max(fresh(hand), pair(first)) : fresh(hand)
          net += share * ((1 - natural) * best - natural)
        }
      }
  }
  return 1 + net
}
