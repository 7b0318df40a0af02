import type { FieldFault } from '@nare/contract/field-codes'
import type { Tx } from '#platform/db'
import { lockName } from '#platform/locks'
import { timeOf } from './store.ts'

/** How far ahead a change may be planned. */
const aheadDays = 400
/** How late the moment of a request may arrive, which was right when it was sent. */
const lateMs = 60_000

/**
 * Takes the lock of all changes, and reads when a change begins: at the given time with its offset from UTC, or now. A moment that is over is
 * refused, unless a second person confirms the change: then it begins now.
 */
export async function momentOf(
  tx: Tx,
  from: string | undefined,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<FieldFault | { readonly at: Date; readonly effectiveAt: Date }> {
  const asked = from === undefined ? undefined : timeIn(from)
  if (asked === null) return { code: 'not_valid', sentence: 'Enter a time like 2026-11-20T21:00:00Z' }
  await lockName(tx, 'setting', 'all')
  const at = await timeOf(tx)
  const late = asked === undefined ? 0 : at.getTime() - asked.getTime()
  if (late > lateMs && !isConfirmed) return { code: 'too_small', sentence: 'This moment is over' }
  if (-late > aheadDays * 86_400_000) return { code: 'too_large', sentence: `At most ${aheadDays} days ahead` }
  return { at, effectiveAt: asked && asked > at ? asked : at }
}

/** A moment with its offset from UTC; null for other text. */
function timeIn(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}
