import { expect, test } from 'vitest'
import { readObject } from './raw-json.ts'

const read = (text: string) => readObject(Buffer.from(text))

test('numbers keep their text, and equal names in different objects are different fields', () => {
  const fields = read('{"Amount":1.10,"list":[{"a":1},{"a":"b:\\"c\\":"}],"inner":{"Amount":2},"__proto__":{"a":1}}')
  expect(fields?.amount('Amount')).toBe('1.10')
  expect(fields?.list('list')).toHaveLength(2)
})

test.each([
  '{"Amount":1,"Amount":2}',
  '{"Amount":1, "Amount" : 1}',
  '{"inner":{"a":1,"b":2,"a":3}}',
  '{"list":[1,{"a":1,"a":1}]}',
  '{"Amount":1,"\\u0041mount":2}',
  '{"__proto__":1,"__proto__":2}',
])('%s is refused, because another parser may read another amount', (text) => {
  expect(read(text)).toBeUndefined()
})

test.each(['', '[]', '1', '"a":1', '{"a":1', '{"a":1}{'])('%s is not an object of JSON', (text) => {
  expect(read(text)).toBeUndefined()
})
