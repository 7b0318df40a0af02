import { expect, test } from 'vitest'
import { largestStake, stepStake } from './stake-steps.ts'

const bounds = { min: '20.00', max: '5000.00' }

test('− and + move to the next step within the bounds', () => {
  const less = (stake: string) => stepStake(stake, 'less', bounds)
  const more = (stake: string) => stepStake(stake, 'more', bounds)
  expect(['20', '25', '95', '100', '475', '5000'].map(more)).toEqual(['30', '30', '100', '150', '500', '5000'])
  expect(['20', '25', '100', '150', '5000', '0'].map(less)).toEqual(['20', '20', '90', '100', '4500', '20'])
})

test('half and double stay within the bounds, and half of an odd number of cents is rounded down', () => {
  expect(stepStake('50', 'half', bounds)).toBe('25')
  expect(stepStake('30', 'half', bounds)).toBe('20')
  expect(stepStake('45.01', 'half', bounds)).toBe('22.50')
  expect(stepStake('3000', 'double', bounds)).toBe('5000')
})

test('an invalid stake becomes the minimum', () => {
  expect(stepStake('', 'double', bounds)).toBe('20')
  expect(stepStake('1.2.3', 'more', bounds)).toBe('20')
})

test('if the minimum is above the maximum, the stake becomes the minimum', () => {
  expect(stepStake('20', 'more', { min: '20.00', max: '1.00' })).toBe('20')
})

test('the largest stake pays at most the maximum win: exact to the cent below 100, without cents from 100 up', () => {
  const largest = (maxMultiplier: bigint) => largestStake({ max_stake: '10000.00', max_win: '1000.00', maxMultiplier })
  expect(largest(20_000n)).toBe('500.00')
  expect(largest(10_000n * 1_000_000n)).toBe('0.00')
  expect(largest(5_000n)).toBe('2000.00')
  for (const maxMultiplier of [10_001n, 19_899n, 99_999n, 123_456n]) {
    const cents = BigInt(largest(maxMultiplier).replace('.', ''))
    expect((cents * maxMultiplier) / 10_000n).toBeLessThanOrEqual(100_000n)
    const step = cents < 10_000n ? 1n : 100n
    expect(((cents + step) * maxMultiplier) / 10_000n).toBeGreaterThan(100_000n)
  }
  expect(largestStake({ max_stake: '100.00', max_win: '1000000.00', maxMultiplier: 20_000n })).toBe('100.00')
})
