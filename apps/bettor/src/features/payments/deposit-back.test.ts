import { expect, test } from 'vitest'
import { backOf, isSlip } from './deposit-back.ts'

const back = (query: string) => backOf(new URLSearchParams(query))

test('a deposit returns to the slip or the game page of its query', () => {
  expect([back('amount=20&back=league'), back('amount=20&back=slip'), back('amount=20')]).toEqual([
    ...['league', 'slip', 'slip'],
  ])
  expect([back('amount=20&back=jackpot'), isSlip(back('back=jackpot'))]).toEqual(['jackpot', true])
  expect(back('amount=20&back=nare-games/hi-lo')).toBe('nare-games/hi-lo')
  expect(back('amount=20&back=nare-games/crash')).toBe('nare-games/crash')
  expect([isSlip(back('back=slip')), isSlip(back('back=nare-games/dice')), isSlip(back(''))]).toEqual([
    ...[true, false, false],
  ])
})

test('an address that is not a game page is ignored', () => {
  for (const address of [
    '//evil.example',
    'nare-games//evil.example',
    'nare-games/../profile',
    'https:x',
    'nare-games',
  ])
    expect(back(`back=${encodeURIComponent(address)}`)).toBeUndefined()
})
