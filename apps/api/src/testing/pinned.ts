import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { processHeader } from '#platform/process-header'

/** An address that always reaches the same process of several that share a port. */
export type Pinned = { readonly url: string; close(): Promise<void> }

const triesMax = 600
const pauseMs = 50
const request = 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'

/** The names of the processes behind an address, from the header `processHeader`, once there are `count`; sorted by their start. */
export async function namesBehind(url: URL, count: number): Promise<string[]> {
  const names = new Set<string>()
  for (let tries = 0; names.size < count && tries < triesMax; tries++) {
    const { socket, name } = await openNamed(url)
    socket.destroy()
    if (names.has(name)) await wait(pauseMs)
    names.add(name)
  }
  if (names.size < count) throw new Error(`${names.size} of ${count} processes answer`)
  return [...names].sort((a, b) => Number(a.split('-')[0]) - Number(b.split('-')[0]))
}

/** The process id of a named process. */
export const pidOf = (name: string): number => Number(name.split('-')[1])

/** Opens an address whose connections all reach the named process: for each of them, connections are opened until one reaches it. */
export async function pinnedTo(url: URL, name: string): Promise<Pinned> {
  const open = new Set<Socket>()
  const server = createServer((caller) => {
    open.add(caller)
    caller.on('error', () => undefined)
    caller.on('close', () => open.delete(caller))
    caller.pause()
    void reach(url, name).then(
      (socket) => {
        caller.pipe(socket).pipe(caller)
        socket.on('close', () => caller.destroy())
        caller.on('close', () => socket.destroy())
      },
      () => caller.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function reach(url: URL, name: string): Promise<Socket> {
  for (let tries = 0; tries < triesMax; tries++) {
    const opened = await openNamed(url)
    if (opened.name === name) return opened.socket
    opened.socket.destroy()
  }
  throw new Error(`the process ${name} does not answer`)
}

/** Opens a connection and makes one call on it; returns the connection and the name of its process. */
function openNamed(url: URL): Promise<{ socket: Socket; name: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () => socket.write(request))
    let text = ''
    const read = (data: Buffer): void => {
      text += data.toString()
      const [head = '', body] = text.split('\r\n\r\n')
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1])
      if (body === undefined || body.length < length) return
      socket.off('data', read)
      socket.pause()
      resolve({ socket, name: new RegExp(`^${processHeader}: (\\S+)`, 'im').exec(head)?.[1] ?? '' })
    }
    socket.on('data', read)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the connection was closed')))
  })
}
