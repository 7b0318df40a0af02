export type PastMatch = { home_team: string; away_team: string; home_score: number; away_score: number }
export type FormMark = 'W' | 'D' | 'L'

/** The result of a past match from the view of a team. */
function markOf(team: string, { home_team, home_score, away_score }: PastMatch): FormMark {
  if (home_score === away_score) return 'D'
  return home_score > away_score === (home_team === team) ? 'W' : 'L'
}

/** The results of a team's last matches, the newest last. The input has the newest first. */
export const formOf = (team: string, matches: readonly PastMatch[]): FormMark[] =>
  matches.map((match) => markOf(team, match)).toReversed()
