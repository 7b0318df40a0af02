import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProcess } from '@nare/api/testing/server'
import { attack, curlOf } from './attack.ts'
import { openWorld, serverEnv } from './world.ts'

/** Runs the test of the readers of feeds with 100,000 mutations and 1,000 polls. Returns its exit code. */
function fuzzFeeds(given: string | undefined): number {
  const random = given ?? String(randomInt(2 ** 32))
  console.log(`npm run fuzz feeds -- --seed ${random}`)
  const env = { ...process.env, FEED_MUTATIONS: '100000', FEED_POLLS: '1000', SEED: random }
  const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'fuzz/feeds.test.ts'], {
    env,
    stdio: 'inherit',
  })
  return run.status ?? 1
}

const heapGrowthMax = 128 * 1024 * 1024
const resourceGrowthMax = 50

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string', default: '1000' } },
  allowPositionals: true,
})
if (positionals[0] === 'feeds') process.exit(fuzzFeeds(values.seed))
const seed = values.seed === undefined ? randomInt(2 ** 32) : Number(values.seed)
const count = Number(values.count)
console.log(`npm run fuzz -- --seed ${seed} --count ${count}`)

const dataDir = await mkdtemp(join(tmpdir(), 'nare-fuzz-'))
const { child, url } = await startProcess({ dataDir, env: { ...serverEnv, LOG_LEVEL: 'error' }, logs: 'inherit' })
child.stdout?.on('data', (line: Buffer) => process.stderr.write(line))
try {
  const world = await openWorld(url)
  const { statuses, operations, requests, failed, growth } = await attack({
    url,
    world,
    seed,
    count,
    onFailed: ({ request, reason }) => console.log(`${request.operation} ${reason}\n  ${curlOf(url, request)}`),
  })
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  console.log(`${requests} requests to ${operations} operations: ${counts.join(', ')}`)
  console.log(`growth: ${Math.round(growth.heapBytes / 1e6)} MB of heap and ${growth.resources} resources`)
  const grew = growth.heapBytes > heapGrowthMax || growth.resources > resourceGrowthMax
  console.log(
    failed.length === 0 && !grew ? 'no failures' : `${failed.length} failures${grew ? ', and the server grew' : ''}`,
  )
  process.exitCode = failed.length === 0 && !grew && child.exitCode === null ? 0 : 1
} finally {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode === null && child.kill('SIGTERM')) await ended
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
