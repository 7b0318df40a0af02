export const outcomes = ['home_team', 'draw', 'away_team'] as const
export type Outcome = (typeof outcomes)[number]
export type Mode = 'fixed' | 'pool' | 'must_be_won'
export type VoidPolicy = 'draw' | 'counts_won' | 'drop' | 'cancel'

/**
 * The prize for a score (number of correct picks). Fixed pools have a `prize` in cents, for each line or split among them; other pools have
 * a `share` in hundredths of a percent.
 */
export type Tier = {
  readonly correct: number
  readonly prize?: bigint
  readonly split?: boolean
  readonly share?: number
}

/** A reduction: with `voids` void matches that count as won, the tier pays `percent` of its full amount, in hundredths of a percent. */
export type Reduced = { readonly voids: number; readonly correct: number; readonly percent: number }

/** The terms of a pool. `cancelAt` belongs to the policy `cancel`, `reduced` to `counts_won`. */
export type Terms = {
  readonly mode: Mode
  readonly tiers: readonly Tier[]
  readonly voidPolicy: VoidPolicy
  readonly cancelAt?: number | undefined
  readonly reduced?: readonly Reduced[] | undefined
}

/** 100 percent, in hundredths of a percent. */
export const fullPercent = 10_000
const wholeNumber = (value: number): boolean => Number.isInteger(value)

/** The faults in the terms of a pool with this number of matches, by field; undefined if there are none. */
export function termFaults(terms: Terms, matches: number): Record<string, string> | undefined {
  const { mode, tiers, voidPolicy, cancelAt, reduced = [] } = terms
  const faults: Record<string, string> = {}
  const scores = new Set(tiers.map(({ correct }) => correct))
  if (scores.size !== tiers.length) faults['tiers'] = 'Each score can be named once'
  if (tiers.some(({ correct }) => correct < 1 || correct > matches))
    faults['tiers'] = 'A score is between 1 and the number of matches'
  if (mode === 'fixed' ? tiers.some(isNoPrize) : tiers.some(isNoShare))
    faults['tiers'] = mode === 'fixed' ? 'Each score needs a prize' : 'Each score needs a share in percent'
  else if (tiers.reduce((sum, { share = 0 }) => sum + share, 0) > fullPercent)
    faults['tiers'] = 'The shares are more than 100 percent together'
  if (voidPolicy === 'cancel' && (cancelAt === undefined || cancelAt < 1 || cancelAt > matches))
    faults['cancel_at'] = 'From how many void matches do the stakes go back?'
  if (reduced.some(({ correct, percent }) => !scores.has(correct) || !wholeNumber(percent)))
    faults['reduced'] = 'Only scores that are paid can be reduced'
  if (new Set(reduced.map(({ voids, correct }) => `${voids}:${correct}`)).size !== reduced.length)
    faults['reduced'] = 'Each number of void matches and score can be named once'
  return Object.keys(faults).length > 0 ? faults : undefined
}

const isNoPrize = ({ prize = 0n, share }: Tier): boolean => prize <= 0n || share !== undefined
const isNoShare = ({ prize, split, share = 0 }: Tier): boolean =>
  prize !== undefined || split === true || share <= 0 || !wholeNumber(share)
