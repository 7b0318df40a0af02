import { setupI18n } from '@lingui/core'
import { expect, test, vi } from 'vitest'
import { ruleMessage, ruleMessages } from '../src/forms/rule-messages.ts'
import { faultOf, type Rule } from '../src/forms/rules.ts'

// The macro keeps its message where no build has replaced it by an id.
vi.mock('@lingui/core/macro', () => ({ msg: ({ message }: { message: string }) => ({ id: message, message }) }))
const english = setupI18n({ locale: 'en', messages: { en: {} } })

const errorOf = (value: string | string[] | undefined, ...rules: Rule[]): string | undefined => {
  const fault = faultOf(value, rules)
  return fault && ruleMessage(english, fault, 'Amount')
}

test(`spec 5 'required: Please enter \${label}'`, () => {
  expect(ruleMessages.required.message).toBe('Please enter {label}')
  expect([errorOf('', { rule: 'required' }), errorOf(undefined, { rule: 'required' })]).toEqual([
    'Please enter Amount',
    'Please enter Amount',
  ])
})

test(`spec 5 'type: \${label} is not a valid \${type}'`, () => {
  expect(ruleMessages.type.message).toBe('{label} is not a valid {type}')
  expect(errorOf('ten', { rule: 'type', type: 'number' })).toBe('Amount is not a valid number')
})

test("spec 5 'string length and range messages'", () => {
  expect([
    errorOf('ab', { rule: 'length', len: 6 }),
    errorOf('ab', { rule: 'length', min: 6 }),
    errorOf('ab', { rule: 'length', max: 1 }),
    errorOf('ab', { rule: 'length', min: 3, max: 6 }),
    errorOf('abcd', { rule: 'length', min: 3, max: 6 }),
  ]).toEqual([
    'Amount must be 6 characters',
    'Amount must be at least 6 characters',
    'Amount must be up to 1 characters',
    'Amount must be between 3-6 characters',
    undefined,
  ])
})

test("spec 5 'number min, max and range messages'", () => {
  expect([
    errorOf('5', { rule: 'range', min: 20 }),
    errorOf('5', { rule: 'range', max: 4 }),
    errorOf('5', { rule: 'range', min: 20, max: 100 }),
    errorOf('20', { rule: 'range', min: 20, max: 100 }),
  ]).toEqual(['Amount must be minimum 20', 'Amount must be maximum 4', 'Amount must be between 20-100', undefined])
})

test("spec 5 'array count messages'", () => {
  expect([
    errorOf(['a'], { rule: 'count', len: 2 }),
    errorOf(['a'], { rule: 'count', min: 2 }),
    errorOf(['a', 'b'], { rule: 'count', max: 1 }),
    errorOf(['a'], { rule: 'count', min: 2, max: 3 }),
  ]).toEqual(['Must be 2 Amount', 'At least 2 Amount', 'At most 1 Amount', 'The amount of Amount must be between 2-3'])
})

test("spec 5 'whitespace-only is rejected'", () => {
  expect(errorOf('  \t ', { rule: 'required' }, { rule: 'whitespace' })).toBe('Amount cannot be blank')
})

test("spec 5 'a pattern-mismatch message'", () => {
  const code: Rule = { rule: 'pattern', pattern: /^\d{6}$/, like: '123456' }
  expect([errorOf('12', code), errorOf('654321', code)]).toEqual([
    'Amount does not match the pattern 123456',
    undefined,
  ])
})
