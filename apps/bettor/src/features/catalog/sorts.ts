/** The filters of the match list by time, the default first. */
export const whens = ['highlights', 'today', 'upcoming', 'live'] as const

/** The orders of the match list, the default first. */
export const sorts = ['top', 'league', 'time'] as const
export type Sort = (typeof sorts)[number]
