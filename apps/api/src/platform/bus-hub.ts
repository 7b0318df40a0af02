import { openBusMemory } from './bus.ts'
import type { ToHub, ToWorker } from './bus-ipc.ts'
import { openSender, type IpcChannel } from './ipc-channel.ts'

export type BusHub = {
  /** Connects a worker until its channel closes. Its claims remain until they expire, as on every bus. */
  attach(channel: IpcChannel): void
}

type Worker = { send(message: ToWorker): void }

/** The primary's side of `busOverIpc`: forwards the messages of each worker to all others, and stores the counters and claims of all. */
export function openBusHub(limits: { unreadMax?: number } = {}): BusHub {
  const memory = openBusMemory()
  const workers = new Set<Worker>()

  function receive(from: Worker, message: ToHub): void {
    if ('publish' in message || 'lost' in message) {
      for (const worker of workers) if (worker !== from) worker.send(message)
    } else if ('add' in message) {
      from.send({ answer: message.ask, result: memory.add(message.add, message.by, message.windowMs) })
    } else if ('claim' in message) {
      from.send({ answer: message.ask, result: memory.claim(message.claim, message.forMs, from) })
    } else memory.release(message.release, from)
  }

  return {
    attach(channel) {
      const worker: Worker = openSender(channel, { lost: { lost: true }, ...limits })
      workers.add(worker)
      channel.onMessage((messages) => (messages as readonly ToHub[]).forEach((message) => receive(worker, message)))
      channel.onClosed(() => void workers.delete(worker))
    },
  }
}
