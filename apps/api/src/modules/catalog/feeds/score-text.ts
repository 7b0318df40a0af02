import type { Score } from '@nare/bets/result'

/** A number of goals or points written as text: one to three digits after trimming; undefined for anything else. */
export function readCount(given: unknown): number | undefined {
  if (typeof given === 'number') return Number.isInteger(given) && given >= 0 && given <= 999 ? given : undefined
  return typeof given === 'string' && /^\d{1,3}$/.test(given.trim()) ? Number(given.trim()) : undefined
}

/** A score from two such texts; undefined unless both are valid. */
export function readPair(home: unknown, away: unknown): Score | undefined {
  const score = { home: readCount(home), away: readCount(away) }
  return score.home === undefined || score.away === undefined ? undefined : { home: score.home, away: score.away }
}
