/** The console's calls about bettors. */
export const consoleBettors = {} as const
