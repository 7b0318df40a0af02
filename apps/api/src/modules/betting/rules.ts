import { createHash } from 'node:crypto'
import type { BoostRules } from '@nare/bets/ticket/boost'
import { formatMoney, formatPrice, parseMoney, parsePrice, type Money } from '@nare/money/money'
import type { Country } from '#country/country'
import type { Db, Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { insertRules, rulesOf } from './placing/place-store.ts'

/** The rules in force at placement that also apply at settlement. */
export type BetRules = { readonly boost: BoostRules; readonly cap: Money }

/** The rules by version: the current rules, and those of older bets. */
export type RulesBook = {
  /** The version of the rules with which the book was opened. */
  readonly version: string
  /** The version of these rules, stored. */
  versionOf(rules: BetRules): Promise<string>
  /** The version of these rules at once. With `store`, the transaction that names it stores it too: this process does not know yet that it is. */
  stamp(rules: BetRules): { readonly version: string; readonly store?: (tx: Tx) => Promise<void> }
  /** Reads older rules once, in the caller's transaction: it has locks, so it must not wait for another connection. */
  of(on: Db | Tx, version: string): Promise<BetRules>
}

/** Stores rules under versions derived from their content, so that any change makes a new version; those of the country at once. */
export async function openRules(
  db: Db,
  { code, boost, maxPayout }: Pick<Country, 'code' | 'boost' | 'maxPayout'>,
): Promise<RulesBook> {
  const loaded = new Map<string, BetRules>()
  const stored = new Map<string, string>()

  const versionIn = (content: string): string =>
    `${code}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}`

  async function versionOf(rules: BetRules): Promise<string> {
    const content = contentOf(rules)
    const known = stored.get(content)
    if (known !== undefined) return known
    const version = versionIn(content)
    await insertRules(db, { version, content })
    stored.set(content, version)
    loaded.set(version, rules)
    return version
  }

  function stamp(rules: BetRules) {
    const content = contentOf(rules)
    const known = stored.get(content)
    if (known !== undefined) return { version: known }
    // Until this is done each batch stores the version itself. If it fails, so would they.
    void versionOf(rules).catch(() => undefined)
    const version = versionIn(content)
    return { version, store: (tx: Tx) => insertRules(tx, { version, content }) }
  }

  return {
    version: await versionOf({ boost, cap: maxPayout }),
    versionOf,
    stamp,
    async of(on, requested) {
      const rules = loaded.get(requested) ?? parse(await rulesOf(on, requested), requested)
      loaded.set(requested, rules)
      return rules
    },
  }
}

const contentOf = ({ boost: { table, minLeg, cap: boostCap }, cap }: BetRules): string =>
  JSON.stringify({
    boost: { table, minLeg: formatPrice(minLeg), cap: formatMoney(boostCap) },
    cap: formatMoney(cap),
  })

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
