import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { load, post } from './load.ts'
import type { Priced } from './world.ts'

export type Placing = {
  url: string
  matches: Priced[]
  tokens: string[]
  connections: number
  seconds: number
  /** The number of legs of a bet, 3 by default. Each leg is in a different part of the matches. */
  legs?: number
  /** The path of the placing call, and the market of its picks; sports by default. */
  call?: { path: string; market: string }
  /** Gives each bettor a separate address, as a trusted proxy forwards it. */
  ownAddresses?: boolean
}
export type Placed = {
  perSecond: number
  p50: number
  p99: number
  acceptedP99: number
  refused: number
  statuses: string
}

/**
 * Places bets, three-leg accumulators by default, for some seconds. A separate process sends the load, so that it uses no time of
 * the server's event loop.
 */
export function runPlacing(placing: Placing): Promise<Placed> {
  return new Promise((resolve, reject) => {
    const child = spawn('node', [import.meta.filename, 'load'], { stdio: ['pipe', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data.toString()))
    child.on('exit', (code) =>
      code === 0 ? resolve(JSON.parse(output) as Placed) : reject(new Error(`the load's process exited with ${code}`)),
    )
    child.stdin.end(JSON.stringify(placing))
  })
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'load') await loadProcess()

async function loadProcess(): Promise<void> {
  let text = ''
  for await (const data of process.stdin) text += String(data)
  const world = JSON.parse(text) as Placing
  const { path, market } = world.call ?? { path: '/v1/bet', market: '1' }
  const legs = world.legs ?? 3
  const share = Math.floor(world.matches.length / legs)
  const keys = ['home_team', 'draw', 'away_team']
  const pick = (part: number) => {
    const match = world.matches[part * share + randomInt(share)]
    const key = keys[randomInt(3)] ?? 'draw'
    return {
      match_id: String(match?.matchId),
      sub_type_id: market,
      odd_key: key,
      odd_value: match?.prices[key] ?? '1.01',
    }
  }
  const next = () => {
    const bettor = randomInt(world.tokens.length)
    const address = world.ownAddresses ? `10.1.${bettor >> 8}.${bettor & 255}` : undefined
    const slip = { id: randomUUID(), stake: '20', slip: Array.from({ length: legs }, (_, n) => pick(n)) }
    return post(path, slip, world.tokens[bettor], address)
  }
  const {
    byStatus,
    p50,
    p99,
    acceptedP99,
    seconds: took,
  } = await load({ url: new URL(world.url), connections: world.connections, seconds: world.seconds, next })
  const placed = byStatus.get(201) ?? 0
  const answered = [...byStatus.values()].reduce((sum, count) => sum + count, 0)
  const result: Placed = {
    perSecond: placed / took,
    p50,
    p99,
    acceptedP99,
    refused: answered - placed,
    statuses: JSON.stringify([...byStatus]),
  }
  process.stdout.write(JSON.stringify(result))
}
