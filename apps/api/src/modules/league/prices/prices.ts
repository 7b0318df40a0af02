import { priceMatch, type PricedLine } from '@nare/league/prices'
import type { Db } from '#platform/db'
import type { MatchRow } from '../rounds/rounds.ts'
import { openSeasonTables } from '../seasons/seasons.ts'

/** Three rounds of four competitions are on offer; the others are of play-outs and receipts. */
const matchesMost = 400

export type LeaguePrices = ReturnType<typeof openPrices>

/**
 * The lines of league matches with their prices. They are made from the frozen tables when they are first read, never stored, and
 * remembered for the matches read last.
 */
export function openPrices(db: Db) {
  const tablesOf = openSeasonTables(db)
  const known = new Map<number, readonly PricedLine[]>()
  return {
    /** All lines of a match, in display order. A price of null is not offered. */
    async linesOf({ matchId, seasonId, weights }: MatchRow): Promise<readonly PricedLine[]> {
      const existing = known.get(matchId)
      if (existing) return existing
      const lines = priceMatch({ ...(await tablesOf(seasonId)), weights })
      for (const [oldest] of known) if (known.size >= matchesMost) known.delete(oldest)
      known.set(matchId, lines)
      return lines
    },
    tablesOf,
  }
}
