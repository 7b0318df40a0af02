import { expect } from 'vitest'
import type { Betting, RulesBook } from '#modules/betting/betting'
import type { Catalog } from '#modules/catalog/catalog'
import type { Db } from '#platform/db'
import { twinBook } from './book-twin.ts'

type Deps = { readonly db: Db; readonly rules: Pick<RulesBook, 'of'>; readonly catalog: Pick<Catalog, 'traded'> }

/** Compares the books of these matches with those of the slow twin, in every figure. */
export async function expectAsTwin(
  { catalog, ...deps }: Deps,
  books: Pick<Betting['books'], 'of'>,
  matchIds: readonly number[],
): Promise<void> {
  for (const { id, now } of await catalog.traded.matches(matchIds)) {
    const [book, twin] = [await books.of(id), await twinBook(deps, id, now)]
    if (!book) {
      expect([id, twin.bets]).toEqual([id, 0])
      continue
    }
    const pays = new Map<string, bigint>()
    for (const { marketId, oddKey, pays: cents } of book.lines()) pays.set(`${marketId} ${oddKey}`, cents)
    const keeps = new Map(book.keepsByScore(now).map((end) => [`${end.home}:${end.away}`, end.keeps]))
    expect({ id, bets: book.bets(), staked: book.staked(), worst: book.worst(now) }).toEqual({
      ...{ id, bets: twin.bets, staked: twin.staked, worst: twin.worst },
    })
    expect(pays).toEqual(twin.pays)
    expect(keeps).toEqual(twin.keeps)
  }
}
