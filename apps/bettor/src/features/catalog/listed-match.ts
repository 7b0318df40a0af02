import type { MatchView } from '@nare/contract/catalog'
import type { Read } from '../../state/reads.ts'

/** The match from a cached list or search; undefined if none contains it. */
export function listedMatch(reads: Readonly<Record<string, Read>>, matchId: string): MatchView | undefined {
  for (const [key, { body }] of Object.entries(reads).toReversed()) {
    const match = matchesIn(key, body).find(({ match_id }) => match_id === matchId)
    if (match) return match
  }
  return undefined
}

/** The matches of a cached list or search; empty for every other response. */
function matchesIn(key: string, body: unknown): readonly MatchView[] {
  if (!body) return []
  if (/^GET \/v1\/matches(\?|$)/.test(key)) return (body as { data: MatchView[] }).data
  if (key.startsWith('GET /v1/search?')) return (body as { data: { matches: MatchView[] } }).data.matches
  return []
}
