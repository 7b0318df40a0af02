import type { CrashBetsState, CrashState } from '@nare/contract/crash'

/** The server publishes at most this many of the latest bets. */
export const rowsMax = 20

type Round = Pick<CrashState, 'round_id' | 'bets'>

/**
 * The number on the tab of the players' list: the listed bets, or all bets of the round if the list holds only the latest. Without a
 * list, the count of the round; undefined until the round is loaded.
 */
export function countOf(round: Round | undefined, listed: CrashBetsState | undefined): number | undefined {
  if (!listed) return round?.bets
  const isFull = listed.rows.length >= rowsMax && listed.round_id === round?.round_id
  return isFull ? Math.max(listed.rows.length, round.bets) : listed.rows.length
}
