import type { BetView } from '@nare/contract/betting'
import { fetchLeagueBets, fetchOldLeagueBets } from '../../state/calls-league.ts'
import type { Steps } from '../../state/store.ts'

export type BetHistory = {
  bets: readonly BetView[]
  /** The next page to request, of today's bets or of the older ones; undefined after the last one. */
  next: { isOld: boolean; page: number; after?: string } | undefined
  /** How many pages with bets are loaded. */
  pages: number
  /** Why the next page could not be loaded. */
  error?: string | undefined
}

export const emptyHistory: BetHistory = { bets: [], next: { isOld: false, page: 1 }, pages: 0 }

/** Loads pages until one adds a bet: today's bets, then the older ones. A failure sets `error`. */
export function loadMore(from: BetHistory): Steps<BetHistory> {
  return async (send) => {
    let history: BetHistory = { ...from, error: undefined }
    while (history.next && history.bets.length === from.bets.length && history.error === undefined)
      history = await send(loadPage(history, history.next))
    return history.error === undefined ? { ...history, pages: from.pages + 1 } : history
  }
}

function loadPage(history: BetHistory, next: NonNullable<BetHistory['next']>): Steps<BetHistory> {
  return async (send) => {
    const command = next.isOld ? fetchOldLeagueBets : fetchLeagueBets
    const { isOld, page, after } = next
    const ended = await send(command({ page, ...(after !== undefined && { after }) }))
    if (command.rejected.match(ended)) return { ...history, error: ended.payload?.error ?? ended.error?.message ?? '' }
    if (!command.fulfilled.match(ended)) return history
    const known = new Set(history.bets.map(({ bet_id }) => bet_id))
    const fresh = (ended.payload.data ?? []).filter(({ bet_id }) => !known.has(bet_id))
    const cursor = ended.payload.meta?.next
    return {
      ...history,
      bets: [...history.bets, ...fresh],
      next:
        cursor === undefined
          ? isOld
            ? undefined
            : { isOld: true, page: 1 }
          : { isOld, page: page + 1, after: cursor },
    }
  }
}

/** Adds the bets of later pages; the shown bets keep their states, which may be newer. */
export const withMore = (shown: BetHistory, loaded: BetHistory): BetHistory => ({
  ...loaded,
  bets: mergeBets(loaded.bets, shown.bets),
})

/** Puts the bets of a reloaded first page before the others, in place of their older states. */
export const withFirstPage = (shown: BetHistory, loaded: BetHistory): BetHistory => ({
  ...shown,
  bets: mergeBets(shown.bets, loaded.bets),
})

/** The newer bets, then the older ones that are not among them. */
function mergeBets(older: readonly BetView[], newer: readonly BetView[]): BetView[] {
  const ids = new Set(newer.map(({ bet_id }) => bet_id))
  return [...newer, ...older.filter(({ bet_id }) => !ids.has(bet_id))]
}
