import type { Score, Side } from '@nare/bets/result'
import type { MarketStateName, MatchStateName } from '../offers.ts'

/** A match by the words of the feed that brought it. */
export type MatchRef = { readonly source: string; readonly sourceId: string }

/** One line of a market with the whole of its prices, thousandths beside `keys`; null is no price. */
export type LinePrices = {
  readonly marketId: string
  readonly line: string
  readonly state: MarketStateName
  readonly keys: readonly string[]
  readonly prices: readonly (bigint | null)[]
}

export type Fixture = {
  readonly sportId: string
  readonly competition: {
    readonly id?: string
    readonly name: string
    readonly category: string
    readonly rank?: number
  }
  readonly homeTeam: string
  readonly awayTeam: string
  readonly startTime: Date
  readonly parentMatchId?: string
  /** What the feed keeps about the match: its model, never its future. */
  readonly model?: unknown
  readonly lines: readonly LinePrices[]
}

/** What may be said of a running match; what is left out stays as it is. */
export type ScoreChange = {
  readonly state?: MatchStateName
  readonly minute?: number
  readonly score?: Score
  readonly halfTime?: Score
  readonly goals?: readonly Side[]
  readonly reds?: Score
  readonly startTime?: Date
}

export type ResultFacts = {
  readonly halfTime?: Score
  readonly fullTime: Score
  readonly goals?: readonly Side[]
  readonly periods?: readonly Score[]
}

/** What happened to one match, in the one vocabulary that every feed is translated into. */
export type MatchMessage =
  /** `whole`: lines that are not named are closed. */
  | { readonly kind: 'price'; readonly lines: readonly LinePrices[]; readonly whole?: boolean }
  | { readonly kind: 'stop'; readonly reason: string }
  | { readonly kind: 'reopen' }
  | ({ readonly kind: 'score'; readonly reason?: string } & ScoreChange)
  | ({ readonly kind: 'result'; readonly certainty: 1 | 2 } & ResultFacts)
  | { readonly kind: 'cancel'; readonly reason: string }
  | { readonly kind: 'rollback'; readonly of: 'result' | 'cancel' | 'either' }

/**
 * A message of a feed. `at` is when it was true by the feed; an older one than what is known of the match or the line is
 * dropped, the same one twice changes nothing.
 */
export type FeedMessage = { readonly match: MatchRef; readonly at: Date } & (
  | ({ readonly kind: 'fixture' } & Fixture)
  | MatchMessage
)

/** What a batch of messages came to: matches that were new or changed, and results, whose bets are settled in the background. */
export type Taken = { readonly matches: number; readonly results: number }

export type Take = (messages: readonly FeedMessage[]) => Promise<Taken>
