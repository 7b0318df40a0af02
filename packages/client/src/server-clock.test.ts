import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { serverClock } from './server-clock.ts'

const serverMs = Date.parse('2026-11-22T12:00:00Z')

function rig() {
  let deviceMs = 1_000_000
  const stored = entries(memoryStorage(), () => deviceMs)
  const clock = serverClock(stored, () => deviceMs)
  /** A round trip: the request takes `out` ms, the response `back` ms, and the server's clock shows `at` between them. */
  const sample = (out: number, back: number, at = serverMs + deviceMs - 1_000_000 + out): void => {
    const sentMs = deviceMs
    deviceMs += out + back
    clock.set(new Date(at).toISOString(), { sentMs, receivedMs: deviceMs })
  }
  return { clock, stored, sample, ahead: () => clock.now() - deviceMs, setDevice: (ms: number) => (deviceMs = ms) }
}

const trueAhead = serverMs - 1_000_000

test('the offset is corrected for the round trip: a slow response makes the clock no later', () => {
  const { sample, ahead } = rig()
  sample(2000, 2000)
  expect(ahead()).toBe(trueAhead)
})

test('a more exact sample replaces a coarse sample, and a coarse sample that agrees replaces nothing', () => {
  const { sample, ahead } = rig()
  sample(0, 4000)
  expect(ahead()).toBe(trueAhead - 2000)
  sample(20, 20)
  expect(ahead()).toBe(trueAhead)
  sample(4000, 0)
  expect(ahead()).toBe(trueAhead)
})

test('a sample that contradicts the offset replaces it: the clock of the device was changed', () => {
  const { sample, ahead, setDevice } = rig()
  sample(20, 20)
  setDevice(9_000_000)
  sample(500, 500, serverMs)
  expect(ahead()).toBe(serverMs - 9_000_500)
})

test('the offset is stored for the next visit until a response corrects it', () => {
  const { sample, stored } = rig()
  sample(10, 10)
  expect(serverClock(stored, () => 5).now()).toBe(5 + trueAhead)
})
