import { expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { readChoice } from './reading.ts'

test.each([
  [
    'dice',
    { target: '0.01', over: true },
    'target',
    'Choose a target that wins at least 0.01% and at most 98% of rolls',
  ],
  ['limbo', { target: '1.00' }, 'target', 'Choose a target from 1.01 to 1,000,000'],
  [
    'roulette',
    { bets: [{ on: 'red', amount: '19.99' }] },
    'bets',
    'Name bets of the table; the amounts must add up to the stake',
  ],
] as const)('wrong options of %s are refused with a message for the field', (game, options, field, sentence) => {
  const input = { game, stake: money(2000n), id: 'a', options } as unknown as Parameters<typeof readChoice>[0]
  const refused = JSON.stringify(readChoice(input))
  expect(refused).toContain(sentence)
  expect(refused).toContain(`"${field}"`)
})
