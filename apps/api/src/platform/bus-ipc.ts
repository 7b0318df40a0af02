import { openLine, openReceivers, type Bus, type Counted } from './bus.ts'
import { openSender, type IpcChannel } from './ipc-channel.ts'

/** A message from a worker to the hub. The hub answers a request `ask` with the same number. */
export type ToHub =
  | { readonly publish: string; readonly message: unknown }
  | { readonly ask: number; readonly add: string; readonly by: number; readonly windowMs: number }
  | { readonly ask: number; readonly claim: string; readonly forMs: number }
  | { readonly release: string }
  | Lost

/** Messages were dropped before this one. */
type Lost = { readonly lost: true }

/** A message from the hub to a worker. */
export type ToWorker =
  | { readonly publish: string; readonly message: unknown }
  | { readonly answer: number; readonly result: Counted | boolean }
  | Lost

/** The name of the bus on the IPC channel. */
export const busName = 'bus'

const usualResponseMsMax = 1000
const requestsMax = 20_000

/**
 * The bus of a worker, whose primary is the hub. It is down while messages may be lost: when the channel is closed, and for a moment
 * after messages were dropped because a process did not read them in time.
 */
export function busOverIpc(channel: IpcChannel, { responseMsMax = usualResponseMsMax } = {}): Bus {
  const receivers = openReceivers()
  const line = openLine(true)
  const pending = new Map<number, (result: Counted | boolean | undefined) => void>()
  const sender = openSender<ToHub>(channel, { lost: { lost: true } })
  let requestCount = 0
  channel.onMessage((messages) => (messages as readonly ToWorker[]).forEach(receive))
  channel.onClosed(() => {
    line.set(false)
    for (const answer of pending.values()) answer(undefined)
  })

  function receive(message: ToWorker): void {
    if ('publish' in message) return receivers.receive(message.publish, message.message)
    if ('answer' in message) return pending.get(message.answer)?.(message.result)
    line.set(false)
    line.set(true)
  }

  function ask(of: (ask: number) => ToHub): Promise<Counted | boolean | undefined> {
    if (!line.isUp() || pending.size >= requestsMax) return Promise.resolve(undefined)
    const number = requestCount++
    const { promise, resolve } = Promise.withResolvers<Counted | boolean | undefined>()
    const timeout = setTimeout(() => resolve(undefined), responseMsMax)
    pending.set(number, resolve)
    sender.send(of(number))
    return promise.finally(() => {
      clearTimeout(timeout)
      pending.delete(number)
    })
  }

  return {
    publish: (to, message) => sender.send({ publish: to, message }),
    subscribe: receivers.add,
    async add(key, by, windowMs) {
      const result = await ask((number) => ({ ask: number, add: key, by, windowMs }))
      return typeof result === 'object' ? result : undefined
    },
    async claim(key, forMs) {
      const result = await ask((number) => ({ ask: number, claim: key, forMs }))
      return typeof result === 'boolean' ? result : undefined
    },
    release: (key) => sender.send({ release: key }),
    shared: true,
    isUp: line.isUp,
    onUpChanged: line.onUpChanged,
    close: async () => sender.flush(),
  }
}
