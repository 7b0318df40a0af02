import type { EventType } from '@nare/bets/grading/events'
import type { Score, Side } from '@nare/bets/result'
import type { Margins } from '@nare/odds/margins'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { MarketStateName, MatchStateName } from '../states.ts'
import type { CountDropped } from './dropped.ts'

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

/** A match that is priced, as its feed knows it. */
export type PricedMatch = {
  readonly sportId: string
  readonly competition?: { readonly name: string; readonly category: string } | undefined
  readonly match?: MatchRef | undefined
}

/** The margins of new prices of a match; undefined for the usual ones. */
export type MarginsOf = (priced: PricedMatch) => Margins | undefined

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
} & Confirmation

/**
 * How long prices count unless the feed confirms them again, in milliseconds of real time; absent for a feed whose heartbeats confirm its
 * prices. `list` names the list of the feed that has the match.
 */
export type Confirmation = { readonly validMs?: number; readonly list?: string }

/**
 * Changes of a match in play; absent fields stay unchanged. `added` is the injury time that belongs to `minute`: a change with `minute` and
 * without `added` clears it. `corners` and `yellows` count from kick-off; a feed that never sends them does not count them. `periods` are
 * the quarters, halves, sets or innings so far. `play` is the feed's own data, which it needs to continue after a restart.
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

/** The facts that decide bets. `corners` and `cards` (`cardsOf`) are absent if the feed does not count them; bets on them are then void. */
export type ResultFacts = {
  readonly halfTime?: Score
  readonly fullTime: Score
  readonly goals?: readonly Side[]
  readonly periods?: readonly Score[]
  readonly corners?: Score
  readonly cards?: Score
}

/**
 * An event of a match. `eventId` is the feed's own id; a message with the same id and other facts corrects the event. `score` is the score
 * after the event. Without `minute`, the minute of the match at the time of receipt is used.
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
 * A message about one match. Every feed adapter translates its provider's messages into these.
 *
 * An event is in one batch with the score change that it causes. The commit that stores an event also suspends betting: because of a `stop`
 * before it in the batch, or because its type suspends (`suspensionOf`) a match that is live or not started. The second applies when the
 * event is reported, retracted or restored, or gets another type or side. Only `reopen` ends the suspension. Events may arrive late, twice
 * or out of order: unlike other messages, an event is compared only with its own earlier versions.
 */
export type MatchMessage =
  /** With `whole`, all other lines of the match are closed. */
  | ({ readonly kind: 'price'; readonly lines: readonly LinePrices[]; readonly whole?: boolean } & Confirmation)
  /** The names of the sides as the feed sends them now. */
  | { readonly kind: 'teams'; readonly homeTeam: string; readonly awayTeam: string }
  | { readonly kind: 'stop'; readonly reason: string }
  | { readonly kind: 'reopen' }
  | ({ readonly kind: 'score'; readonly reason?: string } & ScoreChange)
  | ({ readonly kind: 'result'; readonly certainty: 1 | 2 } & ResultFacts)
  | { readonly kind: 'cancel'; readonly reason: string }
  /** The match ended before its end, as by a retirement: what these facts decide stands, the rest is void. */
  | ({ readonly kind: 'unfinished'; readonly reason: string } & Partial<ResultFacts>)
  | { readonly kind: 'rollback'; readonly of: 'result' | 'cancel' | 'either' }
  | { readonly kind: 'event'; readonly event: FeedEvent }
  /** Retracts an event that did not happen or does not count. */
  | { readonly kind: 'take_back'; readonly eventId: string }

/**
 * Reports that the source is connected and has delivered all its data. A source that has sent one heartbeat must send more: after 10 s
 * without a heartbeat or another message its live matches accept no bets, and after 60 s its other matches do not either.
 */
export type Heartbeat = { readonly kind: 'heartbeat'; readonly source: string; readonly at: Date }

/**
 * A message about one match. `at` is the feed's own timestamp. A message older than the latest one of the match or line is dropped; a
 * repeated message changes nothing.
 */
export type AboutMatch = { readonly match: MatchRef; readonly at: Date } & (
  | ({ readonly kind: 'fixture' } & Fixture)
  | MatchMessage
)

/**
 * A complete list of a feed: `priced` are the feed's ids of the matches with usable prices, `entries` is the number of entries of any kind.
 * Matches of the list that have not started and are not in `priced` accept no bets until their next price. A response that failed, was cut
 * off or is no list must not be sent.
 */
export type Listed = {
  readonly kind: 'listed'
  readonly source: string
  readonly list: string
  readonly at: Date
  readonly priced: readonly string[]
  readonly entries: number
}

export type FeedMessage = AboutMatch | Heartbeat | Listed

export const isAboutMatch = (message: FeedMessage): message is AboutMatch =>
  message.kind !== 'heartbeat' && message.kind !== 'listed'

/**
 * What became of a batch: the number of matches created or changed; the number of results, whose bets are settled in the background; and
 * the feed's ids of the fixtures and matches whose messages failed and were skipped.
 */
export type IngestSummary = { readonly matches: number; readonly results: number; readonly failed: readonly string[] }

export type Ingest = (messages: readonly FeedMessage[]) => Promise<IngestSummary>

/** The dependencies of every feed adapter. `ingest` throws once another process owns the feed. */
export type FeedDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly ingest: Ingest
  readonly drop: CountDropped
  /** The margins of new prices; without it the usual ones hold. */
  readonly marginsOf?: MarginsOf | undefined
}
