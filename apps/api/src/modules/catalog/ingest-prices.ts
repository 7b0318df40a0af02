import { transact } from '#platform/db'
import type { MatchMessage } from './feeds/port.ts'
import type { IngestDeps, MatchMessages } from './ingest-types.ts'
import { openLine } from './open-lines.ts'
import { writeLines, type NewLine } from './store-lines.ts'
import { progressOfMatches } from './store-progress.ts'

/** Whether a message changes open prices only. Such a message withdraws nothing, so bets need no exclusive lock. */
export function isPriceMove(message: MatchMessage): boolean {
  if (message.kind !== 'price' || message.whole || message.validMs !== undefined) return false
  return message.lines.every(({ state, prices }) => state === 'open' && !prices.includes(null))
}

/**
 * Writes price moves of several matches without locking them: a bet reads each price either before or after. Returns the number of changed
 * matches.
 */
export async function changePrices(
  deps: IngestDeps,
  moves: readonly (readonly [matchId: number, about: MatchMessages])[],
): Promise<number> {
  const written = await transact(deps.db, async (tx) => {
    await deps.check?.(tx)
    const progress = await progressOfMatches(
      tx,
      moves.map(([matchId]) => matchId),
    )
    const lines = moves.flatMap(([matchId, { source, messages }]) =>
      messages.flatMap(({ at, ...message }): NewLine[] => {
        const given = message.kind === 'price' ? message.lines : []
        return given.map((one) => ({ ...openLine(one, progress.get(matchId)), matchId, source, at }))
      }),
    )
    return writeLines(tx, lines)
  })
  const byMatch = Map.groupBy(written, (row) => row.match_id)
  deps.publish([...byMatch].map(([matchId, rows]) => ({ matchId, sportId: '', lines: rows, matchChanged: false })))
  return byMatch.size
}
