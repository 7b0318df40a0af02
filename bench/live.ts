import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureLive, type LiveRun, type Percentiles } from './support/live/measuring.ts'

/**
 * `npm run bench live [-- --quick]`: 5,000 sockets, each subscribed to 30 of 300 matches, with 200 price changes per second, on the
 * real server and on bare `ws` sending the same bytes, in one run. Prints messages delivered per second and processor time per
 * message compared with bare `ws`, the time from commit to receipt on the paced and on the urgent lane, and memory per socket.
 * `--quick` uses 500 sockets and five seconds; `--batch` requests several messages per frame from the real server.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    batch: { type: 'boolean', default: false },
    sockets: { type: 'string' },
    seconds: { type: 'string' },
  },
})
const sockets = Number(values.sockets ?? (values.quick ? 500 : 5000))
const seconds = Number(values.seconds ?? (values.quick ? 5 : 20))
const matches = 300
const topicsPerSocket = 30
const changesPerSecond = 200
const run = { sockets, seconds, topicsPerSocket, changesPerSecond, batch: values.batch }
/** Open files of a server process other than its sockets: database connections, logs, libraries. */
const otherFiles = 300

checkFileLimit()
const dataDir = await mkdtemp(join(tmpdir(), 'nare-live-'))
try {
  console.log(
    `${sockets} sockets, each on ${topicsPerSocket} of ${matches} matches, ${changesPerSecond} changes per second for ${seconds} s`,
  )
  const bare = await measureLive({ ...run, name: 'bare ws', file: 'bare.ts', args: [String(matches)] })
  const nare = await measureLive({ ...run, name: 'Nare', file: 'nare.ts', args: [dataDir, String(matches)] })
  print(nare, bare)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

/** Exits if a process may not open enough files. Both ends of every socket are on this machine, and the limit applies to each process. */
function checkFileLimit(): void {
  if (process.platform === 'win32') return
  const limit = execFileSync('/bin/sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  const needed = sockets + otherFiles
  if (limit === 'unlimited' || Number(limit) >= needed) return
  console.error(
    `${sockets} sockets need ${needed} open files per process, and the limit is ${limit}: run "ulimit -n ${needed}" first, or use --quick`,
  )
  process.exit(1)
}

function print(nare: LiveRun, bare: LiveRun): void {
  const row = (name: string, ours: string, theirs: string, aim = '', good = true) =>
    console.log(`${good ? 'ok  ' : 'OVER'} ${name.padEnd(34)} ${ours.padStart(14)} ${theirs.padStart(14)}   ${aim}`)
  const count = (value: number) => Math.round(value).toLocaleString('en')
  const ms = ({ p50, p99 }: Percentiles) => `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`
  const kb = (value: number) => `${(value / 1024).toFixed(1)} KB`
  const ratio = nare.delivered / bare.delivered
  console.log(`     ${''.padEnd(34)} ${'Nare'.padStart(14)} ${'bare ws'.padStart(14)}`)
  row(
    'messages delivered per second',
    count(nare.delivered),
    count(bare.delivered),
    `${ratio.toFixed(2)} of bare ws, aim 0.7`,
    ratio >= 0.7,
  )
  row('frames per second', count(nare.frames), count(bare.frames))
  row('payload per second', kb(nare.bytes), kb(bare.bytes))
  row('server processor time per message', `${nare.cpuMicros.toFixed(1)} µs`, `${bare.cpuMicros.toFixed(1)} µs`)
  row('paced: commit to receipt p50 / p99', ms(nare.paced), ms(bare.paced), 'aim p99 350 ms', nare.paced.p99 <= 350)
  row('urgent: commit to receipt p50 / p99', ms(nare.urgent), ms(bare.urgent), 'aim p99 100 ms', nare.urgent.p99 <= 100)
  row(
    'memory per socket (resident)',
    kb(nare.rssPerSocket),
    kb(bare.rssPerSocket),
    'aim 20 KB',
    nare.rssPerSocket <= 20 * 1024,
  )
  row('memory per socket (heap)', kb(nare.heapPerSocket), kb(bare.heapPerSocket))
}
