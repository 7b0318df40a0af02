import { setupI18n } from '@lingui/core'
import { fieldSentences, ruleCodes } from '@nare/contract/field-codes'
import { expect, test, vi } from 'vitest'
import { fieldText } from './field-text.ts'

// Without a build the macro is not compiled: it returns its message as the id.
vi.mock('@lingui/core/macro', () => ({
  msg: ([message]: TemplateStringsArray) => ({ id: message, message }),
}))

const swahili = {
  'Enter a mobile number like 0712 345 678': 'Weka namba ya simu kama 0712 345 678',
  'This is too short': 'Hii ni fupi mno',
}
const english = setupI18n({ locale: 'en', messages: { en: {} } })
const i18n = setupI18n({ locale: 'sw', messages: { sw: swahili } })
const failed = (sentence: string, code: unknown) => ({ fields: { a: sentence }, body: { field_codes: { a: code } } })

test("the error of a field is shown in the bettor's language, by its code", () => {
  expect(fieldText(i18n, failed('Enter a mobile number like 0712 345 678', 'phone_number'), 'a')).toBe(
    'Weka namba ya simu kama 0712 345 678',
  )
  expect(fieldText(i18n, failed('Password must be at least 8 characters', 'too_short'), 'a')).toBe('Hii ni fupi mno')
})

test("in English, errors of the specification's rules show the server's sentence, which names the field", () => {
  for (const code of ruleCodes)
    expect(fieldText(english, failed('Please enter name', code), 'a')).toBe('Please enter name')
})

test('an unknown or missing code shows the sentence of the server, and a field without an error shows nothing', () => {
  for (const code of ['brand_new', 'constructor', '__proto__', 7, undefined])
    expect(fieldText(i18n, failed('Say more', code), 'a')).toBe('Say more')
  expect(fieldText(i18n, { fields: { a: 'Say more' }, body: {} }, 'a')).toBe('Say more')
  expect(fieldText(i18n, failed('Say more', 'pick'), 'b')).toBeUndefined()
  expect(fieldText(i18n, failed('Say more', 'pick'), 'constructor')).toBeUndefined()
})

test('the browser shows the English sentence that the contract has for each code', () => {
  const all = Object.entries(fieldSentences)
  const messages = Object.fromEntries(all.map(([, sentence]) => [sentence, `${sentence}!`]))
  const shouting = setupI18n({ locale: 'en', messages: { en: messages } })
  for (const [code, sentence] of all) expect(fieldText(shouting, failed('?', code), 'a')).toBe(`${sentence}!`)
})
