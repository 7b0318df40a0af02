import { WebSocketServer } from 'ws'
import { nowNs } from '../live/protocol.ts'

/** The reference: `ws` alone, which sends a text to all its sockets on command. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/v1/live' })
await new Promise((listening) => server.once('listening', listening))
const address = server.address()
process.send?.({ port: typeof address === 'object' && address ? address.port : 0 })

process.on('message', ({ text }: { text?: string }) => {
  if (text === undefined) process.exit(0)
  const at = nowNs()
  for (const socket of server.clients) socket.send(text)
  process.send?.({ at })
})
