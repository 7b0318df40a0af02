import type { exclusionPeriods } from '@nare/contract/protection'
import { atLocalMs, zoneOffsetMs } from '@nare/ui/format'

export type Period = (typeof exclusionPeriods)[number]

const days: Readonly<Partial<Record<Period, number>>> = { '24h': 1, '7d': 7, '30d': 30, '6w': 42 }
const months: Readonly<Partial<Record<Period, number>>> = { '6m': 6, '1y': 12, '5y': 60 }

const dayMs = 86_400_000

/**
 * The end of a break that starts at `nowMs`, ISO 8601. Months and years keep the day of the month, or use the month's last day. A
 * preview: the server decides.
 */
export function breakEnd(period: Period, nowMs: number): string {
  const fixed = days[period]
  if (fixed !== undefined) return new Date(nowMs + fixed * dayMs).toISOString()
  const from = new Date(nowMs + zoneOffsetMs(nowMs))
  const end = new Date(from)
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + (months[period] ?? 0))
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(from.getUTCDate(), last))
  return new Date(atLocalMs(end.getTime())).toISOString()
}

/** True for a self-exclusion, which needs one more confirmation step than a break. */
export const isExclusion = (period: Period): boolean => months[period] !== undefined
