import { sql, type RawBuilder } from 'kysely'

/** For the figures of the house: a ticket if it is placed, as rows (bettor_id, product, type). */
export const ticketType = (betId: RawBuilder<unknown>) => sql`
  select bettor_id, product, type from betting.bet where bet_id = ${betId}`
