import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timers } from '../../wire/browser.ts'
import { claimWhileOpen } from './claiming.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('of the rows that are passed only the one that somebody rests on is claimed, and again each minute', () => {
  const claimed: string[] = []
  const open = (id: string) => claimWhileOpen({ timers, claim: () => claimed.push(id) })
  for (const id of ['1', '2', '3']) {
    const leave = open(id)
    vi.advanceTimersByTime(900)
    leave()
  }
  expect(claimed).toEqual([])
  const leave = open('4')
  vi.advanceTimersByTime(1_000)
  expect(claimed).toEqual(['4'])
  vi.advanceTimersByTime(120_000)
  expect(claimed).toEqual(['4', '4', '4'])
  leave()
  vi.advanceTimersByTime(120_000)
  expect(claimed).toHaveLength(3)
})
