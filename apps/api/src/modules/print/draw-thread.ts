import { answerInThread } from '#platform/thread-answers'
import { drawSheet } from './draw.ts'
import { jackpotSheet, matchesSheet, type Of } from './sheets.ts'
import type { JackpotQuery, MatchesQuery, PrintedJackpot, PrintedMatches } from './print.ts'

/** A list to draw, as data: its layout is made in the thread too. */
export type ToDraw =
  | { readonly kind: 'matches'; readonly list: PrintedMatches; readonly query: MatchesQuery; readonly of: Of }
  | { readonly kind: 'jackpot'; readonly list: PrintedJackpot; readonly query: JackpotQuery; readonly of: Of }

/** The thread that draws PDFs, which take up to a quarter of a second. */
answerInThread((data) => {
  const given = data as ToDraw
  const sheet =
    given.kind === 'matches'
      ? matchesSheet(given.list, given.query, given.of)
      : jackpotSheet(given.list, given.query, given.of)
  return drawSheet(sheet, new Date(given.list.meta.printed_at))
})
