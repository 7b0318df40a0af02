import { createServer, request } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'

export type Between = { readonly url: URL; stop(): Promise<void> }

/**
 * Stands before a server: passes calls on, and answers the live line in its place by `onLine`. The page has a real socket
 * to it, so that a message costs it what it costs a bettor's phone.
 */
export async function startProxy(server: URL, onLine: (socket: WebSocket) => void): Promise<Between> {
  const lines = new WebSocketServer({ noServer: true })
  const front = createServer((asked, answer) => {
    const { hostname, port } = server
    const passed = request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
      (told) => {
        answer.writeHead(told.statusCode ?? 502, told.headers)
        told.pipe(answer)
      },
    )
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  front.on('upgrade', (asked, socket, head) => lines.handleUpgrade(asked, socket, head, onLine))
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening))
  const address = front.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    async stop() {
      for (const line of lines.clients) line.terminate()
      front.closeAllConnections()
      await new Promise((closed) => front.close(closed))
    },
  }
}
