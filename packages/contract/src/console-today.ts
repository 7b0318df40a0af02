/** The console's calls about today. */
export const consoleToday = {} as const
