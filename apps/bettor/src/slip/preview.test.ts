import { expect, test } from 'vitest'
import { payoutOf, preview } from './preview.ts'

const boost = { table: [{ legs: 3, percent: 5 }], min_leg: '1.50', cap: '1000000.00', exclude: [] }

test('a multi multiplies its prices exactly and adds the boost to the profit only', () => {
  const shown = preview({ prices: ['2.10', '1.12', '2.30'], type: 'multi', system: [], stake: '100', boost })
  expect(shown).toMatchObject({ totalOdds: '5.40', win: '540.96', boosted: '540.96' })
  const qualifying = preview({ prices: ['2.00', '2.00', '2.00'], type: 'multi', system: [], stake: '100', boost })
  expect(qualifying).toMatchObject({ totalOdds: '8.00', win: '800.00', boosted: '835.00' })
})

test('several singles are summed, each with the whole stake', () => {
  expect(preview({ prices: ['2.00', '3.00'], type: 'single', system: [], stake: '20', boost })).toEqual({
    totalOdds: null,
    win: '100.00',
    boosted: '100.00',
    lines: 2,
  })
})

test('singles with stakes of their own win the sum of stake × price; one unreadable stake leaves the sum unknown', () => {
  const singles = { prices: ['2.00', '3.00'], type: 'single', system: [], stake: '20', boost } as const
  expect(preview({ ...singles, stakes: ['20', '50.50'] }).win).toBe('191.50')
  expect(preview({ ...singles, stakes: ['20', ''] }).win).toBeNull()
})

test('a system divides its stake over its lines and has no total odds', () => {
  const shown = preview({ prices: ['2.00', '2.00', '2.00'], type: 'system', system: [2], stake: '30', boost })
  expect(shown).toMatchObject({ totalOdds: null, lines: 3, win: '120.00', each: '10.00' })
  const system = { prices: ['2.00', '2.00', '2.00'], type: 'system', boost } as const
  expect(preview({ ...system, system: [2], stake: '20' }).each).toBe('6.66')
  expect(preview({ ...system, system: [], stake: '20' }).each).toBeUndefined()
})

test('without a stake there is no possible win', () => {
  expect(preview({ prices: ['2.00', '2.00'], type: 'multi', system: [], stake: '', boost }).win).toBeNull()
})

test('as long as a pick has no price, a slip promises no payout', () => {
  const shown = preview({ prices: ['2.00', '3.00'], type: 'multi', system: [], stake: '100', boost })
  expect(payoutOf(shown, [{ odd_value: '2.00' }, { odd_value: '3.00' }])).toBe('600.00')
  expect(payoutOf(shown, [{ odd_value: '2.00' }, { odd_value: null }])).toBeNull()
})
