import { sql, type RawBuilder } from 'kysely'
import type { GrossKey } from '@nare/contract/console-reports'

/** The column of the figures that each key is. */
export const columns = {
  day: sql`d.day::text`,
  product: sql`p.product`,
  sport: sql`p.sport`,
  competition: sql`p.competition`,
  market: sql`p.market`,
  source: sql`p.source`,
} as const satisfies Record<GrossKey, RawBuilder<unknown>>

/** Of rows with a product, by default those of places, those of this product, or all. */
export const ofProduct = (product: string | undefined, rows: RawBuilder<unknown> = sql`p`): RawBuilder<unknown> =>
  product === undefined ? sql`true` : sql`${rows}.product = ${product}`
