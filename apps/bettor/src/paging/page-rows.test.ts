import { expect, test } from 'vitest'
import { pageRows } from './page-rows.ts'

const idOf = ({ id }: { id: string }) => id
const page = (...ids: string[]) => ids.map((id) => ({ id }))

test('a row that an earlier page shows is not shown again, and a page without such rows is the same list', () => {
  const [first, second] = [page('a', 'b'), page('b', 'c')]
  const one = pageRows(first, new Set(), idOf)
  expect(one.rows).toBe(first)
  const two = pageRows(second, one.seen, idOf)
  expect(two.rows.map(idOf)).toEqual(['c'])
  expect([...two.seen]).toEqual(['a', 'b', 'c'])
})
