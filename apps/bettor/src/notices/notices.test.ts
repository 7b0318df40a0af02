import { expect, test, vi } from 'vitest'
import { dismiss, notify, shownNotice } from './notices.ts'

const text = (): string | undefined => shownNotice()?.message

test('one notice is shown at a time: a newer one takes the place, for its own four seconds', () => {
  vi.useFakeTimers()
  notify({ message: 'first' })
  vi.advanceTimersByTime(3000)
  notify({ message: 'second' })
  expect(text()).toBe('second')
  vi.advanceTimersByTime(3999)
  expect(text()).toBe('second')
  vi.advanceTimersByTime(1)
  expect(text()).toBeUndefined()
  vi.useRealTimers()
})

test('news stays for ten seconds and comes back after a message that took its place', () => {
  vi.useFakeTimers()
  notify({ message: 'won', keeps: true })
  vi.advanceTimersByTime(3000)
  notify({ message: 'removed' })
  expect(text()).toBe('removed')
  vi.advanceTimersByTime(4000)
  expect(text()).toBe('won')
  vi.advanceTimersByTime(9999)
  expect(text()).toBe('won')
  vi.advanceTimersByTime(1)
  expect(text()).toBeUndefined()
  vi.useRealTimers()
})

test('news that was acted on does not come back', () => {
  vi.useFakeTimers()
  notify({ message: 'won', keeps: true })
  dismiss(shownNotice()?.id ?? 0)
  notify({ message: 'removed' })
  vi.advanceTimersByTime(4000)
  expect(text()).toBeUndefined()
  vi.useRealTimers()
})
