import type { Worker } from 'node:cluster'
import type { ChildProcess, SendHandle } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/** Node's internal message that hands a connection to a worker; the worker's response has its `seq` as `ack`. */
type Handing = { readonly cmd: 'NODE_CLUSTER'; readonly act: 'newconn'; readonly seq: number }
type Connection = SendHandle & { close(): void }
type Handed = { readonly message: Handing; readonly connection: Connection }
type Send = (this: ChildProcess, message: unknown, handle?: unknown, ...more: unknown[]) => boolean

/** All messages of an ended worker are read before its connections are passed on, because they may contain acknowledgements. */
const checkEveryMs = 10
const checksMax = 100

/**
 * Watches the workers of a primary. If a worker ends before it acknowledges a connection, the connection is handed to another worker, or
 * closed if none is listening. Node would keep the connection open and forget it (lib/internal/cluster/round_robin_handle.js: `handoff` waits
 * for an acknowledgement that never arrives), so the caller would wait for its timeout.
 */
export function watchHandedConnections(): (worker: Worker) => void {
  const listening = new Set<Worker>()

  function passOn({ message, connection }: Handed): void {
    const [next] = listening
    // With the same number, so that the acknowledgement of the next worker completes the handoff that Node began with the first one.
    if (next) (next.process.send as Send).call(next.process, message, connection)
    else connection.close()
  }

  return (worker) => {
    const { process } = worker
    const handed = new Map<number, Handed>()
    const send = process.send as Send
    const watched: Send = (message, handle, ...more) => {
      if (isHanding(message) && handle) handed.set(message.seq, { message, connection: handle as Connection })
      return send.call(process, message, handle, ...more)
    }
    process.send = watched as ChildProcess['send']
    process.on('internalMessage', (message: { readonly ack?: number }) => {
      if (message.ack !== undefined) handed.delete(message.ack)
    })
    worker.once('listening', () => listening.add(worker))
    let disconnected = false
    worker.once('disconnect', () => {
      disconnected = true
      listening.delete(worker)
    })
    worker.once('exit', async () => {
      listening.delete(worker)
      for (let check = 0; process.connected && check < checksMax; check++) await wait(checkEveryMs)
      // Node emits `disconnect` only after all acknowledgements; until then it would still hand connections to the ended worker.
      if (!disconnected) process.emit('disconnect')
      for (const connection of handed.values()) passOn(connection)
      handed.clear()
    })
  }
}

const isHanding = (message: unknown): message is Handing =>
  typeof message === 'object' &&
  message !== null &&
  'cmd' in message &&
  message.cmd === 'NODE_CLUSTER' &&
  'act' in message &&
  message.act === 'newconn'
