import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLog } from './log.ts'
import { openTimers } from './timers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('work that fails at each run is run at each interval and logged less and less often, until it succeeds', async () => {
  const lines: { tries: number; work: string }[] = []
  const timers = openTimers(openLog('info', { write: (line) => lines.push(JSON.parse(line)) }))
  let runs = 0
  let isBroken = true
  timers.every(1000, 'sweep', async () => {
    runs++
    if (isBroken) throw new Error('a table is missing')
  })
  const tries = () => lines.splice(0).map((line) => line.tries)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([runs, tries()]).toEqual([10, [1, 2, 4, 8]])
  isBroken = false
  await vi.advanceTimersByTimeAsync(1000)
  isBroken = true
  await vi.advanceTimersByTimeAsync(2000)
  expect([runs, tries()]).toEqual([13, [1, 2]])
  await timers.stop()
})
