import { createServer, request } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'

export type Proxy = { readonly url: URL; stop(): Promise<void> }

/**
 * Starts a proxy in front of a server: forwards calls, and serves the live socket itself by `onSocket`. The page uses a real socket, so
 * that a message costs as much as on a bettor's phone.
 */
export async function startProxy(server: URL, onSocket: (socket: WebSocket) => void): Promise<Proxy> {
  const sockets = new WebSocketServer({ noServer: true })
  const front = createServer((incoming, reply) => {
    const { hostname, port } = server
    const forwarded = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      },
    )
    forwarded.on('error', () => reply.destroy())
    incoming.pipe(forwarded)
  })
  front.on('upgrade', (incoming, socket, head) => sockets.handleUpgrade(incoming, socket, head, onSocket))
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening))
  const address = front.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      front.closeAllConnections()
      await new Promise((closed) => front.close(closed))
    },
  }
}
