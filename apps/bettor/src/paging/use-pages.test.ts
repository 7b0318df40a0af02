import { expect, test } from 'vitest'
import { pagesIn, withPages } from './use-pages.ts'

test('a history entry stores the page count of each list and keeps the fields of others', () => {
  const entry = withPages(withPages({ from: 'router' }, 'bets', 3), 'statement', 2)
  expect(entry).toEqual({ from: 'router', pages: { bets: 3, statement: 2 } })
  expect([pagesIn(entry, 'bets'), pagesIn(entry, 'statement'), pagesIn(entry, 'other')]).toEqual([3, 2, 1])
})

test('a history entry without a valid page count shows one page, and the maximum is fifty', () => {
  for (const state of [null, undefined, 7, [], { pages: 'x' }, { pages: { a: 'x' } }, { pages: { a: -3 } }])
    expect(pagesIn(state, 'a')).toBe(1)
  expect(pagesIn({ pages: { a: 1e9 } }, 'a')).toBe(50)
  expect(withPages(null, 'a', 2)).toEqual({ pages: { a: 2 } })
})
