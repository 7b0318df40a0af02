import { vi } from 'vitest'

/** Waits until a check passes: soon on any machine, and in the end on a slow one. */
export const soon = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 })
