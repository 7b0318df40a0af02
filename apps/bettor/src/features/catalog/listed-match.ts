import type { MatchView } from '@nare/contract/catalog'
import type { Read } from '../../state/reads.ts'

/** The match as a cached list has it; undefined if no cached list has it. */
export function listedMatch(reads: Readonly<Record<string, Read>>, matchId: string): MatchView | undefined {
  for (const [key, { body }] of Object.entries(reads).toReversed()) {
    if (!isMatchList(key)) continue
    const found = (body as { data: MatchView[] } | undefined)?.data.find(({ match_id }) => match_id === matchId)
    if (found) return found
  }
  return undefined
}

const isMatchList = (key: string): boolean => /^GET \/v1\/matches(\?|$)/.test(key)
