import type { IpcChannel } from '#platform/ipc-channel'

/** The two ends of a channel between a worker and its primary, within this process. Messages are JSON, as in a real channel. */
export function channelPair() {
  let closed = false
  let paused = false
  let sentAfterClose = 0
  const closers: (() => void)[] = []
  const unread: (() => void)[] = []

  function end(
    deliver: (message: unknown) => void,
    { pausable }: { pausable: boolean },
  ): Omit<IpcChannel, 'onMessage'> {
    return {
      send(message, sent = () => undefined) {
        if (closed) return void sentAfterClose++
        const json = JSON.stringify(message)
        const arrive = (): void => {
          if (!closed) deliver(JSON.parse(json))
          sent()
        }
        if (pausable && paused) unread.push(arrive)
        else setImmediate(arrive)
      },
      onClosed: (close) => void closers.push(close),
    }
  }

  const toWorker: ((message: unknown) => void)[] = []
  const toPrimary: ((message: unknown) => void)[] = []
  const all = (receivers: typeof toWorker) => (message: unknown) => receivers.forEach((receive) => receive(message))
  const worker: IpcChannel = {
    ...end(all(toPrimary), { pausable: false }),
    onMessage: (receive) => void toWorker.push(receive),
  }
  const primary: IpcChannel = {
    ...end(all(toWorker), { pausable: true }),
    onMessage: (receive) => void toPrimary.push(receive),
  }
  return {
    worker,
    primary,
    /** The worker stops reading. */
    pause: () => void (paused = true),
    resume(): void {
      paused = false
      for (const arrive of unread.splice(0)) arrive()
    },
    close(): void {
      closed = true
      for (const close of closers) close()
    },
    sentAfterClose: () => sentAfterClose,
  }
}
