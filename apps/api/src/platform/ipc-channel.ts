import type { ChildProcess } from 'node:child_process'

/** One end of a channel between a worker and its primary. Messages arrive once and in order, until the channel is closed. */
export type IpcChannel = {
  /** Sends a JSON value. `sent` is called when the message has left this process or cannot be sent. On a closed channel only `sent` is called. */
  send(message: unknown, sent?: () => void): void
  onMessage(receive: (message: unknown) => void): void
  onClosed(closed: () => void): void
}

/**
 * The channel `name` over Node's IPC of a process: `process` in a worker, `worker.process` in the primary. Other messages on the same IPC are
 * ignored.
 */
export function ipcChannel(end: NodeJS.Process | ChildProcess, name: string): IpcChannel {
  return {
    send(message, sent = () => undefined) {
      if (!end.connected || !end.send) return sent()
      end.send({ [name]: message }, undefined, {}, () => sent())
    },
    onMessage(receive) {
      ;(end as ChildProcess).on('message', (message: unknown) => {
        if (typeof message === 'object' && message !== null && name in message)
          receive((message as Record<string, unknown>)[name])
      })
    },
    onClosed(closed) {
      if (!end.connected) return closed()
      ;(end as ChildProcess).once('disconnect', closed)
    },
  }
}

/** The maximum number of messages that wait for a process that does not read; further messages are dropped. */
const unreadMaxDefault = 50_000

type Limits<T> = { readonly lost: T; readonly unreadMax?: number }

/**
 * Sends the messages of one turn of the event loop together. If the other end does not read, memory is bounded: further messages are
 * dropped, and `lost` is sent in their place after the other end has read the earlier ones.
 */
export function openSender<T>(channel: IpcChannel, { lost, unreadMax = unreadMaxDefault }: Limits<T>) {
  let waiting: T[] = []
  let unread = 0
  let dropped = false

  function flush(): void {
    const messages = waiting
    waiting = []
    if (messages.length > 0) channel.send(messages, () => sent(messages.length))
  }

  function sent(count: number): void {
    unread -= count
    if (!dropped || unread > 0) return
    dropped = false
    send(lost)
  }

  function send(message: T): void {
    if (dropped || unread >= unreadMax) return void (dropped = true)
    unread++
    if (waiting.push(message) === 1) setImmediate(flush)
  }

  return { send, flush }
}
