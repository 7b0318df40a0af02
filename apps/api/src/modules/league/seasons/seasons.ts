import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Tables } from '@nare/league/prices'
import type { SeasonFile } from '@nare/league/season'
import { queryRow, queryRows, type Db, type Tx } from '#platform/db'

/** A published season. `salt` is null until the named public salt exists. `lost` is the reason why the season could not be finished. */
export type SeasonRow = {
  readonly seasonId: string
  readonly competitionId: string
  readonly number: number
  readonly rounds: number
  readonly seasonHash: string
  readonly chainTip: string
  readonly saltSource: string
  readonly salt: string | null
  readonly publishedAt: Date
  readonly endedAt: Date | null
  readonly lost: string | null
}

const columns = sql`season_id as "seasonId", competition_id as "competitionId", number, rounds, season_hash as "seasonHash",
  chain_tip as "chainTip", salt_source as "saltSource", salt, published_at as "publishedAt", ended_at as "endedAt", lost`

/** A season by its id, undefined if there is none. */
export function seasonById(on: Db | Tx, seasonId: string): Promise<SeasonRow | undefined> {
  return queryRow<SeasonRow>(on)`select ${columns} from league.season where season_id = ${seasonId}`
}

/** A season of a competition by its number or its id, as text. */
export function seasonByNumber(on: Db | Tx, competitionId: string, text: string): Promise<SeasonRow | undefined> {
  return queryRow<SeasonRow>(on)`
    select ${columns} from league.season where competition_id = ${competitionId} and ${text} in (number::text, season_id)`
}

/** The newest seasons of a competition, newest first. */
export function latestSeasons(on: Db | Tx, competitionId: string, most: number): Promise<SeasonRow[]> {
  return queryRows<SeasonRow>(on)`
    select ${columns} from league.season where competition_id = ${competitionId} order by number desc limit ${most}::int`
}

const unzip = promisify(gunzip)

/** The exact text of a season's frozen file; undefined if there is none. */
export async function seasonText(on: Db | Tx, seasonId: string): Promise<string | undefined> {
  const rows = await queryRows<{ file: Buffer }>(on)`
    select file from league.season_file where season_id = ${seasonId}`
  const [stored] = rows
  return stored && (await unzip(stored.file)).toString()
}

/** The inputs of prices other than a match's weights: the same for a whole season. */
export type SeasonTables = Omit<Tables, 'weights'>

/** Enough for the current, previous and next seasons of four competitions. */
const seasonsMax = 16

/** Reads and caches the tables of seasons, which never change. */
export function openSeasonTables(db: Db) {
  const cache = new Map<string, Promise<SeasonTables>>()

  async function read(seasonId: string): Promise<SeasonTables> {
    const text = await seasonText(db, seasonId)
    if (text === undefined) throw new Error(`season ${seasonId} has no file`)
    const { minutes, returns, ladder } = JSON.parse(text) as SeasonFile
    return { minutes, returns, ladder }
  }

  return function tablesOf(seasonId: string): Promise<SeasonTables> {
    const existing = cache.get(seasonId)
    if (existing) return existing
    const reading = read(seasonId)
    reading.catch(() => cache.delete(seasonId))
    for (const [oldest] of cache) if (cache.size >= seasonsMax) cache.delete(oldest)
    cache.set(seasonId, reading)
    return reading
  }
}
