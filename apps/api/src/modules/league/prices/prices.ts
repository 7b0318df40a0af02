import { setImmediate as nextTurn } from 'node:timers/promises'
import { priceMatch, type PricedLine } from '@nare/league/prices'
import type { Db } from '#platform/db'
import type { MatchRow } from '../rounds/rounds.ts'
import { openSeasonTables } from '../seasons/seasons.ts'

/** Three rounds of four competitions are on offer; the other entries are for play-outs and receipts. */
const matchesMax = 400

export type LeaguePrices = ReturnType<typeof openPrices>
type Lines = Promise<readonly PricedLine[]>

/**
 * The lines of league matches with their prices. They are made from the frozen tables when they are first read, never stored, and
 * remembered for the matches read last.
 */
export function openPrices(db: Db) {
  const tablesOf = openSeasonTables(db)
  const known = new Map<number, Lines>()
  let last: Promise<unknown> = Promise.resolve()

  /** Makes the lines of one match at a time, some milliseconds each, and lets other work run in between. */
  function make({ seasonId, weights }: MatchRow): Lines {
    const made = last.then(async () => {
      const tables = await tablesOf(seasonId)
      await nextTurn()
      return priceMatch({ ...tables, weights })
    })
    last = made.catch(() => undefined)
    return made
  }

  return {
    /** All lines of a match, in display order. A price of null is not offered. */
    linesOf(match: MatchRow): Lines {
      const existing = known.get(match.matchId)
      if (existing) return existing
      const made = make(match)
      made.catch(() => known.delete(match.matchId))
      for (const [oldest] of known) if (known.size >= matchesMax) known.delete(oldest)
      known.set(match.matchId, made)
      return made
    },
    tablesOf,
  }
}
