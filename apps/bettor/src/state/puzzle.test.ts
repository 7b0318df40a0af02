import { isSolution } from '@nare/fair/puzzle'
import { expect, test } from 'vitest'
import { proveFor, solve } from './puzzle.ts'

const puzzle = { challenge: '12.1.nonce.mac', bits: 12 }

test('a puzzle is solved in slices and its proof sent', async () => {
  const proof = await new Promise<string>((resolve) =>
    proveFor({ ok: true, body: { success: { puzzle } } }, async (found) => resolve(found)),
  )
  expect(proof.startsWith(`${puzzle.challenge}.`)).toBe(true)
  expect(isSolution(puzzle, proof.slice(puzzle.challenge.length + 1))).toBe(true)
  expect(await solve(puzzle)).toBe(proof)
})

test('an answer without a puzzle and a failure send nothing', async () => {
  let sent = 0
  proveFor({ ok: true, body: { success: {} } }, async () => sent++)
  proveFor({ ok: false }, async () => sent++)
  await Promise.resolve()
  expect(sent).toBe(0)
})
