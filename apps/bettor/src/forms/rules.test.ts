import { readFileSync } from 'node:fs'
import { setupI18n } from '@lingui/core'
import { expect, test, vi } from 'vitest'
import { ruleMessage, ruleMessages } from './rule-messages.ts'
import { faultOf, type Rule } from './rules.ts'

// Without a build the macro is not compiled: it returns its message as the id.
vi.mock('@lingui/core/macro', () => ({ msg: ({ message }: { message: string }) => ({ id: message, message }) }))
const english = setupI18n({ locale: 'en', messages: { en: {} } })

const errorOf = (value: string | string[] | undefined, ...rules: Rule[]): string | undefined => {
  const fault = faultOf(value, rules)
  return fault && ruleMessage(english, fault, 'Stake')
}

test('a missing value breaks only the rule `required`; an empty optional value is valid', () => {
  expect([undefined, '', []].map((value) => errorOf(value, { rule: 'required' }))).toEqual(
    Array(3).fill('Please enter Stake'),
  )
  expect(errorOf('', { rule: 'type', type: 'number' }, { rule: 'length', min: 3 })).toBeUndefined()
})

test('white space alone is refused', () => {
  expect(errorOf(' \t', { rule: 'required' }, { rule: 'whitespace' })).toBe('Stake cannot be blank')
  expect(errorOf(' a ', { rule: 'whitespace' })).toBeUndefined()
})

test('a value of the wrong type is refused', () => {
  expect(errorOf('1O', { rule: 'type', type: 'number' })).toBe('Stake is not a valid number')
  expect(errorOf('a@b', { rule: 'type', type: 'email' })).toBe('Stake is not a valid email')
  expect(errorOf('2026-13-01', { rule: 'type', type: 'date' })).toBe('Stake is not a valid date')
  for (const number of ['0712 345 678', '+254712345678', '254112345678', '712-345-678', '00254 (712) 345.678']) {
    expect(errorOf(number, { rule: 'type', type: 'mobile number' })).toBeUndefined()
  }
  expect(errorOf('0812345678', { rule: 'type', type: 'mobile number' })).toBe('Stake is not a valid mobile number')
})

test.each<[Rule, string | string[], string]>([
  [{ rule: 'length', len: 6 }, 'abc', 'Stake must be 6 characters'],
  [{ rule: 'length', min: 8 }, 'abc', 'Stake must be at least 8 characters'],
  [{ rule: 'length', max: 2 }, 'abc', 'Stake must be up to 2 characters'],
  [{ rule: 'length', min: 4, max: 8 }, 'abc', 'Stake must be between 4-8 characters'],
  [{ rule: 'range', len: 5 }, '4', 'Stake must be equal to 5'],
  [{ rule: 'range', min: 20 }, '19.99', 'Stake must be minimum 20'],
  [{ rule: 'range', max: 100 }, '101', 'Stake must be maximum 100'],
  [{ rule: 'range', min: 20, max: 100 }, '5', 'Stake must be between 20-100'],
  [{ rule: 'count', len: 2 }, ['a'], 'Must be 2 Stake'],
  [{ rule: 'count', min: 2 }, ['a'], 'At least 2 Stake'],
  [{ rule: 'count', max: 1 }, ['a', 'b'], 'At most 1 Stake'],
  [{ rule: 'count', min: 2, max: 3 }, ['a'], 'The amount of Stake must be between 2-3'],
  [{ rule: 'pattern', pattern: /^\d{6}$/, like: '123456' }, '12', 'Stake does not match the pattern 123456'],
])('%o refuses %s: %s', (rule, value, sentence) => {
  expect(errorOf(value, rule)).toBe(sentence)
})

test.each<[Rule, string | string[]]>([
  [{ rule: 'length', min: 3, max: 3 }, 'żół'],
  [{ rule: 'range', min: 20, max: 100 }, '20'],
  [{ rule: 'range', min: 20, max: 100 }, '100'],
  [{ rule: 'count', min: 1, max: 2 }, ['a', 'b']],
  [{ rule: 'pattern', pattern: /^\d{6}$/, like: '123456' }, ' 123456 '],
])('%o accepts %s', (rule, value) => {
  expect(errorOf(value, rule)).toBeUndefined()
})

test('both catalogues have a translation of each rule message', () => {
  for (const language of ['en', 'sw']) {
    const catalogue = readFileSync(new URL(`../locales/forms/${language}.po`, import.meta.url), 'utf8')
    for (const sentence of Object.values(ruleMessages).map(({ message }) => message)) {
      const at = catalogue.indexOf(`msgid "${sentence}"\nmsgstr "`)
      expect([sentence, at > 0 && !catalogue.slice(at).startsWith(`msgid "${sentence}"\nmsgstr ""`)]).toEqual([
        sentence,
        true,
      ])
    }
  }
})
