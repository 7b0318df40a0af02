import { parseMoney, type Money } from '@nare/money/money'
import { blackjackNet } from './blackjack-return.ts'
import { ranks } from './cards.ts'
import { diceMultiplier, winningRolls } from './dice.ts'
import type { GameName } from './games.ts'
import { multiplierOf, winningRanks, type Product } from './hi-lo.ts'
import { kenoDrawn, kenoSize, kenoTable } from './keno.ts'
import { limboChance } from './limbo.ts'
import { fields, minesMultiplier } from './mines.ts'
import { plinkoTable } from './plinko.ts'
import { roulettePays } from './roulette.ts'
import { choose, payoutOf } from './round.ts'
import { wheelTable } from './wheel.ts'
import type { WireMoves, WireOptions, WireResults } from './wire.ts'

/** The mean of what a round pays, in cents, and the variance of it, in square cents. */
export type Expectation = { readonly mean: number; readonly variance: number }

/** A finished round in the wire format. `staked` is the stake with what moves added. */
export type FinishedRound = {
  readonly game: GameName
  readonly options: unknown
  readonly moves: readonly unknown[]
  readonly result: unknown
  readonly stake: Money
  readonly staked: Money
}

type Given<G extends GameName> = {
  readonly options: WireOptions[G]
  readonly moves: readonly WireMoves[G][]
  readonly result: WireResults[G]
  readonly stake: Money
  readonly staked: Money
}
type Chances = readonly (readonly [chance: number, payout: bigint])[]

/**
 * The exact mean and variance of what a finished round pays, by the payouts in whole cents. Where the player decides after the draw began (mines,
 * hi-lo), both are sums over the steps that were taken: the mean of payout less `mean` is zero and that of its square the mean of `variance`,
 * however the player decides. Blackjack is that of best play; players who play otherwise get less back.
 */
export function expectationOf({ game, ...round }: FinishedRound): Expectation {
  // The types cannot express that options, moves and result belong to the game that the lookup returns.
  return (byGame[game] as (given: typeof round) => Expectation)(round as never)
}

const byGame: { readonly [G in GameName]: (given: Given<G>) => Expectation } = {
  dice({ options: { target, over }, stake }) {
    const rolled = { target: Math.round(Number(target) * 100), over }
    return wins(winningRolls(rolled) / 10_001, payoutOf(stake, diceMultiplier(rolled)))
  },
  limbo({ options, stake }) {
    const target = Math.round(Number(options.target) * 100)
    return wins(limboChance(target), payoutOf(stake, BigInt(target) * 100n))
  },
  plinko({ options, stake }) {
    const ways = 2 ** options.rows
    return of(
      plinkoTable(options).map((multiplier, slot) => [
        Number(choose(options.rows, slot)) / ways,
        payoutOf(stake, multiplier),
      ]),
    )
  },
  keno({ options: { picks, risk }, stake }) {
    const count = picks.length
    const all = Number(choose(kenoSize, count))
    const chance = (hits: number): number =>
      Number(choose(kenoDrawn, hits) * choose(kenoSize - kenoDrawn, count - hits)) / all
    return of(kenoTable({ picks: count, risk }).map((multiplier, hits) => [chance(hits), payoutOf(stake, multiplier)]))
  },
  wheel({ options, stake }) {
    return of(wheelTable(options).map((multiplier) => [1 / options.segments, payoutOf(stake, multiplier)]))
  },
  roulette({ options: { bets } }) {
    const pays = roulettePays(bets.flatMap(({ on, amount }) => ({ on, amount: parseMoney(amount) ?? never(amount) })))
    return of(pays.map((payout) => [1 / pays.length, payout]))
  },
  mines({ options, result: { revealed }, stake }) {
    const steps = revealed.map((_, safe) => ({
      chance: (fields - options.mines - safe) / (fields - safe),
      value: payoutOf(stake, minesMultiplier(options.mines, safe + 1)),
    }))
    return stepped(stake, steps)
  },
  'hi-lo'({ moves, result: { cards }, stake }) {
    let product: Product = { numerator: 1n, denominator: 1n }
    const steps = moves.flatMap((move, n) => {
      if (!('guess' in move)) return []
      const winning = winningRanks(cards[n] ?? '', move.guess)
      product = {
        numerator: product.numerator * BigInt(ranks.length),
        denominator: product.denominator * BigInt(winning),
      }
      return [{ chance: winning / ranks.length, value: payoutOf(stake, multiplierOf(product, 1)) }]
    })
    return stepped(stake, steps)
  },
  blackjack({ stake, staked }) {
    const { mean, variance } = blackjackNet()
    return { mean: Number(staked) + Number(stake) * mean, variance: Number(stake) ** 2 * variance }
  },
}

function never(amount: string): never {
  throw new Error(`a stored bet of roulette has the amount ${amount}`)
}

function of(chances: Chances): Expectation {
  const mean = chances.reduce((sum, [chance, payout]) => sum + chance * Number(payout), 0)
  return { mean, variance: chances.reduce((sum, [chance, payout]) => sum + chance * (Number(payout) - mean) ** 2, 0) }
}

const wins = (chance: number, payout: bigint): Expectation =>
  of([
    [chance, payout],
    [1 - chance, 0n],
  ])

/** Steps of a round: each is won with its chance and is then worth its value, and otherwise ends the round with nothing. */
function stepped(stake: Money, steps: readonly { chance: number; value: bigint }[]): Expectation {
  let [worth, mean, variance] = [Number(stake), Number(stake), 0]
  for (const { chance, value } of steps) {
    mean += chance * Number(value) - worth
    variance += Number(value) ** 2 * chance * (1 - chance)
    worth = Number(value)
  }
  return { mean, variance }
}
