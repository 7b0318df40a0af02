import { sql } from 'kysely'

/** For the figures of the house: those of these tickets that are placed, as rows (bet_id, bettor_id, product, type). */
export const ticketTypes = (betIds: readonly bigint[]) => sql`
  select bet_id, bettor_id, product, type from betting.bet where bet_id = any(${betIds}::bigint[])`
