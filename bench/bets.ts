import { sql } from 'kysely'
import { cpuOf, cpuText } from './support/cpu.ts'
import { rawBets } from './support/pgbench.ts'
import { load, post } from './support/load.ts'
import { runPlacing, type Placed, type Placing } from './support/placing.ts'
import { startServer, type BenchServer } from './support/server.ts'
import { openTraders, tradersEnv } from './support/traders.ts'
import { makeBettors, makeMatches } from './support/world.ts'

/**
 * `npm run bench bets`: three-leg accumulators per second through HTTP, with sessions, prices and all checks, committed
 * with fsync. Compares them with one hand-written statement per bet on the same schema in the same run. Sessions and server are warm:
 * every bettor has called once and 3 s of bets are placed before the first measurement. With BENCH_TRADERS=20 it is measured first what it
 * costs bets that so many traders watch the board.
 */
const connections = (process.env['BENCH_CONNECTIONS'] ?? '16,64,256').split(',').map(Number)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10)
const traderCount = Number(process.env['BENCH_TRADERS'] ?? 0)
const bettorCount = 20_000
const matchCount = 300

await main()

async function main(): Promise<void> {
  const server = await startServer(tradersEnv)
  try {
    console.log(`creating ${matchCount} matches and ${bettorCount} bettors …`)
    const matches = await makeMatches(server, matchCount)
    const bettors = await makeBettors(server, bettorCount)
    const world = { url: server.url.href, matches, tokens: bettors.map(({ token }) => token) }
    await warm(server, world)
    if (traderCount > 0) await watched(server, world)
    console.log(`\nwarm sessions, ${seconds} s each, ${bettorCount} bettors, ${matchCount} matches, 3 legs a bet`)
    console.log('connections   ours bets/s     p50 ms  p99 placed   raw bets/s      ratio')
    for (const count of connections) {
      const ours = await measured(server, { ...world, connections: count, seconds })
      const raw = await rawBets(server, {
        connections: count,
        seconds,
        matches: matches.map(({ matchId }) => matchId),
        bettors: bettors.map(({ id }) => id),
      })
      const row = [
        count,
        ours.perSecond.toFixed(0),
        ours.p50.toFixed(1),
        ours.acceptedP99.toFixed(1),
        raw.perSecond.toFixed(0),
        (ours.perSecond / raw.perSecond).toFixed(2),
      ]
      console.log(
        row.map((cell) => String(cell).padStart(11)).join('  '),
        ours.refused ? `  ${ours.refused} refused: ${ours.statuses}` : '',
        `  (raw: ${raw.by})`,
      )
      console.log(`             ${ours.cpu}`)
    }
    await suspension(server, world)
  } finally {
    await server.stop()
  }
}

type World = Omit<Placing, 'connections' | 'seconds'>

/** Places bets, and says what processor time each took. */
async function measured(server: BenchServer, placing: Placing): Promise<Placed & { cpu: string }> {
  const before = await cpuOf(server)
  const placed = await runPlacing(placing)
  return { ...placed, cpu: cpuText(before, await cpuOf(server), placed.perSecond * placing.seconds) }
}

/** Bets without traders and with them, in turns. The raw bets come later: they are no bets that the board can count. */
async function watched(server: BenchServer, world: World): Promise<void> {
  for (const count of connections)
    for (let turn = 1; turn <= 3; turn++) {
      const alone = await measured(server, { ...world, connections: count, seconds })
      const traders = await openTraders(server.url, traderCount)
      const before = process.cpuUsage()
      const beside = await measured(server, { ...world, connections: count, seconds })
      const { user, system } = process.cpuUsage(before)
      traders.close()
      console.log(
        `${count} connections: ${alone.perSecond.toFixed(0)} bets/s, with ${traderCount} traders ${beside.perSecond.toFixed(0)}, ` +
          `${(beside.perSecond / alone.perSecond).toFixed(2)}; they were sent ${traders.rows()} rows of the board\n` +
          `  ${alone.cpu}\n  with traders: ${beside.cpu}\n` +
          `  their own sockets took ${((user + system) / 1e4 / seconds).toFixed(0)} % of a processor of this machine`,
      )
    }
}

async function warm(server: BenchServer, world: World): Promise<void> {
  await sql`vacuum analyze`.execute(server.db)
  const tokens = [...world.tokens]
  const next = () => {
    const token = tokens.pop()
    return token && post('/v1/balance', {}, token)
  }
  await load({ url: server.url, connections: 64, seconds: 60, next })
  await runPlacing({ ...world, connections: 256, seconds: 3 })
}

/** Measures how long the suspension of a match takes while bets are placed at full rate. */
async function suspension(server: BenchServer, world: World): Promise<void> {
  const stream = runPlacing({ ...world, connections: 256, seconds: 6 })
  const took: number[] = []
  await new Promise((resolve) => setTimeout(resolve, 2000))
  for (const { matchId } of world.matches.slice(0, 10)) {
    const at = performance.now()
    const reply = await fetch(new URL(`/sandbox/feed/matches/${matchId}`, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ suspend: true }),
    })
    if (reply.status !== 200) throw new Error('a match was not suspended')
    took.push(performance.now() - at)
  }
  const result = await stream
  console.log(
    `\nsuspending a match under ${result.perSecond.toFixed(0)} bets/s: ${took.map((ms) => ms.toFixed(0)).join(', ')} ms (aim: under 200)`,
  )
}
