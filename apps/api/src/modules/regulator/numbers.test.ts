import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, transact, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { testApp, type TestApp } from '#testing/app'

let nare: TestApp
let writers: Db
beforeAll(async () => {
  nare = await testApp()
  writers = openDb(nare.base.connection, { size: 10, log: openLog('error') }).db
})
afterAll(async () => {
  await writers.destroy()
  await nare.close()
})

/** All lines up to now, read from a number on. */
async function linesAfter(after: bigint): Promise<Record<string, unknown>[]> {
  const upTo = await nare.app.regulator.lines.number()
  const read: Record<string, unknown>[] = []
  for await (const step of nare.app.regulator.lines.between({ after, upTo }))
    read.push(...step.map(({ text }) => JSON.parse(text) as Record<string, unknown>))
  return read
}

test('a reader that goes on from its last number gets every row once, whatever the order of numbers and commits', async () => {
  const last = await nare.app.regulator.lines.number()
  const price = (db: Db | Parameters<Parameters<typeof transact>[1]>[0], match: number) =>
    sql`
    insert into catalog.price_change (match_id, market_id, line, state, keys, prices, version, source, at)
    values (${match}, 1, '', 'open', '{1}', '{2000}', 1, 'test', platform.now())`.execute(db)
  // A row with a lower number is committed after one with a higher number.
  let release = (): void => undefined
  const held = new Promise<void>((done) => (release = done))
  let drawn = (): void => undefined
  const isDrawn = new Promise<void>((done) => (drawn = done))
  const slow = transact(writers, async (tx) => {
    await price(tx, 1)
    drawn()
    await held
  })
  await isDrawn
  await price(writers, 2)
  const reading = linesAfter(last)
  release()
  await slow
  const first = await reading
  const upTo = BigInt(Number(first.at(-1)?.['n'] ?? last))
  const matches = [...first, ...(await linesAfter(upTo))].map((line) => line['match_id'])
  expect(matches).toEqual(['1', '2'])
  // Many at once, while somebody reads.
  let cursor = BigInt(Number((await linesAfter(upTo)).at(-1)?.['n'] ?? upTo))
  cursor = cursor > upTo ? cursor : upTo
  const start = await nare.app.regulator.lines.number()
  let writing = true
  const written = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; n < 25; n++)
      await transact(writers, async (tx) => {
        await price(tx, 1_000 + writer * 100 + n)
        await sql`select pg_sleep(${((writer * 7 + n * 3) % 5) / 1000})`.execute(tx)
      })
  })
  const all = Promise.all(written).finally(() => (writing = false))
  const seen: string[] = []
  let at = start
  do {
    for (const line of await linesAfter(at)) {
      seen.push(String(line['match_id']))
      at = BigInt(Number(line['n']))
    }
  } while (writing)
  await all
  for (const line of await linesAfter(at)) seen.push(String(line['match_id']))
  expect(seen.toSorted()).toEqual(
    Array.from({ length: 8 }, (_, writer) => Array.from({ length: 25 }, (__, n) => String(1_000 + writer * 100 + n)))
      .flat()
      .toSorted(),
  )
})
