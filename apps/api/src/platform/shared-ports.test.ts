import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openClock, realClock } from './clock.ts'
import { envelopesOverBus } from './envelope.ts'
import { countsOverBus } from './request-counts-bus.ts'
import { offsetOverBus } from './shared-ports.ts'
import { soon } from './testing/soon.ts'
import { testBuses, type TestBus } from './testing/bus-pair.ts'

function buses(): [TestBus, TestBus] {
  const [a, b] = testBuses(2)
  if (!a || !b) throw new Error('two buses')
  return [a, b]
}

test('calls are counted immediately in their process and soon afterwards in all processes, in one window', async () => {
  const [first, second] = buses()
  const [a, b] = [countsOverBus(first), countsOverBus(second)]
  for (let n = 1; n <= 5; n++) expect(await a.count('session', 60_000)).toMatchObject({ calls: n })
  let ofB = 0
  const countByB = async () => ({ ...(await b.count('session', 90_000)), own: ++ofB })
  await soon(async () => {
    const { calls, own, endsInMs } = await countByB()
    expect(calls).toBeGreaterThanOrEqual(own + 5)
    expect(endsInMs).toBeLessThanOrEqual(60_000)
  })
  expect(await b.count('another', 60_000)).toMatchObject({ calls: 1 })
  let ofA = 5
  await soon(async () => expect((await a.count('session', 60_000)).calls).toBeGreaterThan(++ofA))
})

test('a shared window that ended does not count for the next one', async () => {
  // The time of the windows passes only while the test waits for their end.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const [first, second] = buses()
  const a = countsOverBus(first)
  // Another process began the shared window earlier, so it ends before the window of this process.
  await second.add('calls session', 1, 2000)
  for (let n = 0; n < 50; n++) await a.count('session', 60_000)
  await soon(async () => expect(await a.count('session', 400)).toMatchObject({ calls: 1 }))
})

test('while the bus is down each process counts separately, and shares counts again afterwards', async () => {
  const [first, second] = buses()
  const [a, b] = [countsOverBus(first), countsOverBus(second)]
  first.disconnect()
  for (let n = 1; n <= 4; n++) expect(await a.count('session', 60_000)).toMatchObject({ calls: n })
  await wait(150)
  expect(await a.count('session', 60_000)).toMatchObject({ calls: 5 })
  first.connect()
  await a.count('session', 60_000)
  let ofB = 0
  await soon(async () => expect((await b.count('session', 60_000)).calls).toBe(++ofB + 6))
})

test('an envelope is accepted by one process only, or by each while they cannot reach each other', async () => {
  const [first, second] = buses()
  const [a, b] = [envelopesOverBus(first, realClock), envelopesOverBus(second, realClock)]
  const expiresAtMs = Date.now() + 60_000
  const firstUses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? a : b).isFirstUse('one', expiresAtMs)),
  )
  expect(firstUses.filter(Boolean)).toHaveLength(1)
  first.disconnect()
  expect([await a.isFirstUse('two', expiresAtMs), await a.isFirstUse('two', expiresAtMs)]).toEqual([true, false])
  expect(await b.isFirstUse('two', expiresAtMs)).toBe(true)
})

test('a clock that one process advances is advanced in all, even in one that was disconnected meanwhile', async () => {
  const [first, second] = buses()
  let storedMs = 0
  const stored = {
    read: async () => storedMs,
    advance: async (seconds: number) => (storedMs += seconds * 1000),
    onAdvanced: () => undefined,
  }
  const [a, b] = [await openClock(offsetOverBus(stored, first)), await openClock(offsetOverBus(stored, second))]
  await a.advance(60)
  expect(a.offsetMs()).toBe(60_000)
  await soon(() => expect(b.offsetMs()).toBe(60_000))
  second.disconnect()
  await a.advance(60)
  await wait(20)
  expect(b.offsetMs()).toBe(60_000)
  second.connect()
  await soon(() => expect(b.offsetMs()).toBe(120_000))
})
