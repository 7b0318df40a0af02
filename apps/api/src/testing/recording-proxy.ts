import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The bytes that a server sent. `at` returns when the byte at an offset was received (milliseconds since 1970). */
export type Recorded = { readonly bytes: Buffer; at(offset: number): number }

/** A proxy that records every byte that a server sends. */
export type RecordingProxy = { readonly url: URL; recorded(): Recorded; close(): Promise<void> }

/** Opens a proxy on a free port in front of the server at this address. */
export async function recordingProxy(to: URL, now: () => number): Promise<RecordingProxy> {
  /** The recorded bytes. Those of one connection are adjacent, so that a search also finds a text that arrived in two chunks. */
  const connections: { at: number; data: Buffer }[][] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const backend = connect({ host: to.hostname, port: Number(to.port) })
    const pieces: { at: number; data: Buffer }[] = []
    connections.push(pieces)
    for (const [from, onto] of [
      [client, backend],
      [backend, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => onto.destroy())
      from.on('close', () => onto.destroy())
    }
    client.on('data', (data: Buffer) => void backend.write(data))
    backend.on('data', (data: Buffer) => {
      pieces.push({ at: now(), data })
      client.write(data)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    recorded() {
      const pieces = connections.flat()
      const ends: number[] = []
      let length = 0
      for (const { data } of pieces) ends.push((length += data.length))
      return {
        bytes: Buffer.concat(pieces.map(({ data }) => data)),
        at: (offset) => pieces[ends.findIndex((end) => end > offset)]?.at ?? 0,
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
