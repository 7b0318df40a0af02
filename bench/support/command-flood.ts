import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'

const socketCount = 175
/** The most that a socket may send in ten seconds. */
const commandsOfSocket = 200
/** Later than the first measured bet. */
const startMs = 1500

type Flood = {
  readonly url: string
  readonly matches: readonly number[]
  readonly seconds: number
  readonly address: string
}

/** Sends 35,000 commands to the socket at once, from one address, and waits. Returns how many were sent. */
export async function floodCommands({ url, matches, seconds, address }: Flood): Promise<number> {
  const topics = matches.slice(0, 5).map((id) => `match:${id}`)
  const opened = Array.from({ length: socketCount }, async () => {
    const socket = new WebSocket(new URL('/v1/live', url.replace('http', 'ws')), {
      headers: { 'x-forwarded-for': address },
    })
    socket.on('error', () => undefined)
    await new Promise((resolve) => socket.once('open', resolve))
    return socket
  })
  const sockets = await Promise.all(opened)
  await wait(startMs)
  for (const socket of sockets)
    for (let n = 0; n < commandsOfSocket; n++)
      socket.send(JSON.stringify(n % 2 === 0 ? { subscribe: topics } : { unsubscribe: topics }))
  await wait(seconds * 1000 - startMs)
  for (const socket of sockets) socket.terminate()
  return socketCount * commandsOfSocket
}
