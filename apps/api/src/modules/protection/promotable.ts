import { depositedSince } from '#modules/ledger/ledger'
import type { Db, Tx } from '#platform/db'
import { usedOf } from './gate.ts'
import { limitKinds } from './limits.ts'
import { markedLately } from './markers-store.ts'
import { activeRestrictions, type ActiveLimit } from './store.ts'

/** A sign of harm keeps promotions away for so long. */
const markedDays = 90

/** Why nothing is promoted to a bettor: a break, an exclusion or a closed account; a sign of harm; a limit that is used up. */
export type Unpromotable = 'excluded' | 'marked' | 'limited'

/**
 * Those of these bettors to whom nothing may be promoted now, each with the first reason that holds. The reason `marked` is the house's
 * own: a bettor never learns of it. Exact for bettors whose cash account the caller has locked.
 */
export async function unpromotable(db: Db | Tx, bettors: readonly bigint[]): Promise<Map<bigint, Unpromotable>> {
  const found = new Map<bigint, Unpromotable>()
  if (bettors.length === 0) return found
  const { excluded, limits } = await activeRestrictions(db, { bettors, kinds: limitKinds })
  for (const bettor of await reachedLimits(db, limits)) found.set(bettor, 'limited')
  for (const bettor of await markedLately(db, bettors, markedDays)) found.set(bettor, 'marked')
  for (const bettor of excluded.keys()) found.set(bettor, 'excluded')
  return found
}

/**
 * Those of these bettors to whom something may be promoted: not excluded, not on a break, not closed, without a sign of harm in the last
 * 90 days and without a limit that is used up at present. Everything that advertises, invites or gives a reward asks this first.
 */
export async function promotable(db: Db | Tx, bettors: readonly bigint[]): Promise<Set<bigint>> {
  const not = await unpromotable(db, bettors)
  return new Set(bettors.filter((bettor) => !not.has(bettor)))
}

/** The bettors of these who have used up a limit over a period. */
async function reachedLimits(db: Db | Tx, limits: ReadonlyMap<bigint, readonly ActiveLimit[]>): Promise<Set<bigint>> {
  const overPeriods = new Map(
    [...limits].flatMap(([bettor, list]) => {
      const mine = list.filter(({ since }) => since !== null)
      return mine.length > 0 ? [[bettor, mine] as const] : []
    }),
  )
  const ofPlay = new Map([...overPeriods].filter(([, list]) => list.some(({ kind }) => kind !== 'deposit')))
  const played = ofPlay.size > 0 ? await usedOf(db, ofPlay) : undefined
  const reached = new Set<bigint>()
  for (const [bettor, list] of overPeriods) {
    if (list.some((limit) => limit.kind !== 'deposit' && (played?.(bettor, limit) ?? 0n) >= limit.value)) {
      reached.add(bettor)
      continue
    }
    const deposit = list.filter(({ kind }) => kind === 'deposit')
    const sums = await depositedSince(db, { bettor, since: deposit.map(({ since }) => since ?? new Date(0)) })
    if (deposit.some(({ value }, at) => (sums[at] ?? 0n) >= value)) reached.add(bettor)
  }
  return reached
}
