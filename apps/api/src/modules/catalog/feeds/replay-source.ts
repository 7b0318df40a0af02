import type { RunningMatch } from '../store-feed.ts'
import type { Fixture, MatchMessage } from './port.ts'

export type ReplayFixture = Pick<Fixture, 'competition' | 'homeTeam' | 'awayTeam' | 'model' | 'lines'>

/** A match of a file. It is on offer from `knownAt`, in the file's time, where its sides are not known from the start. */
export type ReplayMatch = { readonly id: string; readonly kickOff: Date; readonly knownAt?: Date | undefined }

/** What a file says: its matches by kick-off, and for each its fixture and the messages that are due during it. */
export type ReplaySource = {
  readonly matches: readonly ReplayMatch[]
  fixture(id: string): ReplayFixture
  /** `elapsed` are minutes since kick-off, `stored` is how the catalogue has the match now. */
  step(id: string, at: { readonly elapsed: number; readonly stored: RunningMatch }): readonly MatchMessage[]
}
