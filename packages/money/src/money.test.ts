import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMoney, formatPrice, money, parseMoney, parsePrice, price } from './money.ts'

describe('money as text', () => {
  test.each([
    ['0', 0n],
    ['0.05', 5n],
    ['100', 10_000n],
    ['100.5', 10_050n],
    ['100.50', 10_050n],
    ['999999999999.99', 99_999_999_999_999n],
  ])('%s is parsed', (text, cents) => {
    expect(parseMoney(text)).toBe(cents)
  })

  test.each([
    '',
    ' 1',
    '1 ',
    '-1',
    '+1',
    '1.',
    '.5',
    '1.005',
    '1,00',
    '1e3',
    '0x10',
    '1234567890123',
    'NaN',
    '١',
    '1\n',
  ])('%j is not an amount', (text) => {
    expect(parseMoney(text)).toBeUndefined()
  })

  test.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [10_050n, '100.50'],
    [-5n, '-0.05'],
    [-12_345n, '-123.45'],
  ])('%s cents are formatted with two places', (cents, text) => {
    expect(formatMoney(money(cents))).toBe(text)
  })

  test('formatted text parses back', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 99_999_999_999_999n), (cents) => {
        expect(parseMoney(formatMoney(money(cents)))).toBe(cents)
      }),
    )
  })
})

describe('prices as text', () => {
  test.each([
    ['1', 1000n],
    ['1.01', 1010n],
    ['2.1', 2100n],
    ['2.10', 2100n],
    ['999999.99', 999_999_990n],
  ])('%s is parsed', (text, thousandths) => {
    expect(parsePrice(text)).toBe(thousandths)
  })

  test.each(['', '0', '0.99', '-2', '2.105', '1234567', '2.', '2,10', '2e1'])('%j is not a price', (text) => {
    expect(parsePrice(text)).toBeUndefined()
  })

  test('a third decimal is truncated, never rounded up', () => {
    expect(formatPrice(price(2109n))).toBe('2.10')
    expect(formatPrice(price(1000n))).toBe('1.00')
  })

  test('formatted text parses back', () => {
    fc.assert(
      fc.property(fc.bigInt(100n, 99_999_999n), (hundredths) => {
        expect(parsePrice(formatPrice(price(hundredths * 10n)))).toBe(hundredths * 10n)
      }),
    )
  })
})
