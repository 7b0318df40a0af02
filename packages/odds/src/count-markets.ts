import { type Counted, type Market, isCounted } from '@nare/bets/markets/markets'
import { lineText } from '@nare/bets/markets/line'
import { countLeft, countTail } from './counts.ts'
import type { Counts } from './match-model.ts'

/** A line of corners or cards with the probability of over. */
export type CountChances = { readonly line: string; readonly over: number }

/** The number of lines on offer. Each is a half line. */
const linesMax = 5

/**
 * The lines of a total of corners or cards around the expected total, with the probability of over for each. Empty if the feed does not
 * report the count.
 */
export function countLines(of: Market, counts: Counts | undefined): CountChances[] {
  const soFar = isCounted(of) ? counts?.[of.needs] : undefined
  if (!isCounted(of) || !counts || soFar === undefined) return []
  const moment = { minute: counts.minute, soFar }
  const tail = countTail(of.needs, moment)
  const middle = Math.floor(soFar + countLeft(of.needs, moment)) + 0.5
  const first = Math.max(soFar + 0.5, middle - (linesMax - 1) / 2)
  return Array.from({ length: linesMax }, (_, n) => {
    const line = first + n
    return { line: lineText(4 * line), over: tail[Math.floor(line) - soFar] ?? 0 }
  })
}

/**
 * The probability that the count ends above a line; undefined for a line that is not a half line, or if the feed does not report the count.
 */
export function overCount(of: Counted, line: number, counts: Counts | undefined): number | undefined {
  const soFar = counts?.[of]
  if (!counts || soFar === undefined || !Number.isInteger(line + 0.5)) return undefined
  const more = Math.floor(line) - soFar
  return more < 0 ? 1 : (countTail(of, { minute: counts.minute, soFar })[more] ?? 0)
}
