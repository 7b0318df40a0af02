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

/** A hand's net in stakes: by the total of the dealer, which all hands of a round share, its mean and the mean of its square. */
type Net = { readonly mean: readonly number[]; readonly square: readonly number[]; readonly value: number }

/** The net of each decision against one upcard of the dealer, with best play afterwards. `value` is its mean over the dealer's totals. */
function solver(chances: TotalChances) {
  const [totals, shares] = [[...chances.keys()], [...chances.values()]]
  const over = (list: readonly number[]): number => list.reduce((sum, one, at) => sum + one * (shares[at] ?? 0), 0)
  const netOf = (mean: readonly number[], square: readonly number[]): Net => ({ mean, square, value: over(mean) })
  const stand = ({ total }: Value): Net => {
    const against = (house: number): number =>
      total > 21 ? -1 : house > 21 || total > house ? 1 : total < house ? -1 : 0
    const mean = totals.map(against)
    return netOf(
      mean,
      mean.map((net) => net ** 2),
    )
  }
  const netByHand = new Map<number, Net>()
  const drawn = (next: (hand: Value) => Net, hand: Value): Net => {
    const nets = values.map((card) => [chance(card), next(addCard(hand, card))] as const)
    const sum = (part: 'mean' | 'square') =>
      totals.map((_, at) => nets.reduce((all, [share, net]) => all + share * (net[part][at] ?? 0), 0))
    return netOf(sum('mean'), sum('square'))
  }
  const better = (one: Net, other: Net): Net => (other.value > one.value ? other : one)
  /** The net of a hand whose only moves are hit and stand. */
  const play = (hand: Value): Net => {
    if (hand.total >= 21) return stand(hand)
    const key = hand.total * 2 + Number(hand.soft)
    const known = netByHand.get(key)
    if (known !== undefined) return known
    const net = better(stand(hand), drawn(play, hand))
    netByHand.set(key, net)
    return net
  }
  const hit = (hand: Value): Net => drawn(play, hand)
  const double = (hand: Value): Net => {
    const { mean, square } = drawn(stand, hand)
    return netOf(
      mean.map((net) => 2 * net),
      square.map((net) => 4 * net),
    )
  }
  const firstTwo = (hand: Value): Net => (hand.total === 21 ? stand(hand) : better(play(hand), double(hand)))
  /** Two hands from a pair: given the dealer's total, neither says anything of the other. */
  const pair = (card: number): Net => {
    const hand = { total: card, soft: card === 11 }
    const { mean, square } = drawn(card === 11 ? stand : firstTwo, hand)
    return netOf(
      mean.map((net) => 2 * net),
      square.map((net, at) => 2 * net + 2 * (mean[at] ?? 0) ** 2),
    )
  }
  return { stand, hit, double, firstTwo, pair, squareOf: (net: Net): number => over(net.square) }
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
    ['stand', solved.stand(hand).value],
    ['hit', solved.hit(hand).value],
    ['double', solved.double(hand).value],
    ['split', solved.pair(cardValue(cards[0] ?? '')).value],
  ]
  const candidates = nets.filter(([move]) => allowed.includes(move))
  return candidates.reduce((best, other) => (other[1] > best[1] ? other : best), ['stand', -Infinity])[0]
}

let known: { readonly mean: number; readonly variance: number } | undefined

/**
 * Mean and variance of the net of a round of blackjack, in stakes and square stakes, by the rules of `blackjack.ts`, with best play and without
 * insurance.
 */
export function blackjackNet(): { readonly mean: number; readonly variance: number } {
  known ??= computeNet()
  return known
}

function computeNet() {
  let [mean, square] = [0, 0]
  for (const up of values) {
    const solved = solvers.get(up)
    if (!solved) continue
    const { firstTwo, pair, squareOf } = solved
    const natural = up === 11 ? chance(10) : up === 10 ? chance(11) : 0
    for (const first of values)
      for (const second of values) {
        const share = chance(up) * chance(first) * chance(second)
        const hand = addCard({ total: first, soft: first === 11 }, second)
        if (hand.total === 21) {
          mean += share * (1 - natural) * 1.5
          square += share * (1 - natural) * 1.5 ** 2
          continue
        }
        const played = firstTwo(hand)
        const split = first === second ? pair(first) : played
        const best = split.value > played.value ? split : played
        mean += share * ((1 - natural) * best.value - natural)
        square += share * ((1 - natural) * squareOf(best) + natural)
      }
  }
  return { mean, variance: square - mean ** 2 }
}

/** The return of blackjack with best play, in stakes. */
export const blackjackReturn = (): number => 1 + blackjackNet().mean
