import type { Clock } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import type { Log } from '#platform/log'
import type { CountDropped } from './feeds/dropped.ts'
import type { MatchMessage } from './feeds/port.ts'
import type { Heartbeats } from './heartbeats.ts'
import type { Band } from './price-claims.ts'
import type { Settlement } from './settlement.ts'
import type { LineRow } from './store-lines.ts'

export type IngestDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly settlement: () => Settlement
  readonly publish: Publish
  /** Called after each commit that may have stored new matches. */
  readonly onCreated: () => void
  /** Throws, and so rolls back, when another process owns the feed. */
  readonly check?: ((tx: Tx) => Promise<void>) | undefined
  readonly heartbeats: Heartbeats
  /** The range of a plausible book. */
  readonly band: Band
  readonly drop: CountDropped
}

/** The change of one match by a commit: the match itself, its events, or only some of its lines. */
export type MatchChanged = {
  readonly matchId: number
  readonly sportId: string
  readonly lines: readonly Pick<LineRow, 'market_id'>[]
  readonly matchChanged: boolean
  readonly eventsChanged?: boolean
}

/**
 * The source of a change, and its time. With `takesControl` this source drives the match from now on, or `drivenBy` if the source is a person of
 * the house.
 */
export type Origin = {
  readonly source: string
  readonly drivenBy?: string
  readonly at?: Date
  readonly takesControl?: boolean
}

/** Publishes the changes of one commit to subscribers, in the background. */
export type Publish = (changes: readonly MatchChanged[]) => void

/** Whether the match exists, and how many results were written. */
export type Applied = { readonly found: boolean; readonly results: number }

/** The messages of a batch on one match, from the source that drives it. */
export type MatchMessages = {
  readonly source: string
  readonly sourceId: string
  readonly messages: (MatchMessage & { at: Date })[]
}
