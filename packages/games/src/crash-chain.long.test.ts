import { tipOf } from '@nare/fair/chain'
import { fromHex, toHex } from '@nare/fair/hash'
import { expect, test } from 'vitest'
import published from './published-vectors.json' with { type: 'json' }

const { hash, stepsToTerminating, terminatingHash } = published.bustabit_current

test('the public crash chain reaches its tip after 2,424,169 hashes', { timeout: 120_000 }, () => {
  expect(toHex(tipOf(fromHex(hash), stepsToTerminating))).toBe(terminatingHash)
})
