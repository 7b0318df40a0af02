import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergedPage, type Place, type Source } from './timeline.ts'

type Row = Place & { readonly of: number }

/** A list in memory, with the comparison that SQL makes of rows. */
const sourceOf =
  (rows: readonly Row[]): Source<Row> =>
  async ({ before, most }) =>
    rows
      .filter(({ at, id }) => !before || at < before.at || (at === before.at && id < before.id))
      .toSorted((a, b) => Number(b.at - a.at) || Number(b.id - a.id))
      .slice(0, most)

const lists = fc.array(
  fc.uniqueArray(fc.record({ at: fc.bigInt(1n, 4n), id: fc.bigInt(1n, 9n) }), {
    selector: ({ at, id }) => `${at} ${id}`,
    maxLength: 12,
  }),
  { minLength: 1, maxLength: 4 },
)

test('pages of any size have every row of all lists once, newest first, however many times are equal', async () => {
  await fc.assert(
    fc.asyncProperty(lists, fc.integer({ min: 1, max: 7 }), async (given, limit) => {
      const rows = given.map((list, of) => list.map((place) => ({ ...place, of })))
      const seen: Row[] = []
      for (let before: string | undefined; ;) {
        const page = await mergedPage(rows.map(sourceOf), { before, limit })
        expect(page.rows.length).toBeLessThanOrEqual(limit)
        seen.push(...page.rows)
        if (page.next === undefined) break
        before = page.next
      }
      const sorted = rows.flat().toSorted((a, b) => Number(b.at - a.at) || b.of - a.of || Number(b.id - a.id))
      expect(seen).toEqual(sorted)
    }),
  )
})

test('a cursor of another list is a malformed request that names its field', async () => {
  for (const before of ['', 'x', Buffer.from('1.2').toString('base64url')])
    await expect(mergedPage([], { before, limit: 1 })).rejects.toMatchObject({
      statusCode: 400,
      fields: { before: { code: 'not_valid' } },
    })
})
