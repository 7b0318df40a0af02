import { sql, type RawBuilder } from 'kysely'
import type { Product } from '@nare/contract/products'

/** For other areas: the tickets of a product that were placed since a time, as rows (bet_id, bettor_id, stake, possible_win, placed_at). */
export const placedLately = (product: Product, since: RawBuilder<unknown>) => sql`
  select bet_id, bettor_id, stake, possible_win, placed_at from betting.bet where product = ${product} and placed_at >= ${since}`
