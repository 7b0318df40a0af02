import type { Jackpot } from './rows.ts'

/** What people do with a pool. */
export type JackpotAction = 'open' | 'close' | 'cancel' | 'settle'

/**
 * What somebody may do with a pool in its state. Before the first kick-off it is opened by another person than its author, closed, and cancelled by
 * two, the first of whom has proposed it. Once all results are confirmed it settles by itself; where that failed, a person does it.
 */
export function actionsOf(
  {
    state,
    created_by,
    cancel_by,
    closes_at,
    final,
    matches,
  }: Pick<Jackpot, 'state' | 'created_by' | 'cancel_by' | 'closes_at' | 'final' | 'matches'>,
  name: string,
  nowMs: number,
): readonly JackpotAction[] {
  const isBefore = Date.parse(closes_at) > nowMs
  const allowed: Readonly<Record<JackpotAction, boolean>> = {
    open: state === 'draft' && created_by !== name && isBefore,
    close: state === 'open' && isBefore,
    settle: state === 'closed' && final === matches,
    cancel: ['draft', 'open', 'closed'].includes(state) && isBefore && cancel_by !== name,
  }
  return (['open', 'close', 'settle', 'cancel'] as const).filter((action) => allowed[action])
}
