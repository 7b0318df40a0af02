import { expect, test } from 'vitest'
import { bettingShare, countdownText, currentRound, leagueClock, phaseOf } from './league-clock.ts'

const at = (seconds: number): string => new Date(seconds * 1000).toISOString()
/** Rounds of 180 seconds: betting 130, lock 5, play-out 40, result 5. */
const round = (number: number, state: 'open' | 'locked' | 'playing' | 'ended' = 'open') => ({
  ...{ round_id: `r-${number}`, round_number: number, season_id: '2-1', state, betting: state === 'open' },
  ...{
    betting_closes_at: at(number * 180 + 130),
    start_time: at(number * 180 + 135),
    end_time: at(number * 180 + 175),
  },
  commitment: 'ab'.repeat(32),
})
const periods = [round(1), round(2), round(3)]
const phases = (seconds: number) => phaseOf(round(1), seconds * 1000)

test('a round is open until its betting closes, then locked, playing and ended, by the server’s clock', () => {
  expect([309, 310, 314, 315, 354, 355].map(phases)).toEqual([
    'open',
    'locked',
    'locked',
    'playing',
    'playing',
    'ended',
  ])
})

test('a later phase from the server overrides a slow clock, and an earlier phase changes nothing', () => {
  expect(phaseOf(round(1, 'locked'), 200_000)).toBe('locked')
  expect(phaseOf(round(1, 'playing'), 200_000)).toBe('playing')
  expect(phaseOf(round(1, 'ended'), 200_000)).toBe('ended')
  expect(phaseOf(round(1, 'open'), 320_000)).toBe('playing')
})

test('the countdown runs to the close of betting, then to the end of the round', () => {
  expect(leagueClock(periods, 309_100)).toEqual({
    ...{ inPlay: false, timeLeft: 1, timeAfter: null, isCountDownTimeActive: true },
  })
  expect(leagueClock(periods, 316_000)).toEqual({
    ...{ inPlay: true, timeLeft: null, timeAfter: 39, isCountDownTimeActive: false },
  })
  expect(leagueClock([], 0)).toEqual({ inPlay: false, timeLeft: null, timeAfter: null, isCountDownTimeActive: false })
})

test('the next round is current from the moment the previous round ends, and a list of ended rounds has no current round', () => {
  expect(currentRound(periods, 354_999)?.round_number).toBe(1)
  expect(currentRound(periods, 355_000)?.round_number).toBe(2)
  expect(currentRound(periods, 9_999_000)).toBeUndefined()
})

test('the bar of the betting time is full when betting opens and empty when it closes', () => {
  expect(bettingShare(periods, 135)).toBe(1)
  expect(bettingShare(periods, 67.5)).toBe(0.5)
  expect(bettingShare(periods, 0)).toBe(0)
  expect(bettingShare(periods.slice(0, 1), 60)).toBeUndefined()
})

test('a countdown is shown as minutes and seconds, and with hours from one hour on', () => {
  expect([0, 42, 130, 3725].map(countdownText)).toEqual(['00:00', '00:42', '02:10', '1:02:05'])
})
