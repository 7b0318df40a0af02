import { sql } from 'kysely'
import { erasedText, type Erase } from '#platform/erase'

/** What this area erases of a person: the texts, in which people name themselves and others. */
export const eraseComplaints: readonly Erase[] = [
  {
    table: 'complaints.complaint',
    erase: ({ bettor }) => sql`
      update complaints.complaint set text = ${erasedText}, answer = case when answer is null then null else ${erasedText} end
      where bettor_id = ${bettor}::bigint`,
  },
]
