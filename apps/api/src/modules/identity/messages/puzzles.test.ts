import { expect, test } from 'vitest'
import { openPuzzles } from './puzzles.ts'

test('a puzzle takes twice the hashes for each doubling of what its network has caused, up to 22 bits', async () => {
  const puzzles = openPuzzles({ secret: async () => new Uint8Array(32), clock: { now: () => 1_900_000_000_000 } })
  const bitsAt = async (load: number) => (await puzzles.issue({ purpose: 'verify', to: '254711000001' }, load)).bits
  expect(await Promise.all([0, 1, 1.9, 2, 8, 31, 32, 1000].map(bitsAt))).toEqual([17, 17, 17, 18, 20, 21, 22, 22])
})
