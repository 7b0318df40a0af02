import type { CrashBet, CrashBetsState, CrashFeedRow } from '@nare/contract/crash'
import { rowsMax } from './player-count.ts'

export type PlayerRow = CrashFeedRow & { mine: boolean }

/**
 * The rows of the players' list. The bettor's own bets of the round are marked, and those that the server's list no longer holds come first,
 * so that a bettor always finds them.
 */
export function rowsWithOwn(state: CrashBetsState | undefined, own: readonly CrashBet[]): PlayerRow[] {
  const mine = new Map(own.map((bet) => [bet.bet_id, bet]))
  const listed = (state?.rows ?? []).slice(0, rowsMax).map((row) => ({ ...row, mine: mine.has(row.key) }))
  const known = new Set(listed.map(({ key }) => key))
  const missing = [...mine.values()].filter(
    (bet) => bet.round_id === state?.round_id && bet.state !== 'void' && !known.has(bet.bet_id),
  )
  return [...missing.map(rowOf), ...listed]
}

function rowOf({ bet_id, stake, state, cashed_out_at, returned }: CrashBet): PlayerRow {
  const out = state === 'won' && cashed_out_at !== undefined && { cashed_out_at, returned }
  return { key: bet_id, player: '', mine: true, stake, ...out }
}
