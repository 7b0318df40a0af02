import { expect, test } from 'vitest'
import { pick } from '../../../conformance/samples.ts'
import { lockedRounds } from './locked-rounds.ts'

const pickOf = (match: string, round_number: number) => ({
  ...pick(match),
  round: { round_id: `r${round_number}`, round_number, closes_at: '2026-11-22T10:00:00.000Z' },
})

test('the picks of two locked rounds are announced with both round numbers', () => {
  expect(lockedRounds([pickOf('1', 6), pickOf('2', 5), pickOf('3', 5)])).toEqual({ rounds: [5, 6], count: 3 })
})

test('the picks of one locked round are announced with its number', () => {
  expect(lockedRounds([pickOf('1', 5), pickOf('2', 5)])).toEqual({ rounds: [5], count: 2 })
  expect(lockedRounds([])).toEqual({ rounds: [], count: 0 })
})
