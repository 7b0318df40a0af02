import type { Worker } from 'node:cluster'
import type { ChildProcess, SendHandle } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/** Node's own message that hands a connection to a worker; the worker's answer has its `seq` as `ack`. */
type Handing = { readonly cmd: 'NODE_CLUSTER'; readonly act: 'newconn'; readonly seq: number }
type Connection = SendHandle & { close(): void }
type Handed = { readonly message: Handing; readonly connection: Connection }
type Send = (this: ChildProcess, message: unknown, handle?: unknown, ...more: unknown[]) => boolean

/** What a worker wrote is read to its end before its connections are passed on: among it may be acknowledgements. */
const checkEveryMs = 10
const checksMax = 100

/**
 * Watches the workers of a primary: a connection that was handed to one that ended before it acknowledged it is handed to another, or closed
 * where none listens. Node keeps such a connection open and forgets it (lib/internal/cluster/round_robin_handle.js: `handoff` waits for an
 * acknowledgement that does not come), so that its caller would wait until it gives up.
 */
export function watchHandedConnections(): (worker: Worker) => void {
  const listening = new Set<Worker>()

  function passOn({ message, connection }: Handed): void {
    const [next] = listening
    // Under its number: the acknowledgement of the next worker ends what Node began with the first one.
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
      // Node emits it only once all is acknowledged; without it a dead worker keeps its place among the others.
      if (!disconnected) process.emit('disconnect')
      for (const one of handed.values()) passOn(one)
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
