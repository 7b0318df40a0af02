import { expect, test } from 'vitest'
import { lineOf, sessionRounds } from './session-rounds.ts'

const round = (placed_at: string, payout: string) => ({ placed_at, staked: '20.00', payout })
const at = (minute: number) => `2026-11-29T10:${String(minute).padStart(2, '0')}:00Z`

test('a session has the rounds since its beginning, the net after each, and the round that won most', () => {
  const rounds = [round(at(9), '0.00'), round(at(7), '97.20'), round(at(6), '40.00'), round(at(1), '500.00')]
  const { nets, best } = sessionRounds(rounds, Date.parse(at(5)))
  expect(nets).toEqual([2_000n, 9_720n, 7_720n])
  expect(best).toBe(rounds[1])
})

test('a round that only returned the stake or less is no best one', () => {
  expect(sessionRounds([round(at(1), '20.00'), round(at(2), '4.00')], 0).best).toBeUndefined()
})

test('the line begins at zero, keeps its margin, and is empty without rounds', () => {
  expect(lineOf([2_000n, -2_000n], { width: 108, height: 28 })).toBe('M4.0 14.0L54.0 4.0L104.0 24.0')
  expect(lineOf([], { width: 108, height: 28 })).toBe('')
})
