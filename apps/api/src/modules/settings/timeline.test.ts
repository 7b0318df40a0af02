import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { brandColours } from './colours.ts'
import {
  amounts,
  choices,
  days,
  onOff,
  optional,
  percents,
  plainPercentTexts,
  shillingsTo,
  texts,
  whole,
  type Kind,
} from './kinds.ts'
import { stepTable, tables } from './tables.ts'
import { isWeakened, setting } from './setting.ts'
import { byKey, changeAt, nextChange, nextMoment, type Change } from './timeline.ts'

const changesOf = (moments: readonly (readonly [atMs: number, value: number | null])[]): Change[] =>
  moments.map(([atMs, value], at) => ({
    ...{ id: BigInt(at + 1), key: 'a.b', value, effectiveAt: new Date(atMs), author: 'asha' },
  }))

test('the value at a moment is that of the last change that has begun, of two for one moment the later one', () => {
  const moments = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.option(fc.integer())), { maxLength: 8 })
  fc.assert(
    fc.property(moments, fc.integer({ min: -1, max: 10 }), (given, atMs) => {
      const changes = changesOf(given)
      // The slow twin: take each change in the order in which it was written, and keep the latest.
      let holding: Change | undefined
      for (const one of changes)
        if (one.effectiveAt.getTime() <= atMs && (!holding || one.effectiveAt >= holding.effectiveAt)) holding = one
      expect(changeAt(byKey(changes).get('a.b') ?? [], atMs)).toBe(holding)
      const later = given.map(([moment]) => moment).filter((moment) => moment > atMs)
      expect(nextMoment(changes, atMs)).toBe(Math.min(Infinity, ...later))
    }),
  )
})

test('the next change is the first that makes a difference: one that was taken back is none', () => {
  const next = (...moments: (readonly [number, number | null])[]) =>
    nextChange(byKey(changesOf(moments)).get('a.b') ?? [], 5, (one) => one?.value ?? null)?.value
  expect(next([1, 10], [9, 30], [7, 20])).toBe(20)
  expect(next([1, 10], [7, 20], [7, 10])).toBeUndefined()
  expect(next([1, 10], [7, 20], [7, 10], [9, 30])).toBe(30)
  expect(next([1, 10])).toBeUndefined()
  expect(next([7, 20])).toBe(20)
})

const rates = tables<{ from: string; least: number | null; percent: string }>({
  columns: {
    from: { head: 'From', kind: days },
    least: { head: 'Least', kind: optional(whole({ least: 1, most: 9, unit: '' })) },
    percent: { head: 'Percent', kind: plainPercentTexts(50) },
  },
  rowsMax: 2,
  rule: (rows) => (new Set(rows.map(({ from }) => from)).size < rows.length ? 'Name each day once' : undefined),
})
const brand = brandColours({ ground: { dark: '#100e17', light: '#f6f5fa' }, text: '#ffffff' })

test('a fault in a table names its row and column', () => {
  const read = rates.read('2027-01-01=5=1, 2027-01-02=10=1')
  expect('value' in read && rates.fit(read.value)?.sentence).toBe('Row 2, Least: At most 9')
  expect(rates.read('2027-01-01=5=1, soon=5=1')).toEqual({
    fault: { code: 'not_valid', sentence: 'Row 2, From: Enter a day like 2027-01-01' },
  })
})

const faultOf = <T>(kind: Kind<T>, given: string | number | boolean): string | undefined => {
  const read = kind.read(given)
  return 'fault' in read ? read.fault.code : kind.fit(read.value)?.code
}

test.each<[string, Kind<unknown>, string | number | boolean, string]>([
  ['an amount without a sign of money', shillingsTo(100), 'ten', 'not_valid'],
  ['an amount above the most', shillingsTo(100), '100.01', 'too_large'],
  ['an amount below the least', amounts({ least: money(100n), most: money(200n) }), '0.99', 'too_small'],
  ['half a pick', whole({ least: 1, most: 30, unit: 'picks' }), 1.5, 'not_valid'],
  ['true as a number', whole({ least: 0, most: 30, unit: 'picks' }), true, 'not_valid'],
  ['three decimals of a percent', percents({ least: 0, most: 5_000 }), '5.125', 'not_valid'],
  ['more percent than there may be', percents({ least: 0, most: 5_000 }), '50.01', 'too_large'],
  ['a word for on', onOff, 'on', 'not_valid'],
  ['a text in another form', texts({ longest: 5, form: /^\d+$/, example: '719' }), '7 19', 'not_valid'],
  ['a text that is too long', texts({ longest: 5, form: /^\d+$/, example: '719' }), '123456', 'not_valid'],
  ['steps that fall', stepTable({ percentMax: 50, legsMax: 30 }), '3=10, 5=5', 'not_valid'],
  ['a step twice', stepTable({ percentMax: 50, legsMax: 30 }), '3=5, 3=10', 'not_valid'],
  ['a step of one leg', stepTable({ percentMax: 50, legsMax: 30 }), '1=5', 'too_small'],
  ['a step above the most', stepTable({ percentMax: 50, legsMax: 30 }), '3=51', 'too_large'],
  ['a word that is no choice', choices(['accept', 'refuse']), 'perhaps', 'not_one_of'],
  ['a day that does not exist', days, '2027-02-30', 'not_valid'],
  ['a day in another form', days, '1/2/2027', 'not_valid'],
  ['a cell that is missing', rates, '2027-01-01=5', 'not_valid'],
  ['a cell above its most', rates, '2027-01-01=5=51', 'too_large'],
  ['more rows than there may be', rates, '2027-01-01=5=1, 2027-01-02=5=1, 2027-01-03=5=1', 'too_many'],
  ['rows that contradict each other', rates, '2027-01-01=5=1, 2027-01-01=6=1', 'not_valid'],
  ['one colour', brand, '#6e5aee', 'not_valid'],
  ['a word for a colour', brand, 'red blue', 'not_valid'],
  ['a colour that does not carry its text', brand, '#c9c0ff #5640d6', 'not_valid'],
  ['a colour that cannot be told from its ground', brand, '#15121f #5640d6', 'not_valid'],
  ['half a step', stepTable({ percentMax: 50, legsMax: 30 }), '3=5,', 'not_valid'],
])('%s is refused', (_, kind, given, code) => {
  expect(faultOf(kind, given)).toBe(code)
})

test.each<[Kind<unknown>, string | number | boolean, string | number | boolean]>([
  [shillingsTo(100), '100', '100.00'],
  [whole({ least: 1, most: 30, unit: 's' }), '4', 4],
  [percents({ least: 0, most: 5_000 }), '7.5', '7.50'],
  [stepTable({ percentMax: 50, legsMax: 30 }), '3=5,10=12.5', '3=5, 10=12.5'],
  [stepTable({ percentMax: 50, legsMax: 30 }), 'none', 'none'],
  [onOff, false, false],
  [rates, '2027-01-01=-=7.50', '2027-01-01=-=7.5'],
  [rates, 'none', 'none'],
  [brand, '#6E5AEE  #5640D6', '#6e5aee #5640d6'],
])('a value is written in one way: %#', (kind, given, written) => {
  const read = kind.read(given)
  expect('value' in read && kind.write(read.value)).toBe(written)
})

test('a second person is needed for the direction that weakens', () => {
  const of = (weakens: 'up' | 'down' | 'always' | 'never') =>
    setting({
      ...({
        group: 'bets',
        key: 'a.b',
        name: '',
        about: '',
        weakens,
        kind: shillingsTo(100),
        defaultOf: () => money(0n),
      } as const),
    })
  const [less, more] = [money(100n), money(200n)]
  const needs = (weakens: Parameters<typeof of>[0]) =>
    [
      { before: less, after: more },
      { before: more, after: less },
    ].map((change) => isWeakened(of(weakens), change))
  expect([needs('up'), needs('down'), needs('always'), needs('never')]).toEqual([
    [true, false],
    [false, true],
    [true, true],
    [false, false],
  ])
})
