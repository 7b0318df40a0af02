import { expect, test } from 'vitest'
import { validation } from './validation.ts'
import type { Pick } from '../../state/picks.ts'

function rig() {
  let slip: Pick[] = [{} as Pick]
  let sent = 0
  const timers: { run: () => void; ms: number }[] = []
  const it = validation({
    send: () => sent++,
    slip: () => slip,
    every: (run, ms) => {
      const timer = { run, ms }
      timers.push(timer)
      return () => timers.splice(timers.indexOf(timer), 1)
    },
  })
  return { it, timers, sent: () => sent, empty: () => (slip = []) }
}

test('validation repeats at the given interval until stopped', () => {
  const { it, timers, sent } = rig()
  it.start(5000, '20')
  expect(timers.map(({ ms }) => ms)).toEqual([5000])
  timers[0]?.run()
  timers[0]?.run()
  expect(sent()).toBe(2)
  it.stop()
  expect(timers).toEqual([])
})

test('an empty slip sends nothing and stops the timer', () => {
  const { it, timers, sent, empty } = rig()
  it.start(5000, '20')
  empty()
  timers[0]?.run()
  expect([sent(), timers]).toEqual([0, []])
})

test('starting again replaces the timer', () => {
  const { it, timers } = rig()
  it.start(5000, '')
  it.start(9000, '')
  expect(timers.map(({ ms }) => ms)).toEqual([9000])
})
