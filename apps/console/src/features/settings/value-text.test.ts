import { expect, test } from 'vitest'
import type { Setting } from '@nare/contract/settings'
import { rowChanges, rowsOf, rowText, sentCell, textOfRows } from './table-text.ts'
import { boundsText, needsSecond, sentValue, valueText } from './value-text.ts'

const money = { type: 'money', bounds: { least: '0.00', most: '1000000.00' } } satisfies Pick<
  Setting,
  'type' | 'bounds'
>
const seconds = { type: 'whole', bounds: { least: '1', most: '30', unit: 's' } } satisfies Pick<
  Setting,
  'type' | 'bounds'
>
const percent = { type: 'percent', bounds: { least: '0.00', most: '50.00', unit: '%' } } satisfies Pick<
  Setting,
  'type' | 'bounds'
>
const steps = {
  type: 'table',
  bounds: {
    rows: 30,
    columns: [
      { name: 'legs', head: 'Picks', type: 'whole', bounds: { least: '2', most: '30', unit: 'picks' } },
      { name: 'prize', head: 'Prize', type: 'money', bounds: { empty: true } },
    ],
  },
} satisfies Pick<Setting, 'type' | 'bounds'>
const choice = { type: 'choice', bounds: { options: ['1', '18'], labels: ['1X2', 'Total goals'] } } satisfies Pick<
  Setting,
  'type' | 'bounds'
>

test('values and bounds are read as people write them', () => {
  expect(valueText(money, '20000.00')).toMatch(/KSh.20,000/)
  expect(valueText(seconds, 7200)).toBe('2 h')
  expect(valueText(percent, '5.00')).toBe('5.00 %')
  expect(['3=5.00, 5=-', '3=5.00', 'none'].map((text) => valueText(steps, text))).toEqual([
    '2 rows',
    '1 row',
    'no rows',
  ])
  expect(valueText(choice, '18')).toBe('Total goals')
  expect(valueText({ type: 'switch', bounds: {} }, false)).toBe('off')
  expect([money, seconds, percent, steps].map(boundsText)).toEqual([
    expect.stringMatching(/KSh.0 to 1,000,000/),
    '1 to 30 s',
    '0.00 to 50.00 %',
    'at most 30 rows',
  ])
})

test('a typed value is sent in the form of its type, and a wrong one as it was typed', () => {
  expect(sentValue(money, '20,000')).toBe('20000.00')
  expect(sentValue(money, 'much')).toBe('much')
  expect(sentValue(seconds, ' 4 ')).toBe(4)
  expect(sentValue(seconds, '4.5')).toBe('4.5')
  expect(sentValue(choice, ' 18 ')).toBe('18')
  expect(sentValue({ type: 'switch' }, 'off')).toBe(false)
})

test('the form says when a second person confirms', () => {
  expect(needsSecond({ type: 'money', second: 'up' }, '9.00', '10.00')).toBe(true)
  expect(needsSecond({ type: 'money', second: 'up' }, '10.00', '9.00')).toBe(false)
  expect(needsSecond({ type: 'whole', second: 'down' }, 4, 3)).toBe(true)
  expect(needsSecond({ type: 'switch', second: 'up' }, false, true)).toBe(true)
  expect(needsSecond({ type: 'table', second: 'always' }, 'none', '3=5')).toBe(true)
  expect(needsSecond({ type: 'text', second: 'never' }, '719', '720')).toBe(false)
})

test('a table is read by its rows, and a cell is sent in the form of its column', () => {
  const { columns } = steps.bounds
  expect(rowsOf('none')).toEqual([])
  expect(rowsOf('3=5.00,5=-')).toEqual([
    ['3', '5.00'],
    ['5', '-'],
  ])
  expect(
    textOfRows([
      ['3', '5.00'],
      ['5', '-'],
    ]),
  ).toBe('3=5.00, 5=-')
  expect(textOfRows([])).toBe('none')
  expect(rowText(columns, ['3', '1000.00'])).toMatch(/^3 picks, KSh.1,000$/)
  expect(columns.map((column) => sentCell(column, ''))).toEqual(['', '-'])
  expect(columns.map((column) => sentCell(column, ' 7 '))).toEqual(['7', '7.00'])
  expect(rowChanges(steps, { before: '3=5.00, 5=-', after: '5=-, 7=6.00' })).toEqual({
    taken: [expect.stringMatching(/^3 picks/)],
    added: [expect.stringMatching(/^7 picks/)],
  })
})
