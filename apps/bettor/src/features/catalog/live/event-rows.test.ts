import type { EventState } from '@nare/contract/match-events'
import { expect, test } from 'vitest'
import { lastOf, leftMs, mergeEvents, statisticsOf, timelineRows } from './event-rows.ts'

let ids = 0
const event = (type: EventState['type'], fields: Partial<EventState> = {}): EventState => ({
  event_id: String(++ids),
  type,
  ...fields,
})
const shape = (events: readonly EventState[]) =>
  timelineRows(events).map((row) => (row.kind === 'event' ? row.event.type : `${row.home}:${row.away}`))

test('consecutive corners are one row, counted by side without cancelled corners', () => {
  const corner = (side: 'home' | 'away', taken_back?: true) =>
    event('corner', { side, ...(taken_back && { taken_back }) })
  const events = [
    event('kick_off'),
    corner('home'),
    corner('away'),
    corner('home', true),
    corner('home'),
    event('goal', { side: 'home', taken_back: true }),
    corner('away'),
  ]
  expect(shape(events)).toEqual(['kick_off', '2:1', 'goal', '0:1'])
})

test('statistics count corners and cards by side, and omit counts that the feed has not sent', () => {
  const events = [
    event('kick_off'),
    event('yellow_card', { side: 'home' }),
    event('yellow_card', { side: 'away' }),
    event('yellow_card', { side: 'away', taken_back: true }),
  ]
  expect(statisticsOf(events)).toEqual({ yellows: { home: 1, away: 1 }, reds: { home: 0, away: 0 } })
  expect(statisticsOf([...events, event('corner', { side: 'away' }), event('red_card', { side: 'home' })])).toEqual({
    corners: { home: 0, away: 1 },
    yellows: { home: 1, away: 1 },
    reds: { home: 1, away: 0 },
  })
})

test('a newer state replaces an event, a new one is appended, and a late one is inserted at its minute', () => {
  const goal = event('goal', { minute: 12, side: 'home', score: '1:0' })
  const card = event('yellow_card', { minute: 30, side: 'away' })
  const late = event('corner', { minute: 12, side: 'home' })
  const stoppage = event('red_card', { minute: 45, added: 1 })
  const half = event('half_time', { minute: 45 })
  const back: EventState = { ...goal, taken_back: true }
  const states = [back, late, half, stoppage].map((each) => [each.event_id, each] as const)
  expect(mergeEvents([goal, card], states)).toEqual([back, late, card, stoppage, half])
})

test('an event is shown for eight seconds after its report, even if the clock is slow', () => {
  const at = new Date(100_000).toISOString()
  expect([90_000, 100_000, 105_000, 108_000, 200_000].map((now) => leftMs(at, now))).toEqual([8000, 8000, 3000, 0, 0])
})

test('the last event of a side is its last goal, missed penalty or card that was not taken back', () => {
  const goal = event('goal', { side: 'home' })
  const events = [
    event('yellow_card', { side: 'home' }),
    goal,
    event('red_card', { side: 'away' }),
    event('corner', { side: 'home' }),
    event('goal', { side: 'home', taken_back: true }),
    event('full_time'),
  ]
  expect(lastOf(events, 'home')).toBe(goal)
  expect(lastOf(events, 'away')?.type).toBe('red_card')
  expect(lastOf([], 'home')).toBeUndefined()
})
