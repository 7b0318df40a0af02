import { expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { openLog } from '#platform/log'
import { openTimers } from '#platform/timers'
import { openAreas, type Area } from './area.ts'

/** Three areas that record their calls. */
function recordedAreas() {
  const calls: string[] = []
  const areas = openAreas()
  for (const name of ['a', 'b', 'c']) {
    const note = (what: string) => async () => void calls.push(`${what} ${name}`)
    areas.add({
      area: {
        routes: note('mount'),
        start: { role: 'jobs', run: note('start') },
        drain: note('drain'),
        close: note('close'),
        jobs: [{ name, everyMs: 1, run: note('job') }],
      },
    })
  }
  return { areas, calls }
}

test('areas are mounted and started in their order, and drained and closed in reverse', async () => {
  const { areas, calls } = recordedAreas()
  const timers = openTimers(openLog('silent'))
  await areas.mount({} as Parameters<typeof areas.mount>[0])
  await areas.start(timers, new Set(['jobs']))
  expect(calls).toEqual(['mount a', 'mount b', 'mount c', 'start a', 'start b', 'start c'])
  await expect.poll(() => calls.includes('job c')).toBe(true)
  await timers.stop()
  calls.splice(0)
  await areas.close([])
  expect(calls).toEqual(['drain c', 'drain b', 'drain a', 'close c', 'close b', 'close a'])
})

test('a process starts the work of its roles only', async () => {
  const { areas, calls } = recordedAreas()
  const note = (what: string) => async () => void calls.push(what)
  areas.add({
    area: {
      start: { role: 'rounds', run: note('start rounds') },
      jobs: [{ name: 'r', everyMs: 1, role: 'rounds', run: note('job rounds') }],
    },
  })
  const timers = openTimers(openLog('silent'))
  await areas.start(timers, new Set(['rounds', 'feed']))
  await expect.poll(() => calls.includes('job rounds')).toBe(true)
  await timers.stop()
  expect([...new Set(calls)]).toEqual(['start rounds', 'job rounds'])
})

test('an area that hangs does not prevent the others from closing', async () => {
  const { areas, calls } = recordedAreas()
  areas.add({ area: { close: () => new Promise(() => undefined) } })
  await areas.close([])
  expect(calls.slice(-3)).toEqual(['close c', 'close b', 'close a'])
})

test('the wraps and the load shedding of an area apply to the calls of all areas', async () => {
  const { areas } = recordedAreas()
  const mounts: Parameters<NonNullable<Area['routes']>>[0][] = []
  areas.add({ area: { routes: (mounting) => void mounts.push(mounting) } })
  areas.add({ area: { isFull: new Map([[betting.place, () => true]]) } })
  areas.add({ area: { wraps: new Map([[betting.place, (handler) => handler]]) } })
  await areas.mount({} as Parameters<typeof areas.mount>[0])
  expect([mounts[0]?.isFull?.has(betting.place), mounts[0]?.wraps?.has(betting.place)]).toEqual([true, true])
})
