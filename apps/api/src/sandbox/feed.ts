import { done, refused } from '@nare/contract/outcome'
import type { sandbox as calls } from '@nare/contract/sandbox'
import type { Catalog } from '#modules/catalog/catalog'
import type { Handlers } from '#platform/calls'
import type { Clock } from '#platform/clock'

export type FeedCalls = Pick<Handlers<typeof calls>, 'createMatch' | 'driveMatch' | 'resultMatch' | 'replayUntil'>

/** Steps a replay to a time: moves the clock and applies every event up to it. */
export type ReplayUntil = (until: Date) => Promise<{ matches: number; results: number }>

type SandboxFeedDeps = {
  readonly catalog: Catalog
  readonly clock: Clock
  /** The running replay, if any. */
  readonly replayUntil?: () => ReplayUntil | undefined
  /** Resolves when all bets are settled. */
  readonly settled?: () => Promise<void>
}

/** The sandbox calls that control matches manually or step a replay. Stepping returns once the bets are settled. */
export function sandboxFeed({ catalog, clock, replayUntil, settled }: SandboxFeedDeps): FeedCalls {
  return {
    createMatch: (input) => catalog.manual.createMatch(input),
    driveMatch: (input) => catalog.manual.driveMatch(input),
    resultMatch: (input) => catalog.manual.resultMatch(input),
    async replayUntil({ until }) {
      const replay = replayUntil?.()
      if (!replay) return refused('not_available', {}, 'No replay is running: start with FEED=replay:<file>')
      const summary = await replay(new Date(until))
      await settled?.()
      return done({ ...summary, now: clock.date().toISOString() })
    },
  }
}
