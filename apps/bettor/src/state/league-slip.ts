import type { Pick } from './picks.ts'
import { phaseOf } from './league-clock.ts'
import { slip } from './slips.ts'
import type { Steps } from './store.ts'
import type { VirtualLeagueState } from './virtual-league.ts'

type Period = VirtualLeagueState['periods_data'][number]

/** True if the round of a pick no longer accepts bets: by the list of rounds, or by the pick's closing time if the round is not listed. */
function isLocked({ round }: Pick, periods: readonly Period[], nowMs: number): boolean {
  if (!round) return false
  const listed = periods.find(({ round_id }) => round_id === round.round_id)
  return listed ? phaseOf(listed, nowMs) !== 'open' : nowMs >= Date.parse(round.closes_at)
}

/**
 * Removes the picks whose round was locked from the league's slip and returns them. While a bet is being placed nothing is
 * removed: the server decides whether the bet was in time.
 */
export function dropLocked(periods: readonly Period[], nowMs: number): Steps<readonly Pick[]> {
  return async (send, getState) => {
    const { betting } = getState()
    if (betting.placements.league.stage !== 'idle') return []
    const picks = slip('league').of(betting)
    const locked = picks.filter((pick) => isLocked(pick, periods, nowMs))
    if (locked.length > 0) send(slip('league').set(picks.filter((pick) => !locked.includes(pick))))
    return locked
  }
}
