/** The console's calls about tickets. */
export const consoleTickets = {} as const
