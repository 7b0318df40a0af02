import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { costNames, costsFile, type Cost, type Costs } from './support/costs/costs.ts'
import { measureCrash, measureDeposits, measureLivePort, measureLogins } from './support/costs/others.ts'
import { measureSports } from './support/costs/sports.ts'

/**
 * `npm run bench costs [-- --quick] [--dry]`: the cost of a page, a bet, a settled leg, a login, a deposit and so on in processor time of
 * Node and of PostgreSQL, in write-ahead log, in commits and in stored bytes. Each cost is the difference of counters over a few seconds of
 * the work, less the use of the idle server. Prints the table and writes bench/support/costs.json, which `npm run bench plan` reads.
 * `--dry` writes no file. Linux only; nothing else should run at the same time.
 */
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, dry: { type: 'boolean', default: false } },
})
const seconds = values.quick ? 2 : 8

const sports = await measureSports(seconds)
const live = await measureLivePort(seconds)
const costs = {
  ...sports.found,
  ...live.found,
  ...(await measureLogins(seconds)),
  ...(await measureDeposits()),
  ...(await measureCrash()),
}
const missing = costNames.filter((name) => !costs[name])
if (missing.length > 0) throw new Error(`not measured: ${missing.join(', ')}`)
const result: Costs = {
  measuredOn: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.versions.node}`,
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  idle: sports.idle,
  memory: { ...sports.memory, socket: live.socket, socketHeap: live.socketHeap },
  flushMs: sports.flushMs,
  costs: costs as Record<(typeof costNames)[number], Cost>,
  stored: sports.stored,
}
print(result)
if (!values.dry) await writeFile(costsFile, `${JSON.stringify(rounded(result), null, 2)}\n`)

function print({ costs: of, stored, memory, idle, flushMs, machine }: Costs): void {
  console.log(`${machine}\n`)
  const heads = ['Node ms', 'PG ms', 'WAL bytes', 'commits', 'stored', 'a second']
  console.log(''.padEnd(14) + heads.map((head) => head.padStart(11)).join(''))
  for (const name of costNames) {
    const { nodeMs, postgresMs, walBytes, commits, storedBytes, perSecond } = of[name]
    const cells = [
      nodeMs.toFixed(4),
      postgresMs.toFixed(4),
      walBytes.toFixed(0),
      commits.toFixed(3),
      storedBytes.toFixed(0),
      perSecond.toFixed(0),
    ]
    console.log(name.padEnd(14) + cells.map((cell) => cell.padStart(11)).join(''))
  }
  for (const [what, tables] of Object.entries(stored)) {
    console.log(`\nbytes that a three-leg bet adds by its ${what}`)
    for (const [table, { heap, index }] of Object.entries(tables))
      console.log(`  ${table.padEnd(28)} ${String(heap).padStart(7)} heap ${String(index).padStart(7)} index`)
  }
  const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
  console.log(
    `\nidle: Node ${idle.nodeMs.toFixed(1)} ms and PostgreSQL ${idle.postgresMs.toFixed(1)} ms of a core a second`,
  )
  console.log(
    `a process after the load ${mb(memory.node)}, a backend ${mb(memory.backend)} unshared, a socket ${(memory.socket / 1024).toFixed(1)} KB; a single commit ${flushMs.toFixed(2)} ms`,
  )
}

/** Rounds all numbers to four significant digits, the precision of the measurements. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, item: unknown) =>
    typeof item === 'number' ? Number(item.toPrecision(4)) : item,
  )
}
