import { expect, test } from 'vitest'
import { maskedName } from './identity.ts'

test.each([
  ['Jane Wanjiru', 'J***7'],
  [' élodie', 'É***7'],
  ['🏆 fan', '🏆***7'],
  ['\u202ejane', 'J***7'],
  ['\u200b\u3164\u2800zed', 'Z***7'],
  ['\u0301\u0302\u0303\u0304\u0305anne', 'A***7'],
  ['\u200d\ufe0f', '****7'],
  ['', '****7'],
])('others see the first visible sign of the name %j', (name, shown) => {
  expect(maskedName({ name, msisdn: '254711000007' })).toBe(shown)
})

test.each([
  ['Juma Ali Wekesa', 'Juma W.'],
  ['juma', 'juma'],
  ['', '****7'],
  ['\u200b Zuri \u200b Njeri', 'Zuri N.'],
])('with consent %j is shown as %s', (name, shown) => {
  expect(maskedName({ name, msisdn: '254711000007', nameShown: true })).toBe(shown)
})
