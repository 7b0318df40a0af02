/** What the match list shows, the usual one first. */
export const whens = ['highlights', 'today', 'upcoming', 'live'] as const

/** The orders of the match list, the usual one first. */
export const sorts = ['top', 'league', 'time'] as const
export type Sort = (typeof sorts)[number]
