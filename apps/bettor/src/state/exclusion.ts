import type { Answer } from '@nare/contract/route'
import type { protection } from '@nare/contract/protection'

/** A break or exclusion: `period` is "closed" for a closed account, `until` an ISO time. */
export type Exclusion = Pick<
  NonNullable<Answer<typeof protection.protection>['exclusion']>,
  'kind' | 'period' | 'until'
>

/** The exclusion while it lasts at `nowMs`, undefined after its end. */
export function activeExclusion(exclusion: Exclusion | undefined, nowMs: number): Exclusion | undefined {
  return exclusion && Date.parse(exclusion.until) > nowMs ? exclusion : undefined
}

/** The end of an exclusion; null for a closed account, and for an exclusion for good, which the server ends a thousand years later. */
export const endOf = ({ until }: Pick<Exclusion, 'until'>): string | null => (until > '29' ? null : until)

/** The stored exclusion of this bettor, undefined if the entry is another bettor's or is malformed. */
export function keptExclusion(value: unknown, user: unknown): Exclusion | undefined {
  if (typeof value !== 'object' || value === null || !('user' in value) || value.user !== user) return undefined
  const { kind, period, until } = value as Record<string, unknown>
  if ((kind !== 'break' && kind !== 'exclusion') || typeof period !== 'string' || typeof until !== 'string')
    return undefined
  return { kind, period, until }
}
