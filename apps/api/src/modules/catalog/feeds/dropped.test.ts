import { expect, test } from 'vitest'
import type { Log } from '#platform/log'
import { openDropped } from './dropped.ts'

test('dropped parts are counted for the gauge, and logged once per kind and minute with the number since the last line', () => {
  let nowMs = 1_000_000
  const logged: unknown[] = []
  const clock = { now: () => nowMs, date: () => new Date(nowMs) }
  const log = {
    warn: ({ source, part, dropped }: Record<string, unknown>) => void logged.push([source, part, dropped]),
  }
  const { drop, readings } = openDropped({ clock, log: log as unknown as Log })
  drop('a feed', 'price')
  drop('a feed', 'price', 3)
  drop('a feed', 'book', 0)
  drop('a feed', 'event', 2)
  nowMs += 59_999
  drop('a feed', 'price')
  expect(logged).toEqual([
    ['a feed', 'price', 1],
    ['a feed', 'event', 2],
  ])
  nowMs += 1
  drop('a feed', 'price')
  expect(logged.slice(2)).toEqual([['a feed', 'price', 5]])
  expect(readings()).toEqual([
    { labels: { provider: 'a feed', part: 'price' }, value: 6 },
    { labels: { provider: 'a feed', part: 'event' }, value: 2 },
  ])
})
