import { expect, test } from 'vitest'
import { steppedAt } from './cursor.ts'

const among = (rows: string) => (id: string) => rows.indexOf(id)
const cursor = { id: 'c', next: 'd', previous: 'b' }

test('after a row has left the queue, J goes to the row that followed and K to the one before', () => {
  expect(steppedAt(among('abde'), cursor, 1)).toBe(2)
  expect(steppedAt(among('abde'), cursor, -1)).toBe(1)
})

test('a row that was only closed is left as any other', () => {
  expect(steppedAt(among('abcde'), cursor, 1)).toBe(3)
  expect(steppedAt(among('abcde'), cursor, -1)).toBe(1)
})

test('at the end of the queue the other neighbour is taken, and without one the top', () => {
  expect(steppedAt(among('ab'), cursor, 1)).toBe(1)
  expect(steppedAt(among('xyz'), cursor, 1)).toBe(0)
  expect(steppedAt(among('xyz'), undefined, -1)).toBe(0)
})
