import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventOrder, eventsPerMatch, eventTypes, isGoal, suspensionOf } from './events.ts'

/** The minute, injury time and place of an event. */
const moment = fc.tuple(fc.nat({ max: 120 }), fc.nat({ max: 15 }), fc.nat({ max: eventsPerMatch - 1 }))

test('events are sorted by minute, then injury time, then order of report', () => {
  fc.assert(
    fc.property(moment, moment, (first, second) => {
      const order = ([at, added, of]: typeof first) =>
        eventOrder({ type: 'corner', minute: at, added }, { place: of, minuteNow: 0 })
      const sign = Math.sign(first[0] - second[0] || first[1] - second[1] || first[2] - second[2])
      expect(Math.sign(order(first) - order(second))).toBe(sign)
    }),
  )
})

test('half-time and full-time follow the injury time of their minute; the announcement of injury time precedes it', () => {
  const order = (type: (typeof eventTypes)[number], added?: number) =>
    eventOrder({ type, minute: 45, added }, { place: 5, minuteNow: 45 })
  expect(order('half_time')).toBeGreaterThan(order('goal', 14))
  expect(order('injury_time', 4)).toBeLessThan(order('goal', 1))
  expect(eventOrder({ type: 'second_half' }, { place: 6, minuteNow: 46 })).toBeGreaterThan(order('half_time'))
})

test('a goal suspends betting; a corner or a yellow card does not', () => {
  expect(eventTypes.filter(isGoal).map(suspensionOf)).toEqual(['goal', 'goal', 'goal'])
  expect([suspensionOf('corner'), suspensionOf('yellow_card'), suspensionOf('substitution')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
