import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { dataSaver, isLite, traffic } from './data-saver.ts'

test.each([
  [{ saveData: true }, true],
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ effectiveType: '3g' }, false],
  [{ deviceMemory: 1 }, true],
  [{ deviceMemory: 0.5 }, true],
  [{ deviceMemory: 2 }, false],
  [{}, false],
])('without a manual choice, %j makes Lite %s', (hints, lite) => {
  expect(isLite('auto', hints)).toBe(lite)
})

test('a manual choice overrides the report of the browser, is stored, and calls the listeners if it is new', () => {
  const stored = entries(memoryStorage(), () => 0)
  const saver = dataSaver(stored, () => ({ saveData: true }))
  const calls: boolean[] = []
  saver.listen(() => calls.push(saver.lite()))
  saver.choose('full')
  expect(dataSaver(stored, () => ({ saveData: true })).choice()).toBe('full')
  saver.choose('auto')
  saver.choose('lite')
  saver.choose('lite')
  expect(calls).toEqual([false, true, true])
})

test('bytes received over the socket count as data of the session', () => {
  const used = traffic()
  const before = used.bytes()
  used.add(1500)
  used.add(20)
  expect(used.bytes() - before).toBe(1520)
})
