import { WebSocketServer, type WebSocket } from 'ws'
import { nowNs } from './protocol.ts'
import { runTarget } from './target.ts'

/**
 * The reference server: bare `ws`. Sends each change immediately as one frame to every subscriber, with the same bytes as a market topic
 * of the real server.
 */
const matches = Number(process.argv[2] ?? 300)
const paced = Array.from({ length: matches }, (_, n) => `market:${10_000_000 + n}:1`)
const urgent = ['bench:urgent']
const subscribers = new Map<string, Set<WebSocket>>([...paced, ...urgent].map((topic) => [topic, new Set<WebSocket>()]))
const versions = new Map<string, number>()

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/v1/live' })
server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const { subscribe }: { subscribe: string[] } = JSON.parse(data.toString())
    for (const topic of subscribe) {
      subscribers.get(topic)?.add(socket)
      socket.send(textOf(topic, versions.get(topic) ?? 0))
    }
  })
})
await new Promise((listening) => server.once('listening', listening))
const address = server.address()

runTarget({
  port: typeof address === 'object' && address ? address.port : 0,
  paced,
  urgent,
  async change(topics) {
    const at = nowNs()
    const changed = topics.map((topic) => {
      const version = (versions.get(topic) ?? 0) + 1
      versions.set(topic, version)
      const text = textOf(topic, version)
      for (const socket of subscribers.get(topic) ?? []) socket.send(text)
      return version
    })
    return { versions: changed, at }
  },
  async stop() {
    for (const socket of server.clients) socket.terminate()
    server.close()
  },
})

function textOf(topic: string, version: number): string {
  if (topic === 'bench:urgent') return JSON.stringify({ topic, key: '', version, state: { phase: 'flying' } })
  const price = (base: number) => (base + (version % 20) / 100).toFixed(2)
  const odds = [
    ['home_team', price(2.1)],
    ['draw', price(3.2)],
    ['away_team', price(3.6)],
  ]
  return JSON.stringify({ topic, key: '', version, state: { state: 'open', odds } })
}
