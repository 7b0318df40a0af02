import type { SuspensionReason } from '@nare/bets/grading/events'
import { marketsOfSport, type Sport } from '@nare/bets/markets/markets'
import type { Score } from '@nare/bets/result'
import { sportOf } from '@nare/bets/markets/sports'
import type { LiveMessage, MarketState, MatchState, SportLiveState } from '@nare/contract/live'
import { queryRows, type Db } from '#platform/db'
import type { Live } from '#platform/live'
import { oncePerSecond, type Log } from '#platform/log'
import { retrying } from '#platform/retrying'
import type { MarketStateName, MatchStateName } from './states.ts'
import type { MatchChanged, Publish } from './ingest-types.ts'
import { openKeptStates, type Stamped } from './kept-states.ts'
import { shownEvents } from './store-events.ts'
import { isHeld, stopsAbove, stopsWithin, withoutStopped, type LineStop } from './store-stops.ts'
import type { LastEvent } from './match-state.ts'
import { halfTime, periodTexts, stateOfLine, suspendedFor, textOf } from './views.ts'

type Deps = { readonly db: Db; readonly live: Live; readonly log: Log }

/** Serves the topics of matches, markets and live sports, and publishes committed changes to their subscribers. */
export function openLiveTopics({ db, live, log }: Deps): { publish: Publish } {
  const logFault = oncePerSecond((facts) => log.warn(facts, 'publishing a live change failed'))
  const [keptMatches, keptMarkets] = [openKeptStates(), openKeptStates()]
  live.publicTopics('match:', async (topics) =>
    keptMatches.update(topics, await matchMessages(db, topics.flatMap(matchIn), keptMatches.stampOf)),
  )
  live.publicTopics('market:', async (topics) => {
    const markets = topics.flatMap((topic) => marketOf(topic) ?? [])
    const found = keptMarkets.update(topics, await marketMessages(db, markets, keptMarkets.stampOf))
    // A market without lines is valid and empty if its match exists.
    return withEmpty(found, markets)
  })
  live.publicTopics('events:', async (topics) => {
    const matches = topics.flatMap((topic) => matchIn(topic).map((matchId) => ({ topic, matchId })))
    const found = byTopic(await eventMessages(matches.map(({ matchId }) => matchId)))
    return withEmpty(found, matches)
  })
  live.publicTopics('sport:', async (topics) =>
    byTopic(await sportMessages(topics.flatMap((topic) => sportIn(topic) ?? []))),
  )

  const versionOf = sportVersions()

  /** Adds the topics without messages whose match exists. */
  async function withEmpty(found: Map<string, LiveMessage[]>, topics: readonly { topic: string; matchId: number }[]) {
    const empty = topics.filter(({ topic }) => !found.has(topic))
    const matches = await existingMatches(db, empty)
    for (const { topic, matchId } of empty) if (matches.has(matchId)) found.set(topic, [])
    return found
  }

  async function eventMessages(matchIds: readonly number[]): Promise<LiveMessage[]> {
    const events = await shownEvents(db, matchIds)
    return events.map(({ matchId, version, state }) => ({
      topic: `events:${matchId}`,
      key: state.event_id,
      version,
      state,
    }))
  }

  async function sportMessages(sportIds: readonly string[]): Promise<LiveMessage[]> {
    if (sportIds.length === 0) return []
    const rows = await queryRows<{ sport_id: string; ids: number[]; read_at: number }>(db)`
      select s.id as sport_id, (extract(epoch from platform.now()) * 1000)::float8 as read_at, array(
        select m.id from catalog.match m where m.sport_id = s.id and m.state in ('live', 'interrupted') order by m.start_time, m.id limit 500) as ids
      from unnest(${sportIds}::text[]) s (id)`
    return rows.map(({ sport_id, ids, read_at }) => {
      const state: SportLiveState = { matches: ids.map(String) }
      return { topic: `sport:${sport_id}:live`, key: '', version: versionOf(sport_id, ids, Math.floor(read_at)), state }
    })
  }

  /** Publishes the changes of one commit. Reads the new states with one query each for matches, markets, sports and events. */
  async function publishOnce(changes: readonly MatchChanged[]): Promise<void> {
    const marketTopics = [...new Set(changes.flatMap(changedMarkets))]
    const changedMatches = changes.filter(({ matchChanged }) => matchChanged)
    const sportIds = [...new Set(changedMatches.map(({ sportId }) => sportId))]
    const matchTopics = changedMatches.map(({ matchId }) => `match:${matchId}`)
    const sportTopics = sportIds.map((sportId) => `sport:${sportId}:live`)
    const eventTopics = changes.flatMap((one) => (one.eventsChanged ? [`events:${one.matchId}`] : []))
    // Invalidate before the first await, so that every snapshot from now on is read after the commit.
    live.invalidate([...marketTopics, ...matchTopics, ...sportTopics, ...eventTopics])
    const subscribed = (topics: readonly string[]) => topics.filter((topic) => live.hasSubscribers(topic))
    const markets = subscribed(marketTopics).flatMap((topic) => marketOf(topic) ?? [])
    const stamped = [
      ...(await matchMessages(db, subscribed(matchTopics).flatMap(matchIn))),
      ...(await marketMessages(db, markets)),
    ]
    const messages = [
      ...stamped.flatMap(({ message }) => message ?? []),
      ...(await sportMessages(subscribed(sportTopics).flatMap((topic) => sportIn(topic) ?? []))),
      // Last, so that nobody sees an event before the suspension of its markets.
      ...(await eventMessages(subscribed(eventTopics).flatMap(matchIn))),
    ]
    for (const message of messages) live.publish(message)
  }

  /**
   * Publishes changes and repeats failed reads. Otherwise subscribers would keep a price from before a suspension until the next change.
   */
  const publish: Publish = (changes) =>
    void retrying(() => publishOnce(changes), { onFailure: (error) => logFault({ err: error }) })

  return { publish }
}

/**
 * Returns the version of a sport's list of live matches: the time, by the database's clock, at which this process first read the current
 * list. An unchanged list keeps its version, so it is not sent again to a polling client. An older read that finishes late keeps its own
 * time and replaces nothing.
 */
function sportVersions() {
  const latest = new Map<string, { readonly list: string; readonly version: number }>()
  return (sportId: string, ids: readonly number[], readAt: number): number => {
    const list = ids.join()
    const last = latest.get(sportId)
    if (last?.list === list) return last.version
    if (!last || readAt > last.version) latest.set(sportId, { list, version: readAt })
    return readAt
  }
}

/** The topics of the markets that a change affects: all markets of the match, or only those of the changed lines. */
function changedMarkets({ matchId, sportId, matchChanged, lines }: MatchChanged): string[] {
  const sport = sportOf(sportId)
  const markets = matchChanged && sport ? idsOfSport(sport) : lines.map((line) => line.market_id)
  return markets.map((id) => `market:${matchId}:${id}`)
}

const idsOfSport = (sport: Sport): number[] => marketsOfSport(sport).map(({ id }) => Number(id))

/** The ids in a topic's name if there are this many, each written in its only way: without leading zeros. */
function idsOf(topic: string, count: 1 | 2): number[] {
  const parts = topic.split(':').slice(1)
  return parts.length === count && parts.every((part) => /^(0|[1-9]\d{0,7})$/.test(part)) ? parts.map(Number) : []
}

const matchIn = (topic: string): number[] => idsOf(topic, 1)

type MarketTopic = { readonly topic: string; readonly matchId: number; readonly marketId: number }

function marketOf(topic: string): MarketTopic | undefined {
  const [matchId, marketId] = idsOf(topic, 2)
  return matchId === undefined || marketId === undefined ? undefined : { topic, matchId, marketId }
}

function sportIn(topic: string): string | undefined {
  const found = /^sport:(\w{1,20}):live$/.exec(topic)?.[1]
  return found !== undefined && sportOf(found) ? found : undefined
}

/** Groups messages by topic. */
function byTopic(messages: readonly LiveMessage[]): Map<string, LiveMessage[]> {
  return Map.groupBy(messages, ({ topic }) => topic)
}

type MatchRow = {
  state: MatchStateName
  minute: number | null
  added: number | null
  periods: Score[] | null
  at_half_time: boolean
  clock_at: Date | null
  home_score: number | null
  away_score: number | null
  home_reds: number
  away_reds: number
  start_time: Date
  suspended: SuspensionReason | null
  last_event: LastEvent | null
  version: bigint
}

/** A match that has not changed has only its id and stamp. */
type StampedMatch = { id: number; stamp: string } & (MatchRow | { version: null })

type StampOf = (topic: string) => string
const nothingKept: StampOf = () => ''

const matchTopic = (matchId: number): string => `match:${matchId}`

/** The states of matches; only the stamps of those that are kept and have not changed. */
async function matchMessages(db: Db, ids: readonly number[], stampOf = nothingKept): Promise<Stamped[]> {
  if (ids.length === 0) return []
  const rows = await queryRows<StampedMatch>(db)`
    select m.id, concat_ws('.', m.xmin, above.version) as stamp, changed.*
    from unnest(${ids}::int[], ${ids.map((id) => stampOf(matchTopic(id)))}::text[]) kept (match_id, stamp)
      join catalog.match m on m.id = kept.match_id
      ${stopsAbove}
      left join lateral (
        select m.state, m.minute, m.added, m.periods, ${halfTime} as at_half_time, m.clock_at, m.home_score, m.away_score, m.home_reds, m.away_reds,
          m.start_time, ${suspendedFor} as suspended, m.last_event, m.version + above.version as version
        ) changed on concat_ws('.', m.xmin, above.version) <> kept.stamp`
  return rows.map((row) => {
    const topic = matchTopic(row.id)
    if (row.version === null) return { topic, stamp: row.stamp }
    const message = { topic, key: '', version: Number(row.version), state: matchState(row) }
    return { topic, stamp: row.stamp, message }
  })
}

const matchState = (row: MatchRow): MatchState => ({
  state: row.state,
  minute: row.minute,
  ...(row.added !== null && { added: row.added }),
  ...(row.at_half_time && { at_half_time: true }),
  clock_at: row.clock_at?.toISOString() ?? null,
  home_score: row.home_score,
  away_score: row.away_score,
  ...(row.periods && { periods: periodTexts(row.periods) }),
  ...(row.home_reds > 0 && { home_reds: row.home_reds }),
  ...(row.away_reds > 0 && { away_reds: row.away_reds }),
  start_time: row.start_time.toISOString(),
  ...(row.suspended && { suspended: row.suspended }),
  ...(row.last_event && { last_event: shownEvent(row.last_event) }),
})

const shownEvent = ({ event_id: _, ...event }: LastEvent): NonNullable<MatchState['last_event']> => event

type LineRow = LineStop & {
  match_id: number
  market_id: number
  line: string
  line_state: MarketStateName
  keys: string[]
  prices: (number | null)[]
  version: bigint
  state: MatchStateName
  match_stopped: boolean
  past: boolean
  stamp: string
  known: string
}

type StoredLine = Pick<LineRow, 'keys' | 'prices'> & { state: MarketStateName }

async function existingMatches(db: Db, markets: readonly Pick<MarketTopic, 'matchId'>[]): Promise<ReadonlySet<number>> {
  if (markets.length === 0) return new Set()
  const rows = await queryRows<{ id: number }>(db)`
    select id from catalog.match where id = any(${markets.map(({ matchId }) => matchId)}::int[])`
  return new Set(rows.map(({ id }) => id))
}

/**
 * The states of the lines of markets; only the stamps of those that are kept and have not changed. A line's state also depends on its match
 * and on what operators have stopped, so its version is the sum of their versions: it grows with each. It also changes when the match is due to start.
 */
async function marketMessages(db: Db, markets: readonly MarketTopic[], stampOf = nothingKept): Promise<Stamped[]> {
  if (markets.length === 0) return []
  const rows = await queryRows<LineRow>(db)`
    select * from (
      select k.match_id, k.market_id, k.line, k.state as line_state, k.keys, k.prices, k.version + m.version + above.version + within.version as version,
        m.state, within.stopped, within.stopped_keys, m.suspended or ${isHeld} as match_stopped, m.start_time <= t.now as past, kept.stamp as known,
        row_number() over (partition by k.match_id, k.market_id order by k.line) as n,
        concat_ws('.', m.xmin, m.start_time <= t.now, above.version,
          sum(k.version + within.version) over (partition by k.match_id, k.market_id)) as stamp
      from (select platform.now() as now) t, unnest(${markets.map(({ matchId }) => matchId)}::int[],
          ${markets.map(({ marketId }) => marketId)}::int[], ${markets.map(({ topic }) => stampOf(topic))}::text[]) kept (match_id, market_id, stamp)
        join catalog.market k on k.match_id = kept.match_id and k.market_id = kept.market_id
        join catalog.match m on m.id = k.match_id
        ${stopsAbove} ${stopsWithin}) line
    where stamp <> known or n = 1 order by match_id, market_id, line`
  return rows.map((row) => {
    const topic = `market:${row.match_id}:${row.market_id}`
    if (row.stamp === row.known) return { topic, stamp: row.stamp }
    const line = withoutStopped<number, StoredLine>({ ...row, state: row.line_state }, row)
    const odds = row.keys.map((key, at): [string, string | null] => [key, textOf(line.prices[at])])
    const match = { state: row.state, stopped: row.match_stopped, past: row.past }
    const state: MarketState = { state: stateOfLine(match, line.state), odds }
    return { topic, stamp: row.stamp, message: { topic, key: row.line, version: Number(row.version), state } }
  })
}
