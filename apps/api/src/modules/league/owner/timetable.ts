import type { LeagueCycle } from '#config-league'

/** When a round locks, kicks off and ends, in milliseconds of the clock. */
export type RoundTimes = { readonly locksAtMs: number; readonly kicksOffAtMs: number; readonly endsAtMs: number }

/** A new round is open for at least this part of the betting phase. */
const bettingPartMin = 1 / 3

/**
 * The timetable of a competition: consecutive slots of one length, each with the phases of one round. The slots of two neighbouring
 * competitions start one stagger apart.
 */
export function timetable(cycle: LeagueCycle, competitionId: string) {
  const lengthMs = cycle.bettingMs + cycle.lockMs + cycle.playMs + cycle.resultMs
  const offsetMs = (Number(competitionId) - 1) * cycle.staggerMs
  const slotFrom = (ms: number): number => Math.ceil((ms - offsetMs) / lengthMs) * lengthMs + offsetMs

  function timesOf(slotMs: number): RoundTimes {
    const locksAtMs = slotMs + cycle.bettingMs
    const kicksOffAtMs = locksAtMs + cycle.lockMs
    return { locksAtMs, kicksOffAtMs, endsAtMs: kicksOffAtMs + cycle.playMs }
  }

  return {
    lengthMs,
    /** The first slot with enough time left for betting. It may have started already. */
    first: (nowMs: number): RoundTimes => timesOf(slotFrom(nowMs - cycle.bettingMs * (1 - bettingPartMin))),
    /** The slot after a round that ends at this time. Adds the pause after a season. */
    after(endsAtMs: number, { newSeason }: { newSeason: boolean }): RoundTimes {
      return timesOf(slotFrom(endsAtMs + cycle.resultMs + (newSeason ? cycle.pauseMs : 0)))
    },
  }
}

/** The later of two slots. */
export const laterOf = (a: RoundTimes, b: RoundTimes): RoundTimes => (a.locksAtMs >= b.locksAtMs ? a : b)
