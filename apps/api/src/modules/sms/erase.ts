import { sql } from 'kysely'
import type { Erase } from '#platform/erase'

/** What this area erases of a person: the messages from the number, with their answers. */
export const eraseSms: readonly Erase[] = [
  { table: 'sms.message', erase: ({ msisdn }) => sql`delete from sms.message where msisdn = ${msisdn}` },
]
