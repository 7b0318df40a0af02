import type { BetView } from '@nare/contract/betting'
import type { Entries } from '@nare/client/storage'
import { fetchLeagueBets } from '../../state/calls-league.ts'
import type { Steps } from '../../state/store.ts'
import { virtualLeague } from '../../state/virtual-league.ts'

/** A session ends after half an hour away from the league. */
export const awayMs = 30 * 60_000
const key = 'league-session'
const pagesMax = 10

/** Returns the start of this bettor's league session in server time, and extends the session. */
export function sessionStart(stored: Entries, { owner, nowMs }: { owner: string; nowMs: number }): number {
  const kept = stored.read(key) as Partial<{ owner: string; sinceMs: number; seenMs: number }> | undefined
  const { sinceMs, seenMs } = { sinceMs: kept?.sinceMs, seenMs: kept?.seenMs }
  const isRunning =
    kept?.owner === owner && typeof sinceMs === 'number' && typeof seenMs === 'number' && nowMs - seenMs < awayMs
  const start = isRunning && sinceMs <= nowMs ? sinceMs : nowMs
  stored.write(key, { owner, sinceMs: start, seenMs: nowMs }, awayMs)
  return start
}

/**
 * Loads today's league bets into `bet_history_data`, page by page, until a page reaches back before the session; at most ten pages.
 * The pages are newest first.
 */
export function loadSessionBets(sinceMs: number): Steps {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    let bets: BetView[] = []
    for (let page = 1; page <= pagesMax; page++) {
      const done = await send(fetchLeagueBets({ page }))
      if (!fetchLeagueBets.fulfilled.match(done) || getState().auth.user?.id !== owner) break
      const listed = done.payload.data ?? []
      const known = new Set(bets.map(({ bet_id }) => bet_id))
      const fresh = listed.filter(({ bet_id }) => !known.has(bet_id))
      bets = [...bets, ...fresh]
      const oldest = fresh.at(-1)
      if (!oldest || Date.parse(oldest.placed_at) < sinceMs) break
    }
    if (getState().auth.user?.id !== owner) return
    send(virtualLeague.actions.set({ field: 'bet_history_data', value: bets }))
  }
}

/** The bets that were placed since the session began. */
export const betsSince = (bets: readonly BetView[], sinceMs: number): BetView[] =>
  bets.filter(({ placed_at }) => Date.parse(placed_at) >= sinceMs)
