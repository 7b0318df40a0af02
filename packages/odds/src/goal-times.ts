import { firstHalfShare } from './halves.ts'

/** Cumulative share of goals after minutes 0, 5, … 90; 45 and 90 include stoppage time (32,579 goals). */
const measured = [
  0, 0.034, 0.08, 0.125, 0.173, 0.218, 0.267, 0.316, 0.367, 0.439, 0.489, 0.549, 0.604, 0.659, 0.714, 0.772, 0.829,
  0.89, 1,
]
const measuredFirstHalf = 0.439

/**
 * F(t): the share of a match's goals scored by `minute`, from 0 at kick-off to 1 at 90, linear between the measured points. Each
 * half is rescaled so that F(45) equals the share used for pre-match prices: prices do not jump at kick-off.
 */
export function goalsBy(minute: number): number {
  const at = Math.min(90, Math.max(0, minute)) / 5
  const from = Math.min(17, Math.floor(at))
  const low = measured[from] ?? 0
  return rescaled(low + (at - from) * ((measured[from + 1] ?? 1) - low))
}

/**
 * The minute of a goal for a uniform `u` in [0, 1): the inverse of F within a half, 1 to 45 or 46 to 90. Stoppage-time goals
 * count as 45 and 90.
 */
export function goalMinute(u: number, half: 'first' | 'second'): number {
  const [first, last] = half === 'first' ? [0, 45] : [45, 90]
  const wanted = goalsBy(first) + u * (goalsBy(last) - goalsBy(first))
  for (let minute = first + 1; minute < last; minute++) if (goalsBy(minute) > wanted) return minute
  return last
}

function rescaled(share: number): number {
  if (share <= measuredFirstHalf) return (share * firstHalfShare) / measuredFirstHalf
  return 1 - ((1 - share) * (1 - firstHalfShare)) / (1 - measuredFirstHalf)
}
