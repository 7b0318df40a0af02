import { expect, test } from 'vitest'
import { pickStateNow } from './ticket-now.ts'

test('the current score decides a pick until the server settles it', () => {
  const pick = { outcomes: ['home_team', 'draw'], state: 'open' as const }
  const at = (score: string) => pickStateNow(pick, { score })
  expect([at('1:0'), at('1:1'), at('0:1'), pickStateNow(pick, undefined)]).toEqual([
    ...['leading', 'leading', 'trailing', 'open'],
  ])
  expect(pickStateNow({ ...pick, state: 'lost' }, { score: '1:0' })).toBe('lost')
  expect(pickStateNow({ ...pick, state: 'void' }, { score: '' })).toBe('void')
  expect(at('')).toBe('open')
})
