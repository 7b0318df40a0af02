export type PastMatch = { home_team: string; away_team: string; home_score: number; away_score: number }
export type FormMark = 'W' | 'D' | 'L'

/** How a past match ended for a team. */
function markOf(team: string, { home_team, home_score, away_score }: PastMatch): FormMark {
  if (home_score === away_score) return 'D'
  return home_score > away_score === (home_team === team) ? 'W' : 'L'
}

/** The marks of a team's last matches, the newest last; the matches come newest first. */
export const formOf = (team: string, matches: readonly PastMatch[]): FormMark[] =>
  matches.map((match) => markOf(team, match)).toReversed()
