import type { PickPart } from '../../../state/picks.ts'

let kept: { match_id: string; picks: readonly PickPart[] } | undefined

/** The picks of the match that was built on last, so that closing the sheet loses none. */
export const keptPicks = (match_id: string): readonly PickPart[] | undefined =>
  kept?.match_id === match_id ? kept.picks : undefined

/** Once they were placed or are in the slip, they are kept no longer. */
export const forgetPicks = (): void => void (kept = undefined)

export const keepPicks = (match_id: string, picks: readonly PickPart[]): void => void (kept = { match_id, picks })
