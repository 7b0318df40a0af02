import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { consentWordings } from './consent-wording.ts'

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

/** What bettors have agreed to must be shown later. Add a version with its hash; never change one. */
test('the sentences of a version stay as bettors have agreed to them', () => {
  expect(Object.fromEntries(Object.entries(consentWordings).map(([version, said]) => [version, hashOf(said)]))).toEqual(
    {
      '2026-12-01': '38ba7364ca64e23b',
    },
  )
})
