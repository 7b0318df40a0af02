import { expect, test, vi } from 'vitest'
import { dismiss, notify, shownNotices } from './notices.ts'

const texts = (): string[] => shownNotices().map(({ message }) => message)

test('one notice is shown at a time: a newer one takes the place, for its own four seconds', () => {
  vi.useFakeTimers()
  notify({ message: 'first' })
  vi.advanceTimersByTime(3000)
  notify({ message: 'second' })
  expect(texts()).toEqual(['second'])
  vi.advanceTimersByTime(3999)
  expect(shownNotices()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(shownNotices()).toEqual([])
  vi.useRealTimers()
})

test('news stays for ten seconds and comes back after a message that took its place', () => {
  vi.useFakeTimers()
  notify({ message: 'won', keeps: true })
  vi.advanceTimersByTime(3000)
  notify({ message: 'removed' })
  expect(texts()).toEqual(['removed'])
  vi.advanceTimersByTime(4000)
  expect(texts()).toEqual(['won'])
  vi.advanceTimersByTime(9999)
  expect(texts()).toEqual(['won'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
  vi.useRealTimers()
})

test('news that was acted on does not come back', () => {
  vi.useFakeTimers()
  notify({ message: 'won', keeps: true })
  dismiss(shownNotices()[0]?.id ?? 0)
  notify({ message: 'removed' })
  vi.advanceTimersByTime(4000)
  expect(texts()).toEqual([])
  vi.useRealTimers()
})
