import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import { testApp } from '#testing/app'
import { verifyFile } from './verify.ts'

const million = 1_000_000
const heldMax = 30 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** The bytes that are still in use after a collection: what a process keeps as garbage for a while is not counted. */
function heldBytes(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test(
  'a day with a million lines is written by steps that hold less than 30 MB, and its file is whole',
  { timeout: 1_800_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nare-regulator-size-'))
    const nare = await testApp({ REGULATOR_DIR: folder })
    const { lines, files } = nare.app.regulator
    const day = new Date(nare.app.clock.now() + 3 * 3_600_000).toISOString().slice(0, 10)
    for (let from = 0; from < million; from += 100_000)
      await sql`
      insert into catalog.price_change (match_id, market_id, line, state, keys, prices, version, source, at)
      select 10000000 + n / 100, 1, '', 'open', '{home_team,draw,away_team}', array[2100, 3400, 3600], n, 'test', platform.now()
      from generate_series(${from + 1}::int, ${from + 100_000}::int) n`.execute(nare.base.db)
    // A day begins with the first line that was numbered on it.
    await lines.number()
    await nare.call(sandbox.clock, { advance_s: 86_400 })
    const before = heldBytes()
    let most = before
    // A collection takes long in a process that has run many tests, so there is one only now and then.
    const watch = setInterval(() => (most = Math.max(most, heldBytes())), 3_000)
    const made = await files.make(day)
    clearInterval(watch)
    expect(made).toMatchObject({ file: { lines: BigInt(million) } })
    expect(most - before).toBeLessThan(heldMax)
    expect(await verifyFile(join(folder, `${day}.ndjson`))).toMatchObject({ lines: million, faults: [] })
    await nare.close()
    await rm(folder, { recursive: true, force: true })
  },
)
