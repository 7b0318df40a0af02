import type { LeagueState } from '@nare/contract/league'
import { fetchPeriods } from './calls-league.ts'
import { fetchSettings } from './data.ts'
import { currentRound, leagueClock, phaseOf } from './league-clock.ts'
import type { Steps } from './store.ts'
import { markOf, virtualLeague, type VirtualLeagueState } from './virtual-league.ts'

type Field = {
  [Key in keyof VirtualLeagueState]: { field: Key; value: VirtualLeagueState[Key] }
}[keyof VirtualLeagueState]

/** How far the server's time may be ahead of ours before the time is asked for again. */
const aheadMaxMs = 2000
/** After a list without a coming round, the next one is requested no sooner than this. */
const askAgainMs = 2000

/** What the driver remembers between two ticks: the last round and phase, and when it last asked for the rounds. */
export type DriverMemory = { seen: string; askedMs: number; clockAskedMs: number }
export const driverMemory = (): DriverMemory => ({ seen: '', askedMs: -Infinity, clockAskedMs: -Infinity })

/**
 * One tick of the league's clock for a competition: writes the countdown and the current round to the state, where only
 * changed fields render, and requests the rounds again when one ends, when the list is used up, or when the live state names
 * a round or a time that the list does not have. A live state is the newest one of its round.
 */
export function tick(
  { competitionId, nowMs, live }: { competitionId: string; nowMs: number; live: LeagueState | undefined },
  memory: DriverMemory,
): Steps {
  return async (send, getState) => {
    const state = getState().virtualLeague
    const input = { competition_id: competitionId }
    const isListed = state.answer_of.periods === markOf(input)
    const periods = isListed ? withLive(state.periods_data, live) : []
    const period = currentRound(periods, nowMs)
    const phase = period ? phaseOf(period, nowMs) : null
    const set = (change: Field): void => {
      if (getState().virtualLeague[change.field] !== change.value) send(virtualLeague.actions.set(change))
    }
    const clock = leagueClock(periods, nowMs)
    for (const field of ['inPlay', 'isCountDownTimeActive'] as const) set({ field, value: clock[field] })
    for (const field of ['timeLeft', 'timeAfter'] as const) set({ field, value: clock[field] })
    if (period) {
      set({ field: 'round_id', value: period.round_id })
      set({ field: 'start_time', value: period.start_time })
      set({ field: 'end_time', value: period.end_time })
      set({ field: 'game_week', value: period.round_number })
    }
    set({ field: 'phase', value: phase })

    const isAhead = live !== undefined && Date.parse(live.server_time) > nowMs + aheadMaxMs
    if (isAhead && nowMs - memory.clockAskedMs >= askAgainMs) {
      memory.clockAskedMs = nowMs
      void send(fetchSettings({}))
    }
    const now = `${competitionId} ${period?.round_id ?? ''} ${phase ?? ''}`
    // A round that has ended stays in the live state for the seconds of its result.
    const isOver = live?.state === 'ended' || live?.state === 'voided'
    const isKnown = !live || isOver || !isListed || state.periods_data.some((each) => isSameTime(each, live))
    const changed = memory.seen !== now
    memory.seen = now
    if (isListed && period && isKnown && !changed) return
    if (!changed && nowMs - memory.askedMs < askAgainMs) return
    memory.askedMs = nowMs
    await send(fetchPeriods(input))
  }
}

type Period = VirtualLeagueState['periods_data'][number]

const isSameTime = (period: Period, live: LeagueState): boolean =>
  period.round_id === live.round_id && Date.parse(period.end_time) === Date.parse(live.end_time)

/** The list with the live state in place of its round's older state and times. */
export function withLive(periods: readonly Period[], live: LeagueState | undefined): readonly Period[] {
  if (!live) return periods
  return periods.map((period) =>
    period.round_id === live.round_id
      ? {
          ...{ ...period, state: live.state, betting_closes_at: live.betting_closes_at },
          ...{ start_time: live.start_time, end_time: live.end_time },
        }
      : period,
  )
}
