import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAmount } from './amounts.ts'
import { playerId, readHub88Bettor } from './bettor-id.ts'

const read = (text: string, unitsPerShilling = 1n) => {
  const amount = readAmount(text, unitsPerShilling)
  return amount && `${amount.amount}${amount.exact ? '' : ' cut'}`
}

test.each([
  ['1.5E2', '15000'],
  ['1e7', '1000000000'],
  ['1.5e-1', '15'],
  ['1E+2', '10000'],
  ['0', '0'],
  ['-0.0', '0'],
  ['12.345', '1234 cut'],
  ['1e-3', '0 cut'],
  ['1e-30', '0 cut'],
  ['-12.345', '-1235 cut'],
  ['-0.001', '-1 cut'],
  [`0.${'0'.repeat(30)}1e30`, '10'],
  ['10000000000.00', '1000000000000'],
  ['1e10', '1000000000000'],
])('%s shillings are %s cents', (text, cents) => {
  expect(read(text)).toBe(cents)
})

test.each([
  '',
  ' 1',
  '1 ',
  '+1',
  '.5',
  '5.',
  '1e',
  'e5',
  '1e31',
  '1e-31',
  '0x10',
  'NaN',
  'Infinity',
  '1,5',
  '10000000000.01',
  '-1e11',
  '1'.repeat(41),
])('“%s” is no amount', (text) => {
  expect(read(text)).toBeUndefined()
})

test('units of a provider are read exactly, also as decimals', () => {
  expect([read('1e7', 100_000n), read('1.5E2', 100_000n), read('1000', 100_000n), read('0.5', 100n)]).toEqual([
    '10000',
    '0 cut',
    '1',
    '0 cut',
  ])
})

test('every way to write a number is read as the same amount', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 1_000_000_000n), fc.integer({ min: -1, max: 12 }), (cents, move) => {
      const digits = cents.toString().padStart(20, '0')
      const point = digits.length - 2 - move
      const written = `${digits.slice(0, point)}.${digits.slice(point)}e${move}`
      expect(read(written.replace(/^0+(?=\d)/, ''))).toBe(cents.toString())
    }),
  )
})

test('Hub88’s short player ids are padded to four characters, and accepted in both forms', () => {
  expect([5n, 999n, 1000n, 12_345n].map((id) => playerId('hub88', id))).toEqual(['0005', '0999', '1000', '12345'])
  expect(playerId('pragmatic', 5n)).toBe('5')
  expect(['5', '0005', '0999', '1000', '12345'].map(readHub88Bettor)).toEqual([5n, 5n, 999n, 1000n, 12_345n])
  expect(['', '05', '00005', '0000', '05000', '-005'].map(readHub88Bettor)).toEqual(Array(6).fill(undefined))
})
