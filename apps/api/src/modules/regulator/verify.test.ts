import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyFile } from './verify.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-verify-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const at = '2026-11-29T08:00:00.000Z'
const first = {
  ...{ type: 'file', schema: 'nare-regulator-1', day: '2026-11-29', country: 'ke', currency: 'KES' },
  ...{ zone: 'Africa/Nairobi', complete: true, previous: null, upto_n: 9, begun_at: at },
}
const line = (n: number, given: object = {}) => ({
  ...{ n, type: 'price', at, match_id: '1', sub_type_id: '1', line: '', state: 'open', prices: { '1': '2.00' } },
  ...{ source: 'feed', ...given },
})

/** The faults of a file with this text, and the hash of it beside it. */
async function faultsOf(text: string): Promise<readonly string[]> {
  const path = join(folder, '2026-11-29.ndjson')
  await writeFile(path, text)
  await writeFile(`${path}.sha256`, `${createHash('sha256').update(text).digest('hex')}  2026-11-29.ndjson\n`)
  return (await verifyFile(path)).faults
}
const file = (...lines: readonly object[]): string => lines.map((one) => `${JSON.stringify(one)}\n`).join('')

test('a text may have any sign, and a line ends with a line feed alone', async () => {
  expect(await faultsOf(file(first, line(3, { source: 'a\u2028b\u2029c\u0085d' }), line(9)))).toEqual([])
  expect(await faultsOf(file(first))).toEqual([])
})

test.each<[string, string, string]>([
  ['an empty file', '', 'it is empty'],
  ['a day so far', file({ ...first, complete: false }), 'it is a day so far, which is no part of the chain'],
  [
    'a line more than the first one says',
    file(first, line(10)),
    'line 2 has the number 10, above that of the first line',
  ],
  ['a number twice', file(first, line(3), line(3)), 'line 3 has the number 3 after 3'],
  ['another first line', file(line(3), line(4)), 'the first line is not that of a file'],
  ['a cut line', file(first, line(3)).slice(0, -1), 'the last line is cut off'],
  [
    'a carriage return in the place of a line feed',
    file(first, line(3)).replace('}\n{', '}\r{'),
    'the first line is not that of a file',
  ],
])('%s is found', async (_name, text, fault) => {
  expect(await faultsOf(text)).toContain(fault)
})
