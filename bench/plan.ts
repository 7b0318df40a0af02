import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { costsFile, type Costs } from './support/costs/costs.ts'
import { curves } from './support/plan/curves.ts'
import { demandOf, demandOfCsv, type Demand } from './support/plan/demand.ts'
import { assumed, planMinute, storedInDay, type Planned } from './support/plan/model.ts'
import { clock, pictureOf } from './support/plan/picture.ts'

/**
 * `npm run bench plan [-- --bettors 1000000 --curve derby | --csv own.csv] [--svg plan.svg]`: the number of processes of each role and the
 * size of the database that a day needs, minute by minute: an arrival curve (bench/support/plan/curves.ts, or a CSV file) times the
 * measured costs (bench/support/costs.json, written by `npm run bench costs`), with bounds of utilisation and waiting. docs/scale.md
 * explains both.
 */
const { values } = parseArgs({
  options: {
    bettors: { type: 'string', default: '1000000' },
    curve: { type: 'string', default: 'derby' },
    csv: { type: 'string' },
    svg: { type: 'string', default: 'plan.svg' },
  },
})
const bettors = Number(values.bettors)
if (!(bettors >= 1 && bettors <= 1e9)) throw new Error('--bettors must be a number from 1 to 1,000,000,000')
const costs = JSON.parse(await readFile(costsFile, 'utf8')) as Costs
const { day, title } = await dayOf()
const plan = day.map((demand) => planMinute(demand, costs))

console.log(`${title}\ncosts of ${costs.measuredOn} (${costs.commit}) on ${costs.machine}\n`)
printHours(plan)
printPeak(plan)
await writeFile(values.svg, pictureOf(plan, title))
console.log(`\nchart of the day: ${values.svg}`)

async function dayOf(): Promise<{ day: Demand[]; title: string }> {
  if (values.csv) return { day: demandOfCsv(await readFile(values.csv, 'utf8')), title: values.csv }
  const curve = Object.hasOwn(curves, values.curve) ? curves[values.curve] : undefined
  if (!curve) throw new Error(`--curve must be one of ${Object.keys(curves).join(', ')}, or give --csv`)
  return { day: demandOf(curve, bettors), title: `${bettors.toLocaleString('en')} bettors on ${curve.about}` }
}

/** Prints the minute of each hour in which the most cores are busy. */
function printHours(all: readonly Planned[]): void {
  const heads = [
    'minute',
    'pages/s',
    'bets/s',
    'logins/s',
    'sockets',
    'web',
    'jobs',
    'busy web',
    'busy PG',
    'PG cores',
    'WAL MB/s',
    'commits/s',
    'p99 web',
    'p99 PG',
  ]
  console.log(heads.map((head) => head.padStart(10)).join(''))
  for (let from = 0; from < all.length; from += 60) {
    const minutes = all.slice(from, from + 60)
    const load = ({ busy }: Planned): number => busy.web + busy.jobs + busy.reads + busy.writes
    const worst = minutes.reduce((busiest, minute) => (load(minute) > load(busiest) ? minute : busiest))
    console.log(
      cellsOf(worst, from + minutes.indexOf(worst))
        .map((cell) => cell.padStart(10))
        .join(''),
    )
  }
}

function cellsOf(
  { demand, busy, processes, databaseCores, wait, walBytes, commits }: Planned,
  minute: number,
): string[] {
  const count = (value: number): string => Math.round(value).toLocaleString('en')
  return [
    clock(minute),
    count((demand.pages + demand.matchPages) / 60),
    count(demand.bets / 60),
    count(demand.logins / 60),
    count(demand.sockets),
    ...[count(processes.web), count(processes.jobs)],
    ...[busy.web.toFixed(1), (busy.reads + busy.writes).toFixed(1)],
    count(databaseCores),
    (walBytes / 1e6).toFixed(1),
    count(commits),
    ...[wait.web, wait.database].map((ms) => `${ms.toFixed(1)} ms`),
  ]
}

function printPeak(all: readonly Planned[]): void {
  const maximum = (valueOf: (minute: Planned) => number): string => {
    const at = all.reduce(
      (best, planned, minute) => (valueOf(planned) > valueOf(all[best] as Planned) ? minute : best),
      0,
    )
    return `${valueOf(all[at] as Planned)
      .toLocaleString('en', { maximumFractionDigits: 1 })
      .padStart(14)}   at ${clock(at)}`
  }
  const row = (name: string, text: string): void => console.log(`${name.padEnd(48)}${text}`)
  console.log()
  row(
    'web processes',
    maximum(({ processes }) => processes.web),
  )
  row(
    'jobs processes',
    maximum(({ processes }) => processes.jobs),
  )
  row(
    'feed and rounds: one owner each, busy cores of feed',
    maximum(({ busy }) => busy.feed),
  )
  row(
    'cores of the primary, including page reads',
    maximum(({ databaseCores }) => databaseCores),
  )
  row(
    'busy cores of the primary for page reads',
    maximum(({ busy }) => busy.reads),
  )
  row(
    'busy cores of the primary for other work',
    maximum(({ busy }) => busy.writes),
  )
  row(
    'memory of all processes, GB',
    maximum(({ memoryBytes }) => memoryBytes / 1e9),
  )
  row(
    'messages a second',
    maximum(({ messages }) => messages),
  )
  row(
    'write-ahead log, MB a second',
    maximum(({ walBytes }) => walBytes / 1e6),
  )
  row(
    'messages by SMS, a minute',
    maximum(({ demand }) => demand.codes),
  )
  const wal = all.reduce((sum, { walBytes }) => sum + (walBytes * 60) / assumed.burst, 0)
  row(
    'whole day: stored bytes, write-ahead log',
    `${(storedInDay(day, costs) / 1e9).toFixed(1)} GB, ${(wal / 1e9).toFixed(1)} GB`,
  )
}
