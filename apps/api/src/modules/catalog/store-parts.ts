import { sql } from 'kysely'
import { market } from '@nare/bets/markets/markets'
import type { RuleLevel } from '@nare/contract/operator-trading-hands'
import { queryRows, type Db, type Tx } from '#platform/db'
import { houseSource } from './claims.ts'

/** What a rule of a level is about, with what it belongs to. `alias` is the name by which a feed knows it. */
export type RuledPart = {
  readonly id: string
  readonly alias: string | null
  readonly sportId?: string | undefined
  readonly competitionId?: string | undefined
  readonly marketId?: string | undefined
  /** Whether a person has made the match. */
  readonly isByHand?: boolean
}

type Row = { id: string; alias: string | null; sport_id: string; competition_id: string | null }

/** The parts that these ids name, in the order of the ids; undefined if one names nothing, or none is given. */
export async function ruledParts(
  on: Db | Tx,
  { level, ids }: { level: RuleLevel; ids: readonly string[] },
): Promise<readonly RuledPart[] | undefined> {
  const wanted = [...new Set(ids)]
  if (level === 'all') return wanted.length === 0 ? [{ id: '', alias: null }] : undefined
  if (wanted.length === 0) return undefined
  const found = level === 'market' ? await markets(on, wanted) : await rowsOf(on, level, wanted)
  return found.length === wanted.length ? found : undefined
}

async function rowsOf(
  on: Db | Tx,
  level: 'sport' | 'competition' | 'match',
  ids: readonly string[],
): Promise<RuledPart[]> {
  const from = {
    sport: sql`select id, null::text as alias, id as sport_id, null::text as competition_id from catalog.sport`,
    competition: sql`select id, sport_id || '|' || category || '|' || name as alias, sport_id, id as competition_id from catalog.competition`,
    match: sql`select id::text as id, source || '|' || source_id as alias, sport_id, competition_id from catalog.match`,
  }[level]
  const known = level === 'match' ? ids.filter((id) => /^\d{8}$/.test(id)) : ids
  const where = level === 'match' ? sql`id = any(${known.map(Number)}::int[])` : sql`id = any(${known}::text[])`
  const rows = await queryRows<Row>(on)`select * from (${from} where ${where}) part`
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row
      ? [
          {
            id,
            alias: row.alias,
            sportId: row.sport_id,
            competitionId: row.competition_id ?? undefined,
            isByHand: isOfHouse(level, row.alias),
          },
        ]
      : []
  })
}

const isOfHouse = (level: RuleLevel, alias: string | null): boolean =>
  level === 'match' && alias?.startsWith(`${houseSource}|`) === true

/** Markets, and markets of one match: "18" and "10000001:18". */
async function markets(on: Db | Tx, ids: readonly string[]): Promise<RuledPart[]> {
  const named = ids.map((id) => {
    const [, match, marketId = ''] = /^(?:(\d{8}):)?(\d{1,6})$/.exec(id) ?? []
    return { id, match, marketId }
  })
  const matches = named.flatMap(({ match }) => match ?? [])
  const known = new Map((await rowsOf(on, 'match', [...new Set(matches)])).map((part) => [part.id, part]))
  return named.flatMap(({ id, match, marketId }): RuledPart[] => {
    if (!market(marketId)) return []
    if (match === undefined) return [{ id, alias: null, marketId }]
    const of = known.get(match)
    return of ? [{ ...of, id, alias: of.alias === null ? null : `${of.alias}:${marketId}`, marketId }] : []
  })
}
