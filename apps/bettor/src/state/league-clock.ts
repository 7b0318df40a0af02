import type { Phase, VirtualLeagueState } from './virtual-league.ts'

type Period = VirtualLeagueState['periods_data'][number]
/** The specification's fields of the countdown, in whole seconds. */
export type LeagueClock = Pick<VirtualLeagueState, 'inPlay' | 'timeLeft' | 'timeAfter' | 'isCountDownTimeActive'>

const stopped: LeagueClock = { inPlay: false, timeLeft: null, timeAfter: null, isCountDownTimeActive: false }

/**
 * The phase of a round at a time of the server's clock. A later state from the server overrides the clock, so that a browser
 * with a slow clock never offers a locked round.
 */
export function phaseOf(period: Period, nowMs: number): Phase {
  if (period.state === 'ended' || period.state === 'voided' || nowMs >= Date.parse(period.end_time)) return 'ended'
  if (period.state === 'playing' || nowMs >= Date.parse(period.start_time)) return 'playing'
  return period.state === 'locked' || nowMs >= Date.parse(period.betting_closes_at) ? 'locked' : 'open'
}

/** The current round: the first listed round that has not ended; undefined when a new list is needed. */
export function currentRound(periods: readonly Period[], nowMs: number): Period | undefined {
  return periods.find((period) => phaseOf(period, nowMs) !== 'ended')
}

/**
 * The countdown: `timeLeft` runs to the close of betting while the round is open, `timeAfter` to the end of the round while it
 * is locked or plays.
 */
export function leagueClock(periods: readonly Period[], nowMs: number): LeagueClock {
  const period = currentRound(periods, nowMs)
  if (!period) return stopped
  const secondsTo = (iso: string): number => Math.max(0, Math.ceil((Date.parse(iso) - nowMs) / 1000))
  return phaseOf(period, nowMs) === 'open'
    ? { inPlay: false, timeLeft: secondsTo(period.betting_closes_at), timeAfter: null, isCountDownTimeActive: true }
    : { inPlay: true, timeLeft: null, timeAfter: secondsTo(period.end_time), isCountDownTimeActive: false }
}

/**
 * The remaining share of the current round's betting time, from 0 to 1. The whole betting time is the time between the end of a
 * round and the next close of betting. Undefined for a single round.
 */
export function bettingShare(periods: readonly Period[], secondsLeft: number): number | undefined {
  const [current, next] = periods
  if (!current || !next) return undefined
  const lengthMs = Date.parse(next.betting_closes_at) - Date.parse(current.end_time)
  return lengthMs > 0 ? Math.min(1, Math.max(0, (secondsLeft * 1000) / lengthMs)) : undefined
}

/** A countdown as "00:42", from an hour on as "1:02:05". */
export function countdownText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}
