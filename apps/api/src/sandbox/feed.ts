import { done, refused } from '@nare/contract/outcome'
import type { sandbox as calls } from '@nare/contract/sandbox'
import type { Handlers } from '#platform/calls'
import type { Catalog } from '#modules/catalog/catalog'

export type FeedCalls = Pick<Handlers<typeof calls>, 'createMatch' | 'driveMatch' | 'resultMatch' | 'replayUntil'>

/** Plays a replay on to a time: moves the clock and takes everything that happened until then. */
export type ReplayUntil = (until: Date) => Promise<{ matches: number; results: number }>

/**
 * The feed that is driven by hand: its matches do only what these calls say. `replay` is the running one, if any; a call that plays
 * it on waits until `settled`, for tests step with it.
 */
export function sandboxFeed(
  catalog: Catalog,
  replay?: () => ReplayUntil | undefined,
  settled: () => Promise<void> = async () => undefined,
): FeedCalls {
  return {
    createMatch: (input) => catalog.manual.createMatch(input),
    driveMatch: (input) => catalog.manual.driveMatch(input),
    resultMatch: (input) => catalog.manual.resultMatch(input),
    async replayUntil({ until }) {
      const playOn = replay?.()
      if (!playOn) return refused('not_available', {}, 'No replay is running: start with FEED=replay:<file>')
      const played = await playOn(new Date(until))
      await settled()
      return done({ ...played, now: catalog.clock.date().toISOString() })
    },
  }
}
