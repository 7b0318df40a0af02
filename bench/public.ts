import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { loopMs } from './support/cpu.ts'
import { openWalker, publicCallsOf, type PublicRequest } from './support/public-calls.ts'
import { startServer, type BenchServer } from './support/server.ts'

/**
 * `npm run bench public [-- --rounds 30] [--seed 1] [--only catalog.search,fantasy.week]`: what an uncached answer of each public call costs the event loop. Walks all public calls
 * of /openapi.json with random input, on a server that the simulated feed and the league have filled, and prints the processor time of the
 * server's main thread for each as a table. The input differs from call to call, and lists in memory expire between two rounds. Exits with
 * 1 if the median of a call other than a PDF is above 5 ms. With `--only` the rounds that are measured make only these calls, so that fewer
 * lists are refreshed in between. Beside other work only the last column can be compared: the ratio to a call that does nothing. Linux only.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
/** A call that does nothing: its answer is a constant. */
const nullCall = 'points.table'
const only = values.only?.split(',')
const rounds = Number(values.rounds)
const warmUpRounds = 30
const fillMs = 30_000
const expiryMs = 700
/** After an answer the server still writes its log. */
const settleMs = 3
const medianMsMax = 5

const folder = await mkdtemp(join(tmpdir(), 'nare-bench-public-'))
const env = { DATA_DIR: folder, TRUST_PROXY: 'loopback', LEAGUE: 'on' }
try {
  await fill()
  const server = await startServer(env)
  try {
    process.exitCode = report(await walk(server)) ? 0 : 1
  } finally {
    await server.stop()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Lets the simulated feed create matches and the league its seasons. The calls are measured while no feed runs. */
async function fill(): Promise<void> {
  const server = await startServer({ ...env, FEED: 'simulated', CRASH: 'on' })
  await wait(fillMs)
  await server.stop()
}

async function walk(server: BenchServer): Promise<Map<string, Cost[]>> {
  const document = (await (await fetch(new URL('/openapi.json', server.url))).json()) as Parameters<
    typeof publicCallsOf
  >[0]
  const calls = publicCallsOf(document)
  const walker = openWalker(Number(values.seed))
  const measured = new Set(calls.map(({ id }) => id).filter((id) => !only || id === nullCall || only.includes(id)))
  const costs = new Map<string, Cost[]>([...measured].map((id) => [id, []]))
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const [at, call] of calls.entries()) {
      if (round >= warmUpRounds && !measured.has(call.id)) continue
      const cost = await costOf(server, walker.next(call), { learn: walker.learn, address: `10.9.${round}.${at}` })
      if (round >= warmUpRounds) costs.get(call.id)?.push(cost)
    }
    if (round >= warmUpRounds) await wait(expiryMs)
  }
  return costs
}

type Cost = { readonly ms: number; readonly bytes: number; readonly status: number }
type Asking = { readonly learn: (call: string, answer: unknown) => void; readonly address: string }

async function costOf(
  server: BenchServer,
  { call, method, path, body }: PublicRequest,
  { learn, address }: Asking,
): Promise<Cost> {
  const before = await loopMs(server)
  const response = await fetch(new URL(path, server.url), {
    method,
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  await wait(settleMs)
  const ms = (await loopMs(server)) - before
  if (response.ok && response.headers.get('content-type')?.startsWith('application/json')) learn(call, JSON.parse(text))
  return { ms, bytes: text.length, status: response.status }
}

/** Prints a table for docs/performance.md, the dearest call first. Returns true if all medians but those of PDFs are within the limit. */
function report(costs: ReadonlyMap<string, readonly Cost[]>): boolean {
  const rows = [...costs].map(([id, all]) => {
    const done = all.filter(({ status }) => status < 300)
    const sorted = (done.length > 0 ? done : all).map(({ ms }) => ms).sort((a, b) => a - b)
    const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
    const bytes = Math.max(...all.map((one) => one.bytes))
    return { id, median: at(0.5), p90: at(0.9), bytes, answered: done.length, of: all.length }
  })
  const nothing = rows.find(({ id }) => id === nullCall)?.median ?? Number.NaN
  console.log('| call | median ms | p90 ms | largest answer | answered | of a call that does nothing |')
  console.log('|---|---|---|---|---|---|')
  for (const { id, median, p90, bytes, answered, of } of rows.sort((a, b) => b.median - a.median))
    console.log(
      `| ${id} | ${median.toFixed(2)} | ${p90.toFixed(2)} | ${(bytes / 1024).toFixed(1)} KB | ${answered} of ${of} | ${(median / nothing).toFixed(1)} |`,
    )
  return rows.every(({ id, median }) => median <= medianMsMax || id.endsWith('.pdf'))
}
