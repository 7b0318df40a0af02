import { expect, test } from 'vitest'
import type { FinishedRound } from './check-point.ts'
import { mergedRounds } from './merged-rounds.ts'

const round = (chain_id: string, game_no: number): FinishedRound => ({
  ...{ round_id: `${chain_id}-${game_no}`, chain_id, game_no, hash: '', crash_point: '2.00' },
})
const ids = (rounds: readonly FinishedRound[]): string[] => rounds.map(({ round_id }) => round_id)

test('each round is listed once, newest first, including rounds that this page missed', () => {
  const seen = [round('a', 9), round('a', 5)]
  const listed = [round('a', 9), round('a', 8), round('a', 7), round('a', 6), round('a', 5), round('a', 4)]
  expect(ids(mergedRounds(seen, listed))).toEqual(['a-9', 'a-8', 'a-7', 'a-6', 'a-5', 'a-4'])
  expect(ids(mergedRounds([round('a', 9)], [round('a', 8)]))).toEqual(['a-9', 'a-8'])
})

test('the rounds of a new chain come before those of the previous chain', () => {
  const listed = [round('a', 100), round('a', 99)]
  expect(ids(mergedRounds([round('b', 2), round('b', 1), round('a', 100)], listed))).toEqual([
    ...['b-2', 'b-1', 'a-100', 'a-99'],
  ])
  expect(ids(mergedRounds([round('b', 2), round('a', 98)], [round('b', 3), round('b', 1)]))).toEqual([
    ...['b-3', 'b-2', 'b-1', 'a-98'],
  ])
})
