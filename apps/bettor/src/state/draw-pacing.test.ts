import { expect, test } from 'vitest'
import { paced } from './draw-pacing.ts'

function rig() {
  let nowMs = 5000
  let touchedMs = -Infinity
  const drawn: number[] = []
  const frames: (() => void)[] = []
  const timers: { ms: number; run: () => void }[] = []
  const pace = paced({
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
    tell: () => pace(() => drawn.push(nowMs)),
    frame: () => frames.splice(0).forEach((run) => run()),
    pass: (ms: number) => (nowMs += ms),
    touch: () => (touchedMs = nowMs),
  }
}

test('the first change after a silence is drawn with the next frame', () => {
  const { tell, frame, pass, drawn, timers } = rig()
  tell()
  pass(16)
  frame()
  expect([drawn, timers]).toEqual([[5016], []])
  pass(100)
  tell()
  frame()
  expect([drawn, timers]).toEqual([[5016, 5116], []])
})

test('a change soon after the last drawing waits until its time has passed', () => {
  const { tell, frame, pass, drawn, timers } = rig()
  tell()
  frame()
  pass(30)
  tell()
  frame()
  expect([drawn, timers.map(({ ms }) => ms)]).toEqual([[5000], [70]])
  pass(70)
  timers[0]?.run()
  frame()
  expect(drawn).toEqual([5000, 5100])
})

test('a clock that was put back makes no change wait for it', () => {
  const { tell, frame, pass, drawn } = rig()
  tell()
  frame()
  pass(-3_600_000)
  tell()
  frame()
  expect(drawn).toHaveLength(2)
})

test('nothing is drawn while a finger is pressing, not even what was about to be', () => {
  const { tell, frame, pass, touch, drawn, timers } = rig()
  tell()
  touch()
  frame()
  expect([drawn, timers.map(({ ms }) => ms)]).toEqual([[], [150]])
  pass(150)
  timers[0]?.run()
  frame()
  expect(drawn).toEqual([5150])
})
