import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { floodCommands } from './command-flood.ts'
import { openWalker, publicCallsOf } from './public-calls.ts'

export const attackNames = [
  ...['poisoned', 'polls', 'greedy', 'sockets', 'slow bodies', 'phones'],
  ...['commands', 'prints', 'searches', 'seasons', 'pdfs', 'walker'],
] as const
export type AttackName = (typeof attackNames)[number]

export type Attack = {
  readonly name: AttackName
  readonly url: string
  readonly seconds: number
  /** Tokens of the attacking bettors. */
  readonly tokens: readonly string[]
  readonly matches: readonly number[]
  /** A match whose home win is at its liability limit: every slip on it is refused. */
  readonly full: number
}

/** The result of an attack: the number of requests, and the number of answers by status; status 0 is a broken connection. */
export type Attacked = { readonly sent: number; readonly statuses: Readonly<Record<string, number>> }

/** Attacks at a fixed rate for some seconds, from a separate process. */
export function startAttack(attack: Attack): Promise<Attacked> {
  return new Promise((resolve, reject) => {
    const child = spawn('node', [import.meta.filename, 'attack'], { stdio: ['pipe', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data.toString()))
    child.on('exit', (code) =>
      code === 0
        ? resolve(JSON.parse(output) as Attacked)
        : reject(new Error(`the attackers' process exited with ${code}`)),
    )
    child.stdin.end(JSON.stringify(attack))
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 })
const statuses: Record<string, number> = {}
let sent = 0

function count(status: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1
}

type Call = { url: string; path: string; body?: unknown; token?: string | undefined; address: string }

/** Makes a call of an attacker; resolves with the body when it is answered, or when its connection breaks. */
function call({ url, path, body, token, address }: Call): Promise<string> {
  return new Promise((resolve) => {
    sent++
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      'x-forwarded-for': address,
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const call = request(
      new URL(path, url),
      { method: body === undefined ? 'GET' : 'POST', agent, headers },
      (reply) => {
        count(reply.statusCode ?? 0)
        let text = ''
        reply.on('data', (data: Buffer) => (text += data.toString()))
        reply.on('close', () => resolve(text))
      },
    )
    call.on('error', () => {
      count(0)
      resolve('')
    })
    call.end(text)
  })
}

const slip = (match: number | undefined, odd_key: string, odd_value: string) => ({
  id: randomUUID(),
  stake: '20',
  slip: [{ match_id: String(match), sub_type_id: '1', odd_key, odd_value }],
})

const tickMs = 25

/** Calls `send` at a fixed rate without waiting for earlier calls. */
async function atRate(perSecond: number, seconds: number, send: (n: number) => void): Promise<void> {
  const started = performance.now()
  for (let done = 0; ;) {
    const at = (performance.now() - started) / 1000
    if (at >= seconds) return
    for (const due = Math.floor(at * perSecond); done < due; done++) send(done)
    await wait(tickMs)
  }
}

const poisonedASecond = 80
const pollsASecond = 27
const greedyInFlight = 20
const socketsASecond = 100
const socketsMax = 400
const bytesEveryMs = 250
const slowConnections = 1500
const phonesASecond = 100

const oneAddress = '10.8.0.1'
const oneAddressConnections = 6

/** One address calls over six connections, on each as soon as the call before is answered. */
async function fromOneAddress(
  { url, seconds }: Attack,
  next: (n: number) => { path: string; body?: unknown; onAnswer?: (text: string) => void },
): Promise<void> {
  const until = performance.now() + seconds * 1000
  let made = 0
  const worker = async () => {
    while (performance.now() < until) {
      const { onAnswer, ...one } = next(made++)
      const text = await call({ url, ...one, address: oneAddress })
      onAnswer?.(text)
    }
  }
  await Promise.all(Array.from({ length: oneAddressConnections }, worker))
}

/** Random requests to all public calls, with values of earlier answers. */
async function walk(attack: Attack): Promise<void> {
  const document = await (await fetch(new URL('/openapi.json', attack.url))).json()
  const calls = publicCallsOf(document as Parameters<typeof publicCallsOf>[0])
  const walker = openWalker(walkSeed)
  for (const id of attack.matches) walker.learn('catalog.match', { match_id: id, home_team: `Home ${id}` })
  return fromOneAddress(attack, (n) => {
    const one = calls[n % calls.length]
    if (!one) throw new Error('the document has no public call')
    const { call: id, path, body } = walker.next(one)
    const learn = (text: string): void => {
      if (text.startsWith('{')) walker.learn(id, JSON.parse(text))
    }
    return { path, body, onAnswer: learn }
  })
}

const walkSeed = 20261128

const attacks: Readonly<Record<AttackName, (attack: Attack) => Promise<void>>> = {
  /** Slips on an outcome at its liability limit, each from another bettor. */
  poisoned: ({ url, tokens, full, seconds }) =>
    atRate(poisonedASecond, seconds, (n) => {
      const bettor = n % 80
      void call({
        url,
        path: '/v1/bet',
        body: slip(full, 'home_team', '2.10'),
        token: tokens[bettor],
        address: `10.2.0.${bettor}`,
      })
    }),

  /** Anonymous polls of the maximum number of topics. */
  polls: ({ url, matches, seconds }) => {
    const topics = matches.flatMap((id) => [`match.${id}`, `market.${id}.1`]).slice(0, 120)
    return atRate(pollsASecond, seconds, (n) => {
      void call({ url, path: `/v1/live/states?topics=${topics.join('*')}`, address: `10.3.0.${n % 27}` })
    })
  },

  /** One bettor with twenty valid commands in flight. */
  async greedy({ url, tokens, matches, seconds }) {
    const until = performance.now() + seconds * 1000
    const worker = async () => {
      while (performance.now() < until) {
        const body = slip(matches[randomInt(matches.length)], 'draw', '3.40')
        await call({
          url,
          path: '/v1/bet',
          body,
          token: tokens[0],
          address: `10.4.${randomInt(250)}.${randomInt(250)}`,
        })
        // Without a pause, the loop would only measure the speed of refusals.
        await wait(5)
      }
    }
    await Promise.all(Array.from({ length: greedyInFlight }, worker))
  },

  /** Sockets that subscribe to everything repeatedly and read nothing. */
  sockets: async ({ url, matches, seconds }) => {
    const open: WebSocket[] = []
    const topics = matches.flatMap((id) => [`match:${id}`, `market:${id}:1`])
    await atRate(socketsASecond, seconds, (n) => {
      const socket = open[n % socketsMax]
      sent++
      if (socket?.readyState === WebSocket.OPEN) {
        socket.send(JSON.stringify({ unsubscribe: topics }))
        return socket.send(JSON.stringify({ subscribe: topics }))
      }
      if (open.length >= socketsMax) return
      const opened = new WebSocket(new URL('/v1/live', url.replace('http', 'ws')), {
        headers: { 'x-forwarded-for': `10.5.0.${n % 250}` },
      })
      opened.on('open', () => {
        opened.pause()
        opened.send(JSON.stringify({ subscribe: topics }))
      })
      opened.on('close', () => count(0))
      opened.on('error', () => count(0))
      open.push(opened)
    })
    for (const socket of open) socket.terminate()
  },

  /** Sockets of one address that all send at once as many commands as they may in ten seconds. */
  commands: async (attack) => void (sent += await floodCommands({ ...attack, address: oneAddress })),

  /** Request bodies sent one byte at a time. */
  async 'slow bodies'({ url, seconds }) {
    const { hostname, port } = new URL(url)
    const until = performance.now() + seconds * 1000
    const head = 'POST /v1/bet HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n'
    const worker = async (n: number) => {
      while (performance.now() < until) {
        const socket = connect({ host: hostname, port: Number(port) })
        let closed = false
        socket.on('error', () => count(0))
        socket.on('close', () => (closed = true))
        socket.write(`${head}x-forwarded-for: 10.6.0.${n % 250}\r\n\r\n{`)
        sent++
        while (!closed && performance.now() < until) {
          socket.write(' ')
          await wait(bytesEveryMs)
        }
        socket.destroy()
      }
    }
    await Promise.all(Array.from({ length: slowConnections }, (_, n) => worker(n)))
  },

  /** A hundred phones behind one network address, each with a session. Each calls once a second: a list, a balance or a bet. */
  phones: ({ url, tokens, matches, seconds }) =>
    atRate(phonesASecond, seconds, (n) => {
      const token = tokens[n % 100]
      const address = '10.7.0.1'
      const match = matches[randomInt(matches.length)]
      if (n % 3 === 0) return void call({ url, path: '/v1/matches?sport_id=79&limit=20', token, address })
      if (n % 3 === 1) return void call({ url, path: '/v1/balance', body: {}, token, address })
      void call({ url, path: '/v1/bet', body: slip(match, 'draw', '3.40'), token, address })
    }),

  /** Printed lists of every length. */
  prints: (attack) =>
    fromOneAddress(attack, (n) => ({ path: `/v1/print/matches?when=upcoming&limit=${1 + (n % 500)}&width=a4` })),

  /** Texts to search for, each with four markets. */
  searches: (attack) =>
    fromOneAddress(attack, (n) => ({
      path: `/v1/matches?q=${['home', 'away', 'hom', 'awa', 'bench', 'leag'][n % 6]}%20${n % 97}&markets=1,10,18,29&limit=100`,
    })),

  /** Whole seasons of the league, in turn. */
  async seasons(attack) {
    const ids = await seasonsOf(attack.url)
    return fromOneAddress(attack, (n) => ({ path: `/v1/nare-league/seasons/${ids[n % ids.length]}` }))
  },

  /** PDFs of every length. */
  pdfs: (attack) =>
    fromOneAddress(attack, (n) => ({ path: `/v1/print/matches.pdf?when=upcoming&limit=${500 - (n % 500)}` })),

  /** All public calls of /openapi.json with random input. */
  walker: (attack) => walk(attack),
}

async function seasonsOf(url: string): Promise<string[]> {
  const ask = async (path: string, body: object) => {
    // Not the attacker's address: its calls still wait for what an earlier attack has used.
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.9.0.1' }
    const answer = await fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { data: { competition_id?: string; season_id?: string }[] }).data
  }
  const competitions = await ask('/v1/nare-league/competitions', {})
  const seasons = await Promise.all(
    competitions.map(({ competition_id }) => ask('/v1/nare-league/seasons', { competition_id })),
  )
  return seasons.flat().flatMap(({ season_id }) => season_id ?? [])
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'attack') {
  const attack = (await json(process.stdin)) as Attack
  await attacks[attack.name](attack)
  agent.destroy()
  await new Promise((written) => process.stdout.write(JSON.stringify({ sent, statuses }), written))
  process.exit(0)
}
