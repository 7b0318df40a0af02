import type { ConsentChannel } from '@nare/contract/consent-wording'
import { consentedChannels } from '#modules/identity/identity'
import { depositedSince } from '#modules/ledger/ledger'
import type { Db, Tx } from '#platform/db'
import { usedOf } from './gate.ts'
import { limitKinds } from './limits.ts'
import { markedLately } from './markers-store.ts'
import { activeRestrictions, type ActiveLimit } from './store.ts'

/** The number of days for which a sign of harm excludes a bettor from promotions. */
const markedDays = 90

/** Why a bettor must not receive promotions: a break, an exclusion, or a closed or locked account; a sign of harm; a limit that is used up. */
export type Unpromotable = 'excluded' | 'marked' | 'limited'

/**
 * The bettors among these who must not receive promotions now, each with the first reason that applies. The reason `marked` is internal and
 * never shown to a bettor. Exact for bettors whose cash account the caller has locked.
 */
export async function unpromotable(db: Db | Tx, bettors: readonly bigint[]): Promise<Map<bigint, Unpromotable>> {
  const found = new Map<bigint, Unpromotable>()
  if (bettors.length === 0) return found
  const { excluded, limits, locked } = await activeRestrictions(db, { bettors, kinds: limitKinds })
  for (const bettor of await reachedLimits(db, limits)) found.set(bettor, 'limited')
  for (const bettor of await markedLately(db, bettors, markedDays)) found.set(bettor, 'marked')
  for (const bettor of [...excluded.keys(), ...locked]) found.set(bettor, 'excluded')
  return found
}

/**
 * The bettors among these who may receive promotions: not excluded, not on a break, account neither closed nor locked, no sign of harm in the last 90 days
 * and no limit that is currently used up. Must be called before anything is advertised or rewarded.
 */
export async function promotable(db: Db | Tx, bettors: readonly bigint[]): Promise<Set<bigint>> {
  const not = await unpromotable(db, bettors)
  return new Set(bettors.filter((bettor) => !not.has(bettor)))
}

/**
 * The channels by which a promotion may be sent to each of these bettors now: those that the bettor has agreed to, perhaps none. A bettor to whom nothing
 * may be promoted is left out. Must be asked before a promotion is sent to anybody.
 */
export async function promotableBy(
  db: Db | Tx,
  bettors: readonly bigint[],
): Promise<Map<bigint, ReadonlySet<ConsentChannel>>> {
  const may = [...(await promotable(db, bettors))]
  const agreed = await consentedChannels(db, may)
  return new Map(may.map((bettor) => [bettor, agreed.get(bettor) ?? new Set<ConsentChannel>()]))
}

/** The bettors among these who have used up a limit over a period. */
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
