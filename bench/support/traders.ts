import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'

const token = 'the-token-of-the-traders'

/** The setting that lets the traders of `openTraders` look. */
export const tradersEnv = { OPERATORS: `bench:admin:${createHash('sha256').update(token).digest('hex')}` }

/** Sockets of traders who watch the board as the console does: the topic, in batches, and the whole board once. Counts the rows that they are sent. */
export async function openTraders(url: URL, count: number) {
  let rows = 0
  const sockets = await Promise.all(Array.from({ length: count }, () => openTrader(url, () => rows++)))
  return {
    rows: (): number => rows,
    close(): void {
      for (const socket of sockets) socket.terminate()
    },
  }
}

async function openTrader(url: URL, onRow: () => void): Promise<WebSocket> {
  const headers = { authorization: `Bearer ${token}` }
  const socket = new WebSocket(new URL('/v1/live', url.href.replace('http', 'ws')), { headers })
  await once(socket, 'open')
  const subscribed = new Promise<void>((resolve, reject) => {
    socket.on('message', (data: Buffer) => {
      for (const message of [JSON.parse(data.toString())].flat()) {
        if (message.error) reject(new Error(`the board was answered ${message.error}`))
        else if (message.state !== undefined) onRow()
        if (message.pong !== undefined) resolve()
      }
    })
  })
  socket.send(JSON.stringify({ subscribe: ['operator:board'], batch: true }))
  socket.send(JSON.stringify({ ping: 'subscribed' }))
  await subscribed
  const board = await fetch(new URL('/v1/operator/board?page=1&limit=2000', url), { headers })
  if (board.status !== 200) throw new Error(`the board was answered ${board.status}`)
  await board.arrayBuffer()
  return socket
}
