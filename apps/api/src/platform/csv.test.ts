import { expect, test } from 'vitest'
import { linesOf } from './csv.ts'

/** Batches of two rows without an end. */
async function* endless(read: { batches: number; ended: boolean }) {
  try {
    for (;;) yield [[`${++read.batches}a`], [`${read.batches}b`]]
  } finally {
    read.ended = true
  }
}

test('a file ends after its largest number of rows, says so, and reads nothing more', async () => {
  const read = { batches: 0, ended: false }
  const lines = (await Array.fromAsync(linesOf(['n'], endless(read), 5))).join('').split('\r\n')
  expect(lines).toEqual([
    ...['\uFEFFn', '1a', '1b', '2a', '2b', '3a'],
    'This file ends after 5 rows. Choose fewer days to get the others',
    '',
  ])
  expect(read).toEqual({ batches: 3, ended: true })
})

test('a file with exactly its largest number of rows is complete', async () => {
  async function* two() {
    yield [['a'], ['b']]
    yield []
  }
  expect((await Array.fromAsync(linesOf(['n'], two(), 2))).join('')).toBe('\uFEFFn\r\na\r\nb\r\n')
})
