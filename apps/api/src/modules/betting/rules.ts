import { createHash } from 'node:crypto'
import type { BoostRules } from '@nare/bets/boost'
import { formatMoney, formatPrice, parseMoney, parsePrice, type Money } from '@nare/money/money'
import type { Country } from '#country/country'
import type { Db, Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { insertRules, rulesOf } from './placing/place-store.ts'

/** The rules in force at placement that also apply at settlement. */
export type BetRules = { readonly boost: BoostRules; readonly cap: Money }

/** The rules by version: the current rules, and those of older bets. */
export type RulesBook = {
  readonly version: string
  /** Reads older rules once, in the caller's transaction: it has locks, so it must not wait for another connection. */
  of(on: Db | Tx, version: string): Promise<BetRules>
}

/** Stores the current rules under a version derived from their content, so that any change makes a new version. */
export async function openRules(db: Db, country: Pick<Country, 'code' | 'boost' | 'maxPayout'>): Promise<RulesBook> {
  const content = JSON.stringify({
    boost: {
      table: country.boost.table,
      minLeg: formatPrice(country.boost.minLeg),
      cap: formatMoney(country.boost.cap),
    },
    cap: formatMoney(country.maxPayout),
  })
  const version = `${country.code}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}`
  await insertRules(db, { version, content })
  const loaded = new Map<string, BetRules>([[version, { boost: country.boost, cap: country.maxPayout }]])
  return {
    version,
    async of(on, requested) {
      const rules = loaded.get(requested) ?? parse(await rulesOf(on, requested), requested)
      loaded.set(requested, rules)
      return rules
    },
  }
}

type StoredRules = { boost: { table: BoostRules['table']; minLeg: string; cap: string }; cap: string }

function parse(content: unknown, version: string): BetRules {
  invariant(content, `the rules ${version} were never stored`)
  const stored = content as StoredRules
  const [minLeg, boostCap, cap] = [
    parsePrice(stored.boost.minLeg),
    parseMoney(stored.boost.cap),
    parseMoney(stored.cap),
  ]
  invariant(
    minLeg !== undefined && boostCap !== undefined && cap !== undefined,
    `the rules ${version} cannot be parsed`,
  )
  return { boost: { table: stored.boost.table, minLeg, cap: boostCap }, cap }
}
