import { queryRows, type Db } from '#platform/db'

/** A match that is about to begin. */
export type StartingMatch = {
  readonly id: number
  readonly home: string
  readonly away: string
  readonly startsAt: Date
}

/** The matches that begin within these minutes by the start that is known last, the first one first. */
export const startingSoon = (db: Db, { minutes, most }: { minutes: number; most: number }): Promise<StartingMatch[]> =>
  queryRows<StartingMatch>(db)`
    select id, home_team as home, away_team as away, start_time as "startsAt" from catalog.match
    where state = 'not_started' and start_time > platform.now() and start_time <= platform.now() + make_interval(mins => ${minutes}::int)
    order by start_time, id limit ${most}::int`
