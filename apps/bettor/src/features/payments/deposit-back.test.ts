import { expect, test } from 'vitest'
import { backOf, isSlip } from './deposit-back.ts'

const back = (query: string) => backOf(new URLSearchParams(query))

test('a deposit goes back to what asked for it: a slip, or a game', () => {
  expect([back('amount=20&back=league'), back('amount=20&back=slip'), back('amount=20')]).toEqual([
    ...['league', 'slip', 'slip'],
  ])
  expect([back('amount=20&back=jackpot'), isSlip(back('back=jackpot'))]).toEqual(['jackpot', true])
  expect(back('amount=20&back=nare-games/hi-lo')).toBe('nare-games/hi-lo')
  expect([isSlip(back('back=slip')), isSlip(back('back=nare-games/dice')), isSlip(back(''))]).toEqual([
    ...[true, false, false],
  ])
})

test('an address that is no page of a game leads nowhere', () => {
  for (const made of ['//evil.example', 'nare-games//evil.example', 'nare-games/../profile', 'https:x', 'nare-games'])
    expect(back(`back=${encodeURIComponent(made)}`)).toBeUndefined()
})
