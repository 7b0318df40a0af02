import { transact } from '#platform/db'
import type { MatchMessage } from './feeds/port.ts'
import type { IngestDeps, MatchMessages } from './ingest-types.ts'
import { writeLines, type NewLine } from './store-lines.ts'

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
  const lines = moves.flatMap(([matchId, { source, messages }]) =>
    messages.flatMap((message): NewLine[] =>
      message.kind === 'price' ? message.lines.map((one) => ({ ...one, matchId, source, at: message.at })) : [],
    ),
  )
  const written = await transact(deps.db, async (tx) => {
    await deps.check?.(tx)
    return writeLines(tx, lines)
  })
  const byMatch = Map.groupBy(written, (row) => row.match_id)
  deps.publish([...byMatch].map(([matchId, rows]) => ({ matchId, sportId: '', lines: rows, matchChanged: false })))
  return byMatch.size
}
