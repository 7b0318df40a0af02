import { transact } from '#platform/db'
import type { MatchMessage } from './feeds/port.ts'
import { writeLines, type NewLine } from './store-lines.ts'
import type { Messages, TakeDeps } from './take.ts'

/** Whether a message only moves prices: it takes nothing off offer, so no bet has to be kept out meanwhile. */
export function onlyMoves(message: MatchMessage): boolean {
  if (message.kind !== 'price' || message.whole) return false
  return message.lines.every(({ state, prices }) => state === 'open' && !prices.includes(null))
}

type Priced = [matchId: number, about: Messages]

/** Prices alone need no lock on the match: a bet reads them in its own transaction, before or after. */
export async function changePrices(deps: TakeDeps, priced: readonly Priced[]): Promise<number> {
  const lines = priced.flatMap(([matchId, { source, messages }]) =>
    messages.flatMap((message): NewLine[] =>
      message.kind === 'price' ? message.lines.map((one) => ({ ...one, matchId, source, at: message.at })) : [],
    ),
  )
  const written = await transact(deps.db, async (tx) => {
    await deps.check?.(tx)
    return writeLines(tx, lines)
  })
  const byMatch = Map.groupBy(written, (row) => row.match_id)
  for (const [matchId, rows] of byMatch) {
    deps.tell({ matchId, sportId: '', before: undefined, lines: rows, matchChanged: false })
  }
  return byMatch.size
}
