import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-text.ts'

test('fields of an address stay text, whatever they look like', () => {
  const search = { q: '0712345678', id: '12', state: 'true', name: 'A & B' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
  expect(stringifySearch({ q: '254712345678' })).toBe('?q=254712345678')
})

test('empty fields leave the address', () => {
  expect(stringifySearch({ q: '', state: undefined })).toBe('')
})
