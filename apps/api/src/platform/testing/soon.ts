import { vi } from 'vitest'

/** Waits until a check passes. Polls frequently, with a timeout that is long enough for a slow machine. */
export const soon = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 120_000, interval: 20 })
