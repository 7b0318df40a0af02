import { stored } from '../state/browser.ts'

const key = 'last-game'

/** Stores the game that the bettor plays now, by its id in the lobby ("nare:dice"), with its stake, for the lobby's tile "Last played". */
export function keepLastGame(id: string, stake: string): void {
  stored.write(key, [id, stake])
}

/** The game that was played last on this device, and its stake. */
export function lastGame(): { id: string; stake: string } | undefined {
  const kept = stored.read(key)
  const [id, stake]: readonly unknown[] = Array.isArray(kept) ? kept : []
  return typeof id === 'string' && typeof stake === 'string' ? { id, stake } : undefined
}
