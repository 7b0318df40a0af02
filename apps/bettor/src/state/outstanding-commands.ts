let count = 0

/** True while the outcome of a bet, payment, cash-out or game command of this page is unknown. */
export const hasOutstandingCommands = (): boolean => count > 0

/** Counts a command as outstanding until its promise ends. */
export async function countOutstanding<T>(command: () => Promise<T>): Promise<T> {
  count++
  try {
    return await command()
  } finally {
    count--
  }
}
