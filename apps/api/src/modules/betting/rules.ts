import { createHash } from 'node:crypto'
import type { BoostRules } from '@nare/bets/boost'
import { formatMoney, formatPrice, parseMoney, parsePrice, type Money } from '@nare/money/money'
import type { Country } from '#country/country'
import type { Db } from '#platform/db'
import { invariant } from '#platform/invariant'
import { keepRules, rulesOf } from './place-store.ts'

/** What of the house's rules still counts when a bet is settled. */
export type BetRules = { readonly boost: BoostRules; readonly cap: Money }

/** Rules by version, those of today and those that older bets were taken under. */
export type RulesBook = { readonly version: string; of(version: string): Promise<BetRules> }

/** Keeps today's rules under a version made of their content, so that a change of them is a new version by itself. */
export async function openRules(db: Db, country: Country): Promise<RulesBook> {
  const content = JSON.stringify({
    boost: {
      table: country.boost.table,
      minLeg: formatPrice(country.boost.minLeg),
      cap: formatMoney(country.boost.cap),
    },
    cap: formatMoney(country.maxPayout),
  })
  const version = `${country.code}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}`
  await keepRules(db, { version, content })
  const known = new Map<string, BetRules>([[version, { boost: country.boost, cap: country.maxPayout }]])
  return {
    version,
    async of(asked) {
      const found = known.get(asked) ?? read(await rulesOf(db, asked), asked)
      known.set(asked, found)
      return found
    },
  }
}

type Kept = { boost: { table: BoostRules['table']; minLeg: string; cap: string }; cap: string }

function read(content: unknown, version: string): BetRules {
  invariant(content, `the rules ${version} were never kept`)
  const kept = content as Kept
  const [minLeg, most, cap] = [parsePrice(kept.boost.minLeg), parseMoney(kept.boost.cap), parseMoney(kept.cap)]
  invariant(minLeg !== undefined && most !== undefined && cap !== undefined, `the rules ${version} cannot be read`)
  return { boost: { table: kept.boost.table, minLeg, cap: most }, cap }
}
