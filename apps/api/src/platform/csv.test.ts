import fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { done } from '@nare/contract/outcome'
import type { Mounting } from './calls.ts'
import { csvLine, enterFiles, linesOf, serveOperatorCsv } from './csv.ts'

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

test('a person is sent two files at a time, and all together six; each file that ends lets in another', () => {
  const files = new Map<string, number>()
  const enter = (name: string) => enterFiles(files, name)
  const [first, second] = [enter('asha'), enter('asha')]
  expect([first, second, enter('asha')]).toEqual([expect.any(Function), expect.any(Function), undefined])
  for (const name of ['ben', 'ben', 'cara', 'cara']) expect(enter(name)).toBeDefined()
  expect(enter('dan')).toBeUndefined()
  first?.()
  first?.()
  expect([enter('dan'), enter('dan')]).toEqual([expect.any(Function), undefined])
  expect(enter('asha')).toBeUndefined()
})

test('a file is read only as fast as it is fetched, and not to be asked about; a third at once is refused, and one that is left makes room', async () => {
  const app = fastify()
  const read = { batches: 0, ended: false }
  const operator = { name: 'asha', may: new Set(['tickets.read']), kind: 'person', roles: [], seesNumbers: false }
  const mounting = { app, operatorOf: async () => done(operator) } as unknown as Mounting
  const long = 'x'.repeat(10_000)
  async function* large() {
    for await (const rows of endless(read)) yield rows.map(([n = '']) => ({ n, long, msisdn: '0712345678' }))
  }
  const call = { path: '/file', permission: 'tickets.read', csv: z.object({}) } as const
  serveOperatorCsv(mounting, call, { columns: ['n', 'long', 'msisdn'], rows: async () => done(large()) })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const ask = async () => {
      const ending = new AbortController()
      const reply = await fetch(`${url}/file.csv`, { signal: ending.signal })
      return { status: reply.status, reply, leave: () => ending.abort() }
    }
    const head = await fetch(`${url}/file.csv`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-disposition'), read.batches]).toEqual([
      200,
      'attachment; filename="file.csv"',
      0,
    ])
    const [one, two] = [await ask(), await ask()]
    expect([one.status, two.status, (await ask()).status]).toEqual([200, 200, 429])
    const piece = await one.reply.body?.getReader().read()
    expect(new TextDecoder().decode(piece?.value)).toMatch(/^n,long,msisdn\r\n1a,x+,0712 \*\*\* 678\r\n/)
    one.leave()
    await expect.poll(async () => (await ask()).status).toBe(200)
    expect(read.batches).toBeLessThan(5_000)
    two.leave()
  } finally {
    app.server.closeAllConnections()
    await app.close()
  }
})

test('a text that a spreadsheet would run or part is text, and an amount stays one', () => {
  const texts = ['=1+1', ' =1+1', '+1', '-1', '@x', '\t=1', '\n=1', '＝1+1', '＠x', 'a;=1+1', '-1.50', 'a-b', 'x@y.z']
  expect(texts.map((text) => csvLine([text]).slice(0, -2))).toEqual([
    ...["'=1+1", "' =1+1", "'+1", "'-1", "'@x", '"\'\t=1"', '"\'\n=1"', "'＝1+1", "'＠x"],
    ...['"a;=1+1"', '-1.50', 'a-b', 'x@y.z'],
  ])
})
