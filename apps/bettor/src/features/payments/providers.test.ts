import { expect, test } from 'vitest'
import { hinted } from './providers.ts'

const prefixes = { mpesa: ['74', '75', '76'], airtel: ['68', '69'], mixx: ['65', '71'] }

test('a number selects the wallet that it hints at, if it is offered', () => {
  const offered = ['mpesa', 'airtel', 'mixx'] as const
  expect(hinted(offered, prefixes, '713222333')).toBe('mixx')
  expect(hinted(offered, prefixes, '683222333')).toBe('airtel')
  expect(hinted(['mpesa', 'airtel'], prefixes, '713222333')).toBeUndefined()
})

test('a number without a hint, or a country whose numbers say nothing, selects none', () => {
  expect(hinted(['mpesa', 'airtel'], prefixes, '733222333')).toBeUndefined()
  expect(hinted(['mpesa', 'airtel'], undefined, '712222333')).toBeUndefined()
})
