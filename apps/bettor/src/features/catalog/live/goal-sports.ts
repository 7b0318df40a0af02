/** The sports with goal alerts: soccer and ice hockey. In other sports scores are not goals and change too often. */
const ids: ReadonlySet<string> = new Set(['79', '29'])

export const hasGoals = (sportId: string): boolean => ids.has(sportId)
