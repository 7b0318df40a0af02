import { expect, test } from 'vitest'
import { openDatabaseClock } from './database-clock.ts'

test('a moment of the database is converted by the fastest reading', () => {
  const clock = openDatabaseClock()
  clock.add({ sentMs: 100, databaseMs: 5_060, receivedMs: 180 })
  clock.add({ sentMs: 200, databaseMs: 5_151, receivedMs: 202 })
  clock.add({ sentMs: 300, databaseMs: 5_253, receivedMs: 400 })
  expect(clock.monotonicOf(5_151)).toBe(201)
  expect(clock.monotonicOf(5_101)).toBe(151)
})

test('after the clock of the database was set, earlier readings are not used', () => {
  const clock = openDatabaseClock()
  clock.add({ sentMs: 100, databaseMs: 5_101, receivedMs: 102 })
  clock.add({ sentMs: 200, databaseMs: 9_210, receivedMs: 220 })
  expect(clock.monotonicOf(9_210)).toBe(210)
})

test('a fast reading is forgotten after forty others, because clocks drift', () => {
  const clock = openDatabaseClock()
  clock.add({ sentMs: 0, databaseMs: 1_000, receivedMs: 0 })
  for (let n = 1; n <= 40; n++) clock.add({ sentMs: n * 25, databaseMs: 1_000 + n * 25, receivedMs: n * 25 + 4 })
  expect(clock.monotonicOf(2_000)).toBe(1_002)
})
