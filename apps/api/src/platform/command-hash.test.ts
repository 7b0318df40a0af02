import { expect, test } from 'vitest'
import { commandHash } from './command-hash.ts'

test('a command has the same hash as in every earlier version, and a changed field another one', () => {
  const stored = 'bc04e481b8bf4e56906a057443ce3b47f21bf6388a9bec57c1d71371c18bb975'
  expect(commandHash(['crash', '1000', 1, null])).toBe(stored)
  for (const changed of [
    ['crash', '1000', 1],
    ['crash', '1000', '1', null],
    ['crash1000', 1, null],
  ])
    expect(commandHash(changed)).not.toBe(stored)
})
