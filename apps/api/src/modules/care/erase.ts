import { sql } from 'kysely'
import { erasedText, type Erase } from '#platform/erase'

/** What this area erases of a person: what was said to them. Markers and measures have figures and no text. */
export const eraseCare: readonly Erase[] = [
  {
    table: 'care.contact',
    erase: ({ bettor }) => sql`update care.contact set said = ${erasedText} where bettor_id = ${bettor}::bigint`,
  },
]
