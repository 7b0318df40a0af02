import type { LeagueCycle } from '#config-league'

/** When a round locks, kicks off and ends, in milliseconds of the clock. */
export type RoundTimes = { readonly locksAtMs: number; readonly kicksOffAtMs: number; readonly endsAtMs: number }

/** A new round is offered for at least this part of the time for betting. */
const leastPart = 1 / 3

/**
 * The timetable of a competition: slots of one length, one after the other, each with the phases of one round. The slots of the
 * competitions begin one stagger apart, whatever happened before.
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
    /** The first slot that leaves enough time for betting. It may have begun already. */
    first: (nowMs: number): RoundTimes => timesOf(slotFrom(nowMs - cycle.bettingMs * (1 - leastPart))),
    /** The slot after a round that ends then. After a season it leaves the pause. */
    after(endsAtMs: number, { newSeason }: { newSeason: boolean }): RoundTimes {
      return timesOf(slotFrom(endsAtMs + cycle.resultMs + (newSeason ? cycle.pauseMs : 0)))
    },
  }
}

/** The later of two slots. */
export const later = (a: RoundTimes, b: RoundTimes): RoundTimes => (a.locksAtMs >= b.locksAtMs ? a : b)
