import type { BetView } from '@nare/contract/betting'
import type { Entries } from '@nare/client/storage'
import { fetchLeagueBets } from '../../state/calls-league.ts'
import type { Steps } from '../../state/store.ts'
import { virtualLeague } from '../../state/virtual-league.ts'

/** Half an hour away from the league ends a session, as a visit to a shop does. */
export const awayMs = 30 * 60_000
const key = 'league-session'
const pagesMax = 10

/** When this bettor's session in the league began, in the server's time; each call extends it. */
export function sessionStart(stored: Entries, { owner, nowMs }: { owner: string; nowMs: number }): number {
  const kept = stored.read(key) as Partial<{ owner: string; sinceMs: number; seenMs: number }> | undefined
  const { sinceMs, seenMs } = { sinceMs: kept?.sinceMs, seenMs: kept?.seenMs }
  const goes =
    kept?.owner === owner && typeof sinceMs === 'number' && typeof seenMs === 'number' && nowMs - seenMs < awayMs
  const start = goes && sinceMs <= nowMs ? sinceMs : nowMs
  stored.write(key, { owner, sinceMs: start, seenMs: nowMs }, awayMs)
  return start
}

/**
 * Loads the league bets of this session and all that are still open from today's history, at most ten pages, into the
 * history of the state. The pages are newest first, so the first page without a bet of the session is the last one read.
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
