import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { rawBets } from './support/pgbench.ts'
import { load, post } from './support/load.ts'
import { startServer, type BenchServer } from './support/server.ts'
import { makeBettors, makeMatches, type Priced } from './support/world.ts'

/**
 * `npm run bench bets`: three-leg accumulators a second through HTTP, with sessions, prices and the whole gate on, accepted and
 * committed with fsync, beside one hand-written statement a bet against the same schema in the same run.
 */
const connections = (process.env['BENCH_CONNECTIONS'] ?? '16,64,256').split(',').map(Number)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10)
const bettorCount = 20_000
const matchCount = 300

if (process.argv[2] === 'load') await loadProcess()
else await main()

async function main(): Promise<void> {
  const server = await startServer()
  try {
    console.log(`making ${matchCount} matches and ${bettorCount} bettors …`)
    const matches = await makeMatches(server, matchCount)
    const bettors = await makeBettors(server, bettorCount)
    await warm(server)
    const world = { url: server.url.href, matches, tokens: bettors.map((one) => one.token) }
    console.log(`\n${seconds} s each, ${bettorCount} bettors, ${matchCount} matches, 3 legs a bet`)
    console.log('connections   ours bets/s     p50 ms  p99 placed   raw bets/s      ratio')
    for (const count of connections) {
      const ours = await runLoad({ ...world, connections: count, seconds })
      const raw = await rawBets(server, {
        connections: count,
        seconds,
        matches: matches.map((one) => one.matchId),
        bettors: bettors.map((one) => one.id),
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
    }
    await suspension(server, world)
  } finally {
    await server.stop()
  }
}

type World = { url: string; matches: Priced[]; tokens: string[]; connections: number; seconds: number }
type Result = { perSecond: number; p50: number; acceptedP99: number; refused: number; statuses: string }

/** The load comes from a process of its own, so that it takes none of the server's time but its share of the cores. */
function runLoad(world: World): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn('node', [import.meta.filename, 'load'], { stdio: ['pipe', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (data: Buffer) => (said += data.toString()))
    child.on('exit', (code) =>
      code === 0 ? resolve(JSON.parse(said) as Result) : reject(new Error('the load failed')),
    )
    child.stdin.end(JSON.stringify(world))
  })
}

async function loadProcess(): Promise<void> {
  let text = ''
  for await (const data of process.stdin) text += String(data)
  const world = JSON.parse(text) as World
  const third = Math.floor(world.matches.length / 3)
  const keys = ['home_team', 'draw', 'away_team']
  const pick = (part: number) => {
    const match = world.matches[part * third + randomInt(third)]
    const key = keys[randomInt(3)] ?? 'draw'
    return { match_id: String(match?.matchId), sub_type_id: '1', odd_key: key, odd_value: match?.prices[key] ?? '1.01' }
  }
  const next = () =>
    post(
      '/v1/bet',
      { id: randomUUID(), stake: '20', slip: [pick(0), pick(1), pick(2)] },
      world.tokens[randomInt(world.tokens.length)],
    )
  const {
    byStatus,
    p50,
    acceptedP99,
    seconds: took,
  } = await load({ url: new URL(world.url), connections: world.connections, seconds: world.seconds, next })
  const placed = byStatus.get(201) ?? 0
  const all = [...byStatus.values()].reduce((sum, count) => sum + count, 0)
  const result: Result = {
    perSecond: placed / took,
    p50,
    acceptedP99,
    refused: all - placed,
    statuses: JSON.stringify([...byStatus]),
  }
  process.stdout.write(JSON.stringify(result))
}

async function warm(server: BenchServer): Promise<void> {
  await sql`vacuum analyze`.execute(server.db)
}

/** How long a match takes to suspend while bets stream in at full rate. */
async function suspension(server: BenchServer, world: Omit<World, 'connections' | 'seconds'>): Promise<void> {
  const stream = runLoad({ ...world, connections: 256, seconds: 6 })
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
    `\nsuspending a match under ${result.perSecond.toFixed(0)} bets/s: ${took.map((ms) => ms.toFixed(0)).join(', ')} ms (the aim is under 200)`,
  )
}
