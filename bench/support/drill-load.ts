import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { load, post } from './load.ts'
import type { Priced } from './world.ts'

const flushEveryMs = 200
/** The time in which received answers are read after a connection has broken. */
const lastAnswersMs = 300

/** The bets to place until the server is killed. */
export type Betting = {
  readonly url: string
  readonly matches: readonly Priced[]
  readonly tokens: readonly string[]
  readonly connections: number
  /** The file that receives a line for each acknowledged bet: its id and the times of sending and acknowledgement, in epoch ms. */
  readonly acknowledged: string
}

/**
 * Places bets of one to three legs in a separate process, which records the acknowledged bets. Resolves when the server has exited and
 * all records are written.
 */
export function runBetting(betting: Betting): Promise<void> {
  const child = spawn('node', [import.meta.filename, 'load'], { stdio: ['pipe', 'inherit', 'inherit'] })
  child.stdin?.end(JSON.stringify(betting))
  return new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the load's process exited with ${code}`))))
  })
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'load') await loadProcess()

async function loadProcess(): Promise<void> {
  let text = ''
  for await (const data of process.stdin) text += String(data)
  const { url, matches, tokens, connections, acknowledged } = JSON.parse(text) as Betting
  const keys = ['home_team', 'draw', 'away_team']
  const third = Math.floor(matches.length / 3)
  const sentAt = new Map<string, number>()
  let lines = ''
  const flush = () => {
    appendFileSync(acknowledged, lines)
    lines = ''
  }
  const flushing = setInterval(flush, flushEveryMs)
  const pick = (part: number) => {
    const match = matches[part * third + randomInt(third)]
    const key = keys[randomInt(3)] ?? 'draw'
    return { match_id: String(match?.matchId), sub_type_id: '1', odd_key: key, odd_value: match?.prices[key] ?? '1.01' }
  }
  const next = () => {
    const id = randomUUID()
    sentAt.set(id, Date.now())
    const slip = Array.from({ length: 1 + randomInt(3) }, (_, part) => pick(part))
    return post('/v1/bet', { id, stake: '20', slip }, tokens[randomInt(tokens.length)])
  }
  const onAnswer = (status: number, request: string) => {
    const id = /"id":"([^"]+)"/.exec(request)?.[1] ?? ''
    const sent = sentAt.get(id)
    sentAt.delete(id)
    if (status !== 201) return
    lines += `${id} ${sent} ${Date.now()}\n`
  }
  // The server is killed in the middle: a broken connection ends the load.
  await load({ url: new URL(url), connections, seconds: Infinity, next, onAnswer }).catch(() => wait(lastAnswersMs))
  clearInterval(flushing)
  flush()
  process.exit(0)
}
