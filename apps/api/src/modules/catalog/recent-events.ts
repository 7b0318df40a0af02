import { queryRows, type Db } from '#platform/db'

/** The latest event of a match that moves its prices, and when the house learned of it. */
export type DecisiveEvent = { readonly matchId: number; readonly type: string; readonly at: Date }

/** The matches in which a goal, a penalty or a red card was reported in the last seconds, each with its latest one. */
export function decisiveEvents(db: Db, seconds: number): Promise<DecisiveEvent[]> {
  return queryRows<DecisiveEvent>(db)`
    select distinct on (match_id) match_id as "matchId", type, at from catalog.match_event
    where at > (select platform.now()) - make_interval(secs => ${seconds}::float8) and version = 1 and taken_back_at is null
      and type in ('goal', 'own_goal', 'penalty_awarded', 'red_card')
    order by match_id, at desc limit 1000`
}
