import type { RunningMatch } from '../store-feed.ts'
import type { Fixture, MarginsOf, MatchMessage, PricedMatch } from './port.ts'

/** A match of a replay as rules by level know it. */
export const pricedReplay = (
  id: string,
  { name, category }: { readonly name: string; readonly category: string },
): PricedMatch => ({ sportId: '79', competition: { name, category }, match: { source: 'replay', sourceId: id } })

export type ReplayFixture = Pick<Fixture, 'competition' | 'homeTeam' | 'awayTeam' | 'model' | 'lines'>

/** A match of a file. `knownAt` is the time in the file from which it is offered, if its sides are not known from the start. */
export type ReplayMatch = { readonly id: string; readonly kickOff: Date; readonly knownAt?: Date | undefined }

/** The content of a file: its matches by kick-off, and for each match its fixture and the messages that are due in play. */
export type ReplaySource = {
  readonly matches: readonly ReplayMatch[]
  fixture(id: string, marginsOf: MarginsOf): ReplayFixture
  /**
   * The messages that are due. `elapsed` is the number of minutes since kick-off; `stored` is the current state of the match in the
   * catalogue. Until `delivered` is called for the match, the next step returns them again.
   */
  step(
    id: string,
    at: { readonly elapsed: number; readonly stored: RunningMatch; readonly marginsOf: MarginsOf },
  ): readonly MatchMessage[]
  /** To be called when the messages of the last step of a match are stored. */
  delivered(id: string): void
}
