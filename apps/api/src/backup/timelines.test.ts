import { expect, test } from 'vitest'
import { newestTimeline } from './timelines.ts'

test('the newest timeline is found among any number of archived files', () => {
  const files = Array.from({ length: 300_000 }, (_, n) => `00000003${n.toString(16).padStart(16, '0')}`)
  const log = { folder: '', files: new Set(files), histories: new Map([[2, new Map<number, bigint>()]]) }
  expect(newestTimeline(log, [])).toBe(3)
  expect(newestTimeline({ ...log, histories: new Map([[5, new Map<number, bigint>()]]) }, [])).toBe(5)
  expect(newestTimeline(undefined, [])).toBe(1)
})
