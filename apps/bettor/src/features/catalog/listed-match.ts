import type { MatchView } from '@nare/contract/catalog'
import type { Read } from '../../state/reads.ts'

/** The match from a cached list; undefined if no cached list contains it. */
export function listedMatch(reads: Readonly<Record<string, Read>>, matchId: string): MatchView | undefined {
  for (const [key, { body }] of Object.entries(reads).toReversed()) {
    if (!isMatchList(key)) continue
    const match = (body as { data: MatchView[] } | undefined)?.data.find(({ match_id }) => match_id === matchId)
    if (match) return match
  }
  return undefined
}

const isMatchList = (key: string): boolean => /^GET \/v1\/matches(\?|$)/.test(key)
