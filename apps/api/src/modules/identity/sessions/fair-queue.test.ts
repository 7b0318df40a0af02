import { setImmediate as tick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openFairQueue, type Requester } from './fair-queue.ts'

/** A queue whose jobs end when the test ends them, with the jobs that have started. */
function rig(bounds: { atOnce: number; waitingMax: number }) {
  const queue = openFairQueue(bounds)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, requester: Requester) =>
    queue(requester, () => {
      begun.push(name)
      return new Promise<string>((end) => ends.push(() => end(name)))
    })
  const endOne = async (): Promise<void> => {
    ends.shift()?.()
    await tick()
  }
  return { ask, begun, endOne, queue }
}

const stranger = (n: number): Requester => ({ key: `net ${n}`, recognised: false })
const device: Requester = { key: 'device 1', recognised: true }

test('at most the allowed number of jobs run concurrently, and addresses alternate', async () => {
  const { ask, begun, endOne } = rig({ atOnce: 2, waitingMax: 50 })
  const all = Array.from({ length: 10 }, (_, n) => ask(`flood ${n}`, stranger(1)))
  all.push(ask('other', stranger(2)), ask('recognised', device))
  await tick()
  expect(begun).toEqual(['flood 0', 'flood 1'])
  for (let n = 0; n < 3; n++) await endOne()
  expect(begun).toEqual(['flood 0', 'flood 1', 'recognised', 'flood 2', 'other'])
  while (begun.length < 12) await endOne()
  await endOne()
  await endOne()
  expect(await Promise.all(all)).toHaveLength(12)
})

test('a thousand simultaneous addresses delay a recognised device by one job', async () => {
  const { ask, begun, endOne } = rig({ atOnce: 1, waitingMax: 2000 })
  for (let n = 0; n < 1000; n++) void ask(`flood ${n}`, stranger(n))
  void ask('recognised', device)
  await endOne()
  await endOne()
  expect(begun.slice(0, 3)).toContain('recognised')
})

test('a full queue drops the newest job of the key with the most jobs for a new key, otherwise the new job', async () => {
  const { ask, begun, endOne } = rig({ atOnce: 1, waitingMax: 3 })
  void ask('running', stranger(0))
  const flood = [1, 2, 3].map((n) => ask(`flood ${n}`, stranger(1)))
  expect(await ask('flood 4', stranger(1))).toBe('busy')
  const second = ask('second', stranger(2))
  expect(await flood[2]).toBe('busy')
  const third = ask('third', stranger(3))
  expect(await flood[1]).toBe('busy')
  expect(await ask('fourth', stranger(4))).toBe('busy')
  for (let n = 0; n < 4; n++) await endOne()
  expect(begun).toEqual(['running', 'flood 1', 'second', 'third'])
  expect(await Promise.all([flood[0], second, third])).toEqual(['flood 1', 'second', 'third'])
})

test('a job that fails frees its place', async () => {
  const { queue } = rig({ atOnce: 1, waitingMax: 3 })
  const fails = queue(device, async () => Promise.reject(new Error('broken')))
  await expect(fails).rejects.toThrow('broken')
  expect(await queue(device, async () => 'well')).toBe('well')
})
