import type { Db } from '#platform/db'
import { openPrices } from './prices/prices.ts'

export type League = ReturnType<typeof openLeague>

/** Opens what all processes read of the league: its rounds, its matches and their prices. */
export function openLeague({ db }: { readonly db: Db }) {
  return { prices: openPrices(db) }
}
