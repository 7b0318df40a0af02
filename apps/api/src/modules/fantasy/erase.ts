import { sql } from 'kysely'
import type { Erase } from '#platform/erase'

/** What this area erases of a person: the names of mini-leagues, which their members keep. */
export const eraseFantasy: readonly Erase[] = [
  {
    table: 'fantasy.league',
    erase: ({ bettor }) => sql`update fantasy.league set name = 'League' where owner_id = ${bettor}::bigint`,
  },
]
