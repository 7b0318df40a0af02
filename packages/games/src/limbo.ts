import { immediateRound, unitMultiplier, refuse, type Game } from './round.ts'

/** `target` in hundredths: 101 to 100,000,000. */
export type LimboOptions = { readonly target: number }
/** The drawn multiplier in hundredths. */
export type LimboResult = { readonly multiplier: number }

const targetMin = 101
const targetMax = 100_000_000
const steps = 100_000_000n

/** max(100, floor(99 × 10^8 / (k + 1))) hundredths with k = floor(u × 10^8 / 2^32). */
export function limboMultiplier(u: number): number {
  const k = (BigInt(u) * steps) >> 32n
  return Math.max(100, Number((99n * steps) / (k + 1n)))
}

/** The chance that a round reaches a target in hundredths: of 2^32 numbers those whose multiplier is high enough. */
export function limboChance(target: number): number {
  const reaching = (99n * steps) / BigInt(target)
  const numbers = (reaching * 2n ** 32n + steps - 1n) / steps
  return Number(numbers) / 2 ** 32
}

export const limbo: Game<LimboOptions, never, LimboResult> = {
  name: 'limbo',
  play(numbers, { options: { target }, terms }) {
    if (!Number.isInteger(target) || target < targetMin || target > targetMax) return refuse('bad_options')
    const multiplier = limboMultiplier(numbers())
    const largest = (BigInt(target) * unitMultiplier) / 100n
    return immediateRound(terms, { result: { multiplier }, multiplier: multiplier >= target ? largest : 0n, largest })
  },
}
