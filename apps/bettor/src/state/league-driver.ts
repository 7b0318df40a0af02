import type { LeagueState } from '@nare/contract/league'
import { fetchPeriods } from './calls-league.ts'
import { fetchSettings } from './data.ts'
import { currentRound, leagueClock, phaseOf } from './league-clock.ts'
import type { Steps } from './store.ts'
import { markOf, virtualLeague, type VirtualLeagueState } from './virtual-league.ts'

type Field = {
  [Key in keyof VirtualLeagueState]: { field: Key; value: VirtualLeagueState[Key] }
}[keyof VirtualLeagueState]

/** If the server's time is further ahead of the browser's clock, the time is requested again. */
const aheadMaxMs = 2000
/** The minimum time between two requests of the list or of the time. */
const askAgainMs = 2000

/** The driver's memory between two ticks: the last round and phase, and the times of the last requests of the rounds and of the time. */
export type DriverMemory = { seen: string; askedMs: number; clockAskedMs: number }
export const driverMemory = (): DriverMemory => ({ seen: '', askedMs: -Infinity, clockAskedMs: -Infinity })

/**
 * One tick of the league's clock for a competition: writes the countdown and the current round to the state, where only
 * changed fields render, and requests the rounds again when a round changes its phase, when the list has no current round, or when
 * the live state has a round or a time that is not in the list. A live state is the newest state of its round.
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
    const currentMark = `${competitionId} ${period?.round_id ?? ''} ${phase ?? ''}`
    // An ended round stays in the live state while its result is shown.
    const isOver = live?.state === 'ended' || live?.state === 'voided'
    const isKnown = !live || isOver || !isListed || state.periods_data.some((listed) => isSameTime(listed, live))
    const changed = memory.seen !== currentMark
    memory.seen = currentMark
    if (isListed && period && isKnown && !changed) return
    if (!changed && nowMs - memory.askedMs < askAgainMs) return
    memory.askedMs = nowMs
    await send(fetchPeriods(input))
  }
}

type Period = VirtualLeagueState['periods_data'][number]

const isSameTime = (period: Period, live: LeagueState): boolean =>
  period.round_id === live.round_id && Date.parse(period.end_time) === Date.parse(live.end_time)

/** The list with the state and times of its live round replaced by those of the live state. */
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
