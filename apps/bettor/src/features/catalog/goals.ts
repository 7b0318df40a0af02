/** Adds to each goal the score after it: "1–0", "1–1". */
export function goalsOf(goals: readonly ('home' | 'away')[]): { side: 'home' | 'away'; score: string }[] {
  const score = { home: 0, away: 0 }
  return goals.map((side) => {
    score[side]++
    return { side, score: `${score.home}–${score.away}` }
  })
}
