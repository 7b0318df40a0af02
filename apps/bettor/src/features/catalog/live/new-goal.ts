export type Score = { home_score: number | null; away_score: number | null }

/** The side that has scored since the last known score; undefined for a first score or a correction downwards. */
export function newGoal(before: Score | undefined, now: Score): 'home' | 'away' | undefined {
  if (!before || before.home_score === null || before.away_score === null) return undefined
  const home = (now.home_score ?? 0) - before.home_score
  const away = (now.away_score ?? 0) - before.away_score
  if (home < 0 || away < 0) return undefined
  if (home > 0) return 'home'
  return away > 0 ? 'away' : undefined
}
