import { sql, type RawBuilder } from 'kysely'
import type { Product } from '@nare/contract/products'

/**
 * For other areas: the tickets of a product that were placed since a time, as rows (bet_id, bettor_id, stake, possible_win, placed_at). The time is
 * read once and not for each ticket, so that the index by time can be used.
 */
export const placedLately = (product: Product, since: RawBuilder<unknown>) => sql`
  select bet_id, bettor_id, stake, possible_win, placed_at from betting.bet where product = ${product} and placed_at >= (select ${since})`
