/** The orders of the match list, the usual one first. */
export const sorts = ['top', 'league', 'time'] as const
export type Sort = (typeof sorts)[number]
