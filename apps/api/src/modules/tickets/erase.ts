import { sql } from 'kysely'
import type { KeptWhole } from '#platform/erase'

/** That a ticket of somebody is open. */
export const hasOpenTicket: KeptWhole = (bettor) =>
  sql`exists (select from betting.bet o where o.bettor_id = ${bettor} and o.state = 'open')`
