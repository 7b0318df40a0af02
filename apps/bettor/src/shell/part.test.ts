import { expect, test } from 'vitest'
import { loadPart } from './part.ts'

test('a part that loads is handed on', async () => {
  expect(await loadPart(async () => 7)).toBe(7)
})

test('a part that fails raises Loading chunk failed with its cause', async () => {
  const fault = new TypeError('Failed to fetch dynamically imported module')
  await expect(loadPart(() => Promise.reject(fault))).rejects.toMatchObject({
    message: 'Loading chunk failed',
    cause: fault,
  })
})

test('a part that never answers raises it after the time-out', async () => {
  await expect(loadPart(() => new Promise(() => {}), 0)).rejects.toThrow('Loading chunk failed')
})
