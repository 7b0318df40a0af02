import { sql } from 'kysely'
import { marketsOfSport, type Sport } from '@nare/bets/markets'
import type { LiveMessage, MarketState, MatchState, SportLiveState } from '@nare/contract/live'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import type { MarketStateName, MatchStateName } from './offers.ts'
import type { Changed } from './take.ts'
import { sportOf, stateOfLine, textOf } from './views.ts'

type Deps = { readonly db: Db; readonly clock: Clock; readonly live: Live; readonly log: Log }

/** Answers the topics of matches, markets and live sports, and tells what commits changed. */
export function openLiveTopics({ db, clock, live, log }: Deps): { tell: (changed: Changed) => void } {
  live.answersFor('match:', async (topic) => {
    const messages = await matchMessages(db, idsOf(topic)[0])
    return messages.length > 0 ? messages : undefined
  })
  live.answersFor('market:', async (topic) => {
    const [matchId, marketId] = idsOf(topic)
    return matchId === undefined || marketId === undefined ? undefined : marketMessages(db, matchId, [marketId])
  })
  live.answersFor('sport:', async (topic) => {
    const found = /^sport:(\w{1,20}):live$/.exec(topic)?.[1]
    return found !== undefined && sportOf(found) ? [await sportMessage(found)] : undefined
  })

  async function sportMessage(sportId: string): Promise<LiveMessage> {
    const version = clock.now()
    const rows = await sql<{ id: number }>`
      select id from catalog.match where sport_id = ${sportId} and state = 'live' order by start_time, id limit 500`.execute(
      db,
    )
    const state: SportLiveState = { matches: rows.rows.map((row) => String(row.id)) }
    return { topic: `sport:${sportId}:live`, key: '', version, state }
  }

  async function say({ matchId, sportId, matchChanged, lines }: Changed): Promise<void> {
    const messages: LiveMessage[] = []
    if (matchChanged && live.heard(`match:${matchId}`)) messages.push(...(await matchMessages(db, matchId)))
    const sport = sportOf(sportId)
    const markets = matchChanged && sport ? idsOfSport(sport) : lines.map((line) => line.market_id)
    const heard = [...new Set(markets)].filter((id) => live.heard(`market:${matchId}:${id}`))
    if (heard.length > 0) messages.push(...(await marketMessages(db, matchId, heard)))
    if (matchChanged && live.heard(`sport:${sportId}:live`)) messages.push(await sportMessage(sportId))
    for (const message of messages) live.changed(message)
  }

  return { tell: (changed) => void say(changed).catch((error: unknown) => log.warn({ err: error }, 'telling failed')) }
}

const idsOfSport = (sport: Sport): number[] => marketsOfSport(sport).map(({ id }) => Number(id))

function idsOf(topic: string): number[] {
  const parts = topic.split(':').slice(1)
  return parts.every((part) => /^\d{1,8}$/.test(part)) ? parts.map(Number) : []
}

type MatchRow = {
  id: number
  state: MatchStateName
  minute: number | null
  clock_at: Date | null
  home_score: number | null
  away_score: number | null
  start_time: Date
  version: bigint
}

async function matchMessages(db: Db, matchId: number | undefined): Promise<LiveMessage[]> {
  if (matchId === undefined) return []
  const rows = await sql<MatchRow>`
    select id, state, minute, clock_at, home_score, away_score, start_time, version
    from catalog.match where id = ${matchId}::int`.execute(db)
  return rows.rows.map((row) => {
    const state: MatchState = {
      state: row.state,
      minute: row.minute,
      clock_at: row.clock_at?.toISOString() ?? null,
      home_score: row.home_score,
      away_score: row.away_score,
      start_time: row.start_time.toISOString(),
    }
    return { topic: `match:${row.id}`, key: '', version: Number(row.version), state }
  })
}

type LineRow = {
  market_id: number
  line: string
  line_state: MarketStateName
  keys: string[]
  prices: (number | null)[]
  version: bigint
  state: MatchStateName
  stopped: boolean
  past: boolean
}

/** A line's state depends on its match too, so its version is the sum of both: it grows with either. */
async function marketMessages(db: Db, matchId: number, marketIds: readonly number[]): Promise<LiveMessage[]> {
  const rows = await sql<LineRow>`
    select k.market_id, k.line, k.state as line_state, k.keys, k.prices, k.version + m.version as version, m.state,
      m.suspended or m.held as stopped, m.start_time <= platform.now() as past
    from catalog.market k join catalog.match m on m.id = k.match_id
    where k.match_id = ${matchId}::int and k.market_id = any(${marketIds}::int[]) order by k.market_id, k.line`.execute(
    db,
  )
  return rows.rows.map((row) => {
    const odds = row.keys.map((key, at): [string, string | null] => [key, textOf(row.prices[at])])
    const state: MarketState = { state: stateOfLine(row, row.line_state), odds }
    return { topic: `market:${matchId}:${row.market_id}`, key: row.line, version: Number(row.version), state }
  })
}
