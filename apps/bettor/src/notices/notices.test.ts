import { expect, test, vi } from 'vitest'
import { notify, shownNotices } from './notices.ts'

test('one notice is shown at a time: a newer one takes the place, for its own four seconds', () => {
  vi.useFakeTimers()
  notify({ message: 'first' })
  vi.advanceTimersByTime(3000)
  notify({ message: 'second' })
  expect(shownNotices().map(({ message }) => message)).toEqual(['second'])
  vi.advanceTimersByTime(3999)
  expect(shownNotices()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(shownNotices()).toEqual([])
  vi.useRealTimers()
})
