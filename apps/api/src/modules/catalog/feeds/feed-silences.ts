import { monotonicMs } from '#platform/clock'
import type { Chance } from './soccer-simulation.ts'

/** The chance that a silence begins at a check, and the range of its duration. Short silences suspend no match. */
const begins = 1 / 450
const lastsMs = { least: 5_000, most: 40_000 }

/**
 * Simulates lost connections of the simulated feed. The returned function returns whether the feed is silent now. Checked every four seconds,
 * a silence of 5 to 40 s of real time begins about every half hour.
 */
export function openSilences({ chance, now = monotonicMs }: { chance: Chance; now?: () => number }): () => boolean {
  let untilMs = -Infinity
  return () => {
    if (now() < untilMs) return true
    if (chance() >= begins) return false
    untilMs = now() + lastsMs.least + chance() * (lastsMs.most - lastsMs.least)
    return true
  }
}
