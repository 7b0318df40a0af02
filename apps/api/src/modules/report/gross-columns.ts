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

/** The places of a product, or all. */
export const ofProduct = (product: string | undefined) =>
  product === undefined ? sql`true` : sql`p.product = ${product}`
