import type { EventType } from '@nare/bets/events'
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

/**
 * Changes of a match in play; absent fields stay unchanged. `added` are the minutes of injury time that go with `minute`: a change with a
 * minute and without `added` ends them. `corners` and `yellows` count from kick-off; a feed that never sends them does not count them.
 * `periods` are the quarters, halves, sets or innings so far. `play` is the feed's own: what it needs to go on after a restart.
 */
export type ScoreChange = {
  readonly state?: MatchStateName
  readonly minute?: number
  readonly added?: number
  readonly score?: Score
  readonly halfTime?: Score
  readonly goals?: readonly Side[]
  readonly reds?: Score
  readonly corners?: Score
  readonly yellows?: Score
  readonly periods?: readonly Score[]
  readonly play?: unknown
  readonly startTime?: Date
}

/** `corners` and `cards` (`cardsOf`) are absent where the feed does not count them: bets on them are void. */
export type ResultFacts = {
  readonly halfTime?: Score
  readonly fullTime: Score
  readonly goals?: readonly Side[]
  readonly periods?: readonly Score[]
  readonly corners?: Score
  readonly cards?: Score
}

/**
 * What happened in a match. `eventId` is the feed's own id: the same id again with other facts corrects the event. `score` is the score
 * after it. A minute that is not known is that of the match when the event is received.
 */
export type FeedEvent = {
  readonly eventId: string
  readonly type: EventType
  readonly minute?: number
  readonly added?: number
  readonly side?: Side
  readonly player?: string
  readonly score?: Score
}

/**
 * A message on one match. Every feed adapter translates its provider's messages into these.
 *
 * An event comes in one batch with the score change that it causes. Betting is suspended by the same commit as the event: by the `stop`
 * before it in the batch, or by the event itself where its type suspends (`suspensionOf`) and the match is live or about to be: when it is
 * reported, gets another type or side, is taken back or comes back. Only `reopen` ends that.
 * Events may come late, twice or out of order: unlike the other messages, they are compared with their own earlier versions only.
 */
export type MatchMessage =
  /** With `whole`, all other lines of the match are closed. */
  | { readonly kind: 'price'; readonly lines: readonly LinePrices[]; readonly whole?: boolean }
  | { readonly kind: 'stop'; readonly reason: string }
  | { readonly kind: 'reopen' }
  | ({ readonly kind: 'score'; readonly reason?: string } & ScoreChange)
  | ({ readonly kind: 'result'; readonly certainty: 1 | 2 } & ResultFacts)
  | { readonly kind: 'cancel'; readonly reason: string }
  | { readonly kind: 'rollback'; readonly of: 'result' | 'cancel' | 'either' }
  | { readonly kind: 'event'; readonly event: FeedEvent }
  /** The event did not happen, or does not count. */
  | { readonly kind: 'take_back'; readonly eventId: string }

/**
 * The source is connected, and everything that it knows has been delivered. A source that has sent one must go on: after 10 s without a
 * heartbeat or another message its live matches take no bets, after 60 s the others neither.
 */
export type Heartbeat = { readonly kind: 'heartbeat'; readonly source: string; readonly at: Date }

/**
 * A message on one match. `at` is the feed's own timestamp: a message older than the match's or the line's latest is dropped, and a
 * repeated one changes nothing.
 */
export type AboutMatch = { readonly match: MatchRef; readonly at: Date } & (
  | ({ readonly kind: 'fixture' } & Fixture)
  | MatchMessage
)

export type FeedMessage = AboutMatch | Heartbeat

/**
 * Counts of a processed batch: matches created or changed; results, whose bets are settled in the background; and the fixtures and matches
 * whose messages failed and were skipped.
 */
export type IngestSummary = { readonly matches: number; readonly results: number; readonly failed: number }

export type Ingest = (messages: readonly FeedMessage[]) => Promise<IngestSummary>

/** What every feed adapter gets. `ingest` throws once another process owns the feed. */
export type FeedDeps = { readonly db: Db; readonly clock: Clock; readonly log: Log; readonly ingest: Ingest }
