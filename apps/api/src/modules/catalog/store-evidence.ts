import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db'
import { currentResult, resultColumns, type ResultRow } from './offers.ts'
import type { CurrentResult, MarketStateName } from './states.ts'
import { eventVersionsBetween, type EventVersion } from './store-events.ts'

/** An outcome of a match, numbered by the caller. */
export type Outcome = {
  readonly n: number
  readonly matchId: number
  readonly marketId: string
  readonly line: string
  readonly oddKey: string
}

/** A price that an outcome had from `at` on: in thousandths, null while it had none. */
export type PriceMoment = {
  readonly n: number
  readonly at: Date
  readonly price: number | null
  readonly state: MarketStateName
  readonly version: bigint
  readonly source: string
}

/** A change of a match itself. */
export type MatchMoment = {
  readonly matchId: number
  readonly at: Date
  readonly kind: string
  readonly state: string
  readonly minute: number | null
  readonly score: string | null
  readonly suspended: boolean
  readonly reason: string | null
  readonly source: string
}

/** A version of a result with its author, and who confirmed it. */
export type ResultVersion = CurrentResult & {
  readonly matchId: number
  readonly reason: string | null
  readonly source: string
  readonly at: Date
  readonly confirmedBy: string | null
  readonly confirmedAt: Date | null
}

export type MatchEvidence = {
  readonly prices: readonly PriceMoment[]
  readonly changes: readonly MatchMoment[]
  readonly events: ReadonlyMap<number, readonly EventVersion[]>
  /** All versions, oldest first. */
  readonly results: readonly ResultVersion[]
}

const momentsMax = 2_000
/** How far before the period the price is searched that it began with. */
const searchedBefore = sql`interval '60 days'`

/**
 * What was known about these outcomes from one time to another: every price, and the one that the period began with; the changes of their
 * matches; the events in all versions; and all versions of the results, whenever they came. At most 2,000 of each kind for an outcome or match.
 */
export async function evidence(
  db: Db | Tx,
  outcomes: readonly Outcome[],
  { from, to }: { from: Date; to: Date },
): Promise<MatchEvidence> {
  const known = outcomes.filter(({ marketId }) => /^\d{1,6}$/.test(marketId))
  const matchIds = [...new Set(outcomes.map(({ matchId }) => matchId))]
  const within = sql`between ${from}::timestamptz and ${to}::timestamptz`
  const before = sql`at < ${from}::timestamptz and at >= ${from}::timestamptz - ${searchedBefore}`
  const line = sql`match_id = o.match_id and market_id = o.market_id and line = o.line`
  const match = sql`match_id = o.match_id`
  const [prices, changes, results, events] = await Promise.all([
    sql<PriceMoment>`
      select o.n, p.at, p.prices[array_position(p.keys, o.odd_key)] as price, p.state, p.version, p.source
      from unnest(${known.map(({ n }) => n)}::int[], ${known.map((one) => one.matchId)}::int[], ${known.map((one) => Number(one.marketId))}::int[],
        ${known.map((one) => one.line)}::text[], ${known.map((one) => one.oddKey)}::text[]) o (n, match_id, market_id, line, odd_key)
      cross join lateral (
        (select * from catalog.price_change where ${line} and ${before} order by no desc limit 1)
        union all (select * from catalog.price_change where ${line} and at ${within} order by no limit ${momentsMax}::int)) p
      order by o.n, p.no`.execute(db),
    sql<MatchMoment>`
      select c.match_id as "matchId", c.at, c.kind, c.state, c.minute, c.home_score || ':' || c.away_score as score, c.suspended, c.reason, c.source
      from unnest(${matchIds}::int[]) o (match_id) cross join lateral (
        (select * from catalog.match_change where ${match} and ${before} order by no desc limit 1)
        union all (select * from catalog.match_change where ${match} and at ${within} order by no limit ${momentsMax}::int)) c
      order by c.match_id, c.no`.execute(db),
    sql<ResultRow & Omit<ResultVersion, keyof CurrentResult>>`
      select ${resultColumns}, r.match_id as "matchId", r.reason, r.source, r.at, c.source as "confirmedBy", c.at as "confirmedAt"
      from catalog.result r left join catalog.result_confirmation c on c.match_id = r.match_id and c.version = r.version
      where r.match_id = any(${matchIds}::int[]) order by r.match_id, r.version`.execute(db),
    eventVersionsBetween(db, { matchIds, from, to, most: momentsMax }),
  ])
  return {
    prices: prices.rows,
    changes: changes.rows,
    results: results.rows.map(({ matchId, reason, source, at, confirmedBy, confirmedAt, ...row }) => {
      return { ...currentResult(row), matchId, reason, source, at, confirmedBy, confirmedAt }
    }),
    events,
  }
}
