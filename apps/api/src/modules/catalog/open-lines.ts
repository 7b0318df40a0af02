import { cardsOf, type Score } from '@nare/bets/result'
import { stillOpen, type Progress } from '@nare/bets/grading/still-open'
import type { LinePrices } from './feeds/port.ts'
import type { CurrentMatch } from './match-state.ts'

/** The facts of a match that close outcomes; absent ones are null. */
type Facts = Pick<CurrentMatch, 'score' | 'halfTime' | 'minute' | 'corners' | 'yellows' | 'reds'> & {
  readonly periods: readonly Score[] | null
}

const firstHalfEnds = 45

/** The progress by which outcomes close; undefined before a match has a score or a minute. */
export function progressOf({ score, halfTime, minute, ...facts }: Facts): Progress | undefined {
  if (!score && minute === null) return undefined
  const { corners, yellows, reds, periods } = facts
  return {
    score: score ?? { home: 0, away: 0 },
    ...(halfTime && { halfTime }),
    firstHalfOver: halfTime !== null || (minute ?? 0) > firstHalfEnds,
    ...(corners && { corners }),
    ...(yellows && { cards: cardsOf({ yellows, reds }) }),
    ...(periods && periods.length > 0 && { periods }),
  }
}

/**
 * The line without the prices of outcomes that the match has already decided, whoever set them: those that can no longer win, or no longer
 * lose. Closed if no price is left. The same object if nothing changes.
 */
export function openLine(line: LinePrices, progress: Progress | undefined): LinePrices {
  if (!progress || line.state === 'closed') return line
  const open = stillOpen(line.marketId, line.line, progress)
  const prices = line.prices.map((at, n) => (open[n] ? at : null))
  if (prices.every((at, n) => at === line.prices[n])) return line
  return prices.every((at) => at === null) ? { ...line, state: 'closed' } : { ...line, prices }
}

/** Those of the stored lines that the progress of their match changes, as they become. */
export function linesToClose(stored: readonly LinePrices[], progress: Progress | undefined): LinePrices[] {
  return stored.map((line) => openLine(line, progress)).filter((line, n) => line !== stored[n])
}
