import { sql } from 'kysely'
import { verifyTickets } from '@nare/api/modules/tickets/tickets'
import { verifyCasino } from '@nare/api/modules/casino/casino'
import { verifyLedger } from '@nare/api/modules/ledger/verify'
import { cpuOf, cpuText } from './support/cpu.ts'
import { rawWallet } from './support/raw-wallet.ts'
import { startServer, type BenchServer } from './support/server.ts'
import { runWallet, type WalletResult, type WalletRun } from './support/wallet-load.ts'
import { openSessions } from './support/wallet-sessions.ts'
import { makeBettors } from './support/world.ts'

/**
 * `npm run bench wallet`: signed calls of a game provider per second through HTTP, with all checks, ticket and ledger, committed with
 * fsync. A round is one bet and one win. The rate starts at 500 per second (aim: p99 under 50 ms on two cores) and rises until calls are
 * late. Then 64 connections call at full rate, compared with hand-written SQL for the same rows in the same run. The books are verified
 * before the comparison.
 */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10)
const bettorCount = Number(process.env['BENCH_BETTORS'] ?? 5000)
const rates = [500, 750, 1000, 1250, 1500, 2000, 2500, 3000]
const connections = 64
const p99MsMax = 50

await main()

async function main(): Promise<void> {
  const server = await startServer()
  try {
    const bettors = await makeBettors(server, bettorCount)
    await openSessions(
      server,
      bettors.map(({ id }) => id),
    )
    const run = { url: server.url.href, bettors: bettors.map(({ id }) => id.toString()), connections, seconds }
    await runWallet({ ...run, rate: 300, seconds: 3 })
    await sql`vacuum analyze`.execute(server.db)
    console.log(`\n${bettorCount} bettors, ${seconds} s each, ${connections} connections, bets and wins alternately`)
    console.log('      calls due/s        done/s        p50 ms        p99 ms       max ms')
    await untilItBreaks(run)
    const before = await cpuOf(server)
    const ours = await runWallet({ ...run, rate: 0 })
    print('all', ours)
    const cpu = cpuText(before, await cpuOf(server), ours.perSecond * seconds)
    console.log(`${cpu}, ${ours.loadMsEach.toFixed(3)} ms in the load`)
    await verify(server)
    const raw = await rawWallet(server, { connections, seconds, bettors: bettors.map(({ id }) => id) })
    const ratio = (ours.perSecond / raw.perSecond).toFixed(2)
    console.log(`\nby SQL alone ${raw.perSecond.toFixed(0)} calls/s (${raw.by}), ratio ${ratio}`)
  } finally {
    await server.stop()
  }
}

/** Raises the rate until calls are late or lost; prints each step. */
async function untilItBreaks(run: Omit<WalletRun, 'rate'>): Promise<void> {
  for (const rate of rates) {
    const result = await runWallet({ ...run, rate })
    print(String(rate), result)
    const late = result.p99 > p99MsMax
    if (!late && result.perSecond >= rate * 0.95) continue
    console.log(`the limit is below ${rate} calls/s: ${late ? `p99 over ${p99MsMax} ms` : 'not all were done'}`)
    return
  }
}

function print(due: string, { perSecond, p50, p99, maxMs, statuses }: WalletResult): void {
  const cells = [due, perSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), maxMs.toFixed(0)]
  const refused = /^\[\[200,\d+\]\]$/.test(statuses) ? '' : `  ${statuses}`
  console.log(cells.map((cell) => cell.padStart(14)).join('') + refused)
}

async function verify({ db }: BenchServer): Promise<void> {
  const checks = [...(await verifyLedger(db)), ...(await verifyTickets(db)), ...(await verifyCasino(db))]
  const broken = checks.filter((check) => check.broken > 0)
  if (broken.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(broken)}`)
  console.log(`the books are right: ${checks.length} checks`)
}
