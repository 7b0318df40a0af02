import type { CrashBetsState, CrashState } from '@nare/contract/crash'

/** The server sends the latest bets up to this many. */
export const rowsMax = 20

type Round = Pick<CrashState, 'round_id' | 'bets'>

/**
 * The number of bets on the tab of the list: those that the list shows, or all of its round where it shows only the latest. Without a
 * list it is the round's count; undefined before anything is known.
 */
export function countOf(round: Round | undefined, listed: CrashBetsState | undefined): number | undefined {
  if (!listed) return round?.bets
  const isFull = listed.rows.length >= rowsMax && listed.round_id === round?.round_id
  return isFull ? Math.max(listed.rows.length, round.bets) : listed.rows.length
}
