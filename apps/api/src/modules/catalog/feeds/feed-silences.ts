import { monotonicMs } from '#platform/clock'
import type { Chance } from './soccer-simulation.ts'

/** A silence begins with this chance at each look, and lasts so long: the shorter ones suspend nothing. */
const begins = 1 / 450
const lastsMs = { least: 5_000, most: 40_000 }

/**
 * When the simulated feed falls silent, as by a broken connection: about every half hour with a look every four seconds, for 5 to 40 s of
 * real time. Returns whether it is silent now.
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
