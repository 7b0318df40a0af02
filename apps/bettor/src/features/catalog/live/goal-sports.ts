/** Soccer and ice hockey: in other sports a new score is no goal, and too frequent for a notice. */
const ids: ReadonlySet<string> = new Set(['79', '29'])

export const hasGoals = (sportId: string): boolean => ids.has(sportId)
