import type { Draw } from '../machine.ts'

/** Coin duel: a right guess pays 1.94 times the stake. */
export const coinSides = ['heads', 'tails'] as const
export type CoinSide = (typeof coinSides)[number]
export const coinPays = 194n
export const flip = (draw: Draw): CoinSide => coinSides[draw(2)] ?? 'heads'

/** Mini roulette: thirteen numbers, of which 0 has no colour. A number pays 12.50, a colour 2.08, in hundredths of the stake. */
export const numbers = 13
export const numberPays = 1250n
export const colourPays = 208n
export const colourOf = (number: number): 'red' | 'black' | undefined =>
  number === 0 ? undefined : number % 2 === 1 ? 'red' : 'black'

/** The payout of a bet on `on` ("0" to "12", "red" or "black") for a number, in hundredths of the stake; undefined for an unknown bet. */
export function roulettePays(on: string, number: number): bigint | undefined {
  if (on === 'red' || on === 'black') return colourOf(number) === on ? colourPays : 0n
  if (!/^(\d|1[0-2])$/.test(on)) return undefined
  return Number(on) === number ? numberPays : 0n
}
