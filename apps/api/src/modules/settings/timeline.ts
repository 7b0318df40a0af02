import type { SettingValue } from '@nare/contract/settings'

/** A change of a setting: what it is from a moment on. `value` null is the default. */
export type Change = {
  readonly id: bigint
  readonly key: string
  readonly value: SettingValue | null
  readonly effectiveAt: Date
  readonly author: string
}

/** The order in which changes take effect: of two for one moment the later one holds. */
const inOrder = (a: Change, b: Change): number =>
  a.effectiveAt.getTime() - b.effectiveAt.getTime() || (a.id < b.id ? -1 : 1)

/** The changes of each setting in the order in which they take effect. */
export function byKey(changes: readonly Change[]): ReadonlyMap<string, readonly Change[]> {
  return Map.groupBy(changes.toSorted(inOrder), ({ key }) => key)
}

/** The change that holds at a moment; undefined while the default of the code does. */
export const changeAt = (changes: readonly Change[], atMs: number): Change | undefined =>
  changes.findLast(({ effectiveAt }) => effectiveAt.getTime() <= atMs)

/** The first planned change after a moment that makes a difference, by the value that each change gives the setting. */
export function nextChange(
  changes: readonly Change[],
  atMs: number,
  valueOf: (change: Change | undefined) => SettingValue | null,
): Change | undefined {
  const current = valueOf(changeAt(changes, atMs))
  return changes.find(
    (one) =>
      one.effectiveAt.getTime() > atMs &&
      changeAt(changes, one.effectiveAt.getTime()) === one &&
      valueOf(one) !== current,
  )
}

/** The first moment after this one at which any setting changes; Infinity if none is planned. */
export function nextMoment(changes: readonly Change[], atMs: number): number {
  return changes.reduce((least, { effectiveAt }) => {
    const ms = effectiveAt.getTime()
    return ms > atMs && ms < least ? ms : least
  }, Infinity)
}
