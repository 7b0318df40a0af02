import type { Score, Side } from '@nare/bets/result'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { MarketStateName, MatchStateName } from '../offers.ts'

/** Identifies a match by its feed and the feed's own id. */
export type MatchRef = { readonly source: string; readonly sourceId: string }

/** One line of a market with all its prices, in thousandths and in the order of `keys`; null means no price. */
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
  /** The feed's own data on the match: its model, never a drawn result. */
  readonly model?: unknown
  readonly lines: readonly LinePrices[]
}

/** Changes of a match in play; absent fields stay unchanged. */
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

/** An event of one match. Every feed adapter translates its provider's messages into these. */
export type MatchMessage =
  /** With `whole`, all other lines of the match are closed. */
  | { readonly kind: 'price'; readonly lines: readonly LinePrices[]; readonly whole?: boolean }
  | { readonly kind: 'stop'; readonly reason: string }
  | { readonly kind: 'reopen' }
  | ({ readonly kind: 'score'; readonly reason?: string } & ScoreChange)
  | ({ readonly kind: 'result'; readonly certainty: 1 | 2 } & ResultFacts)
  | { readonly kind: 'cancel'; readonly reason: string }
  | { readonly kind: 'rollback'; readonly of: 'result' | 'cancel' | 'either' }

/**
 * A feed message. `at` is the feed's own timestamp: a message older than the match's or the line's latest is dropped, and a
 * repeated one changes nothing.
 */
export type FeedMessage = { readonly match: MatchRef; readonly at: Date } & (
  | ({ readonly kind: 'fixture' } & Fixture)
  | MatchMessage
)

/** Counts of a processed batch: matches created or changed, and results, whose bets are settled in the background. */
export type IngestSummary = { readonly matches: number; readonly results: number }

export type Ingest = (messages: readonly FeedMessage[]) => Promise<IngestSummary>

/** What every feed adapter gets. `ingest` throws once another process owns the feed. */
export type FeedDeps = { readonly db: Db; readonly clock: Clock; readonly log: Log; readonly ingest: Ingest }
