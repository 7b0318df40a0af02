import { expect, test } from 'vitest'
import { openKeptStates, type Stamped } from './kept-states.ts'

const row = (topic: string, stamp: string, key = ''): Stamped => ({
  topic,
  stamp,
  message: { topic, key, version: 1, state: stamp },
})
const unchanged = (topic: string, stamp: string): Stamped => ({ topic, stamp })

test('states are kept while their stamp is read, replaced by a new stamp, and dropped when nothing is read of their topic', () => {
  const kept = openKeptStates()
  const topics = ['a', 'b', 'c']
  const update = (...read: Stamped[]) =>
    Object.fromEntries([...kept.update(topics, read)].map(([topic, all]) => [topic, all.map(({ state }) => state)]))
  expect(update(row('a', '1'), row('a', '1', 'other'), row('b', '1'))).toEqual({ a: ['1', '1'], b: ['1'] })
  expect(update(unchanged('a', '1'), row('b', '2'))).toEqual({ a: ['1', '1'], b: ['2'] })
  expect(topics.map(kept.stampOf)).toEqual(['1', '2', ''])
  expect(update(unchanged('b', '2'))).toEqual({ b: ['2'] })
  expect(topics.map(kept.stampOf)).toEqual(['', '2', ''])
  expect(update(row('a', '1'), unchanged('b', '2'))).toEqual({ a: ['1'], b: ['2'] })
})
