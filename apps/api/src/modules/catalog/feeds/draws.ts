import type { Chance } from './soccer-simulation.ts'

/** A standard normal number (Box and Muller 1958). */
export function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
}

/** A Poisson number, at most 40. */
export function poisson(mean: number, chance: Chance): number {
  let [count, left] = [0, chance()]
  let p = Math.exp(-mean)
  while (left > p && count < 40) {
    left -= p
    count += 1
    p *= mean / count
  }
  return count
}

/**
 * The initial value of a side's running sum of earned points, chosen so that the mean of its final score is that of the model. The score
 * shows the running maximum of the sum, on average half a point less. The maximum of a Brownian motion with this mean and variance exceeds
 * its final value on average by variance / (2 · mean), less 0.583 standard deviations of a step, because the motion is sampled at steps
 * (Broadie, Glasserman, Kou 1997).
 */
export function firstCarry({ mean, variance, steps }: { mean: number; variance: number; steps: number }): number {
  return 0.5 - (variance / (2 * Math.max(mean, 1)) - 0.583 * Math.sqrt(variance / steps))
}
