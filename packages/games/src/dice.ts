import { indexOf } from '@nare/fair/stream'
import { immediateRound, refuse, type Game } from './round.ts'

/** `target` in hundredths, such as 5050; the roll must be strictly over or under it. */
export type DiceOptions = { readonly target: number; readonly over: boolean }
/** The roll in hundredths, 0 to 10,000. */
export type DiceResult = { readonly roll: number }

const rolls = 10_001
const winningMax = 9_800

/** The number of winning rolls of 10,001. */
export const winningRolls = ({ target, over }: DiceOptions): number => (over ? rolls - 1 - target : target)

/** floor(9900 × 10001 / w) ten-thousandths for w winning rolls: 99 % return, rounded down once. */
export function diceMultiplier(options: DiceOptions): bigint {
  return BigInt(Math.floor((9_900 * rolls) / winningRolls(options)))
}

export const dice: Game<DiceOptions, never, DiceResult> = {
  name: 'dice',
  play(numbers, { options, terms }) {
    const winning = winningRolls(options)
    if (!Number.isInteger(options.target) || winning < 1 || winning > winningMax) return refuse('bad_options')
    const roll = indexOf(numbers(), rolls)
    const largest = diceMultiplier(options)
    const wins = options.over ? roll > options.target : roll < options.target
    return immediateRound(terms, { result: { roll }, multiplier: wins ? largest : 0n, largest })
  },
}
