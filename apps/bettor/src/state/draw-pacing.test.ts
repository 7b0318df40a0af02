import { expect, test } from 'vitest'
import { pacedDrawing } from './draw-pacing.ts'

function rig() {
  let nowMs = 5000
  let touchedMs = -Infinity
  const drawn: number[] = []
  const frames: (() => void)[] = []
  const timers: { ms: number; run: () => void }[] = []
  const pace = pacedDrawing({
    frame: (run) => frames.push(run),
    after: (ms, run) => timers.push({ ms, run }),
    nowMs: () => nowMs,
    everyMs: 100,
    touchedMs: () => touchedMs,
    restMs: 150,
  })
  return {
    drawn,
    timers,
    change: () => pace(() => drawn.push(nowMs)),
    frame: () => frames.splice(0).forEach((run) => run()),
    pass: (ms: number) => (nowMs += ms),
    touch: () => (touchedMs = nowMs),
  }
}

test('the first change after a pause is drawn with the next frame', () => {
  const { change, frame, pass, drawn, timers } = rig()
  change()
  pass(16)
  frame()
  expect([drawn, timers]).toEqual([[5016], []])
  pass(100)
  change()
  frame()
  expect([drawn, timers]).toEqual([[5016, 5116], []])
})

test('a change soon after the last drawing waits until its time has passed', () => {
  const { change, frame, pass, drawn, timers } = rig()
  change()
  frame()
  pass(30)
  change()
  frame()
  expect([drawn, timers.map(({ ms }) => ms)]).toEqual([[5000], [70]])
  pass(70)
  timers[0]?.run()
  frame()
  expect(drawn).toEqual([5000, 5100])
})

test('a clock that was set back delays no change', () => {
  const { change, frame, pass, drawn } = rig()
  change()
  frame()
  pass(-3_600_000)
  change()
  frame()
  expect(drawn).toHaveLength(2)
})

test('nothing is drawn right after a touch, not even a change already scheduled', () => {
  const { change, frame, pass, touch, drawn, timers } = rig()
  change()
  touch()
  frame()
  expect([drawn, timers.map(({ ms }) => ms)]).toEqual([[], [150]])
  pass(150)
  timers[0]?.run()
  frame()
  expect(drawn).toEqual([5150])
})
