import { sql } from 'kysely'
import { erasedText, type Erase } from '#platform/erase'

/** What this area erases of a person: the texts, which may name them. */
export const eraseContent: readonly Erase[] = [
  {
    table: 'content.message_to',
    erase: ({ bettor }) => sql`
      update content.message_to set text = ${erasedText} where bettor = ${bettor}::bigint and text is not null`,
  },
]
