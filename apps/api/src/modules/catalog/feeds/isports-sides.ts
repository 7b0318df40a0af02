import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { compareNames, type NameChange } from '../store-claims.ts'
import { exchanged, isportsApi, type Entry } from './isports-api.ts'
import { exchangedOdds, type Odds } from './isports-odds.ts'
import type { FeedEvent, Ingest } from './port.ts'

type Deps = { readonly db: Db; readonly clock: Clock; readonly ingest: Ingest }

/**
 * Compares the sides of the feed's entries with the stored matches. Scores, prices and events are read in the order of the stored match;
 * nothing is read for a match that the feed sends with other teams.
 */
export function openSides({ db, clock, ingest }: Deps) {
  const differing = new Map<string, NameChange>()
  const changeOf = (id: string): NameChange => differing.get(id) ?? 'same'

  return {
    /** Compares the names of entries, and reports those that differ. */
    async check(entries: readonly Entry[]): Promise<void> {
      const named = entries.flatMap(({ matchId: sourceId, homeName: homeTeam, awayName: awayTeam }) =>
        homeTeam !== undefined && awayTeam !== undefined ? [{ sourceId, homeTeam, awayTeam }] : [],
      )
      const compared = await compareNames(db, isportsApi, named)
      const at = clock.date()
      await ingest(
        named.flatMap(({ sourceId, homeTeam, awayTeam }) => {
          const change = compared.get(sourceId)?.change ?? 'same'
          if (change === 'same') differing.delete(sourceId)
          else differing.set(sourceId, change)
          const match = { source: isportsApi, sourceId }
          return change === 'same' ? [] : [{ kind: 'teams' as const, match, at, homeTeam, awayTeam }]
        }),
      )
    },
    /** The entry in the order of the stored match; undefined if it has other teams. */
    entry: (entry: Entry): Entry | undefined => {
      const change = changeOf(entry.matchId)
      return change === 'changed' ? undefined : change === 'swapped' ? exchanged(entry) : entry
    },
    odds: (id: string, odds: Odds): Odds => (changeOf(id) === 'swapped' ? exchangedOdds(odds) : odds),
    /** The events in the order of the stored match. */
    events: (id: string, events: readonly FeedEvent[]): readonly FeedEvent[] =>
      changeOf(id) === 'swapped'
        ? events.map(({ side, ...event }) => ({ ...event, ...(side && { side: side === 'home' ? 'away' : 'home' }) }))
        : events,
  }
}
