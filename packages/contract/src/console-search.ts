/** The console's calls about search. */
export const consoleSearch = {} as const
