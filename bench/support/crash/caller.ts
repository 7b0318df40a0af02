import { connect, type Socket } from 'node:net'

export type Answered = { readonly status: number; readonly body: string; readonly ms: number }

/** A keep-alive connection that sends one request at a time, as a bettor's app does. */
export function openCaller(url: URL) {
  let socket: Socket | undefined
  let waiting: Buffer = Buffer.alloc(0)
  let turn: Promise<unknown> = Promise.resolve()
  let current: { sentAt: number; resolve: (answer: Answered) => void } | undefined

  function open(): Socket {
    const opened = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    opened.on('error', () => opened.destroy())
    opened.on('close', () => {
      socket = undefined
      finish({ status: 0, body: '' })
    })
    opened.on('data', read)
    return opened
  }

  function finish(answer: Omit<Answered, 'ms'>): void {
    current?.resolve({ ...answer, ms: performance.now() - current.sentAt })
    current = undefined
    waiting = Buffer.alloc(0)
  }

  function read(data: Buffer): void {
    waiting = waiting.length === 0 ? data : Buffer.concat([waiting, data])
    const head = waiting.indexOf('\r\n\r\n')
    if (head < 0) return
    const text = waiting.toString('latin1', 0, head)
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (waiting.length < head + 4 + length) return
    finish({ status: Number(text.slice(9, 12)), body: waiting.toString('utf8', head + 4) })
  }

  function send(request: string): Promise<Answered> {
    return new Promise((resolve) => {
      socket ??= open()
      current = { sentAt: performance.now(), resolve }
      socket.write(request)
    })
  }

  return {
    /** Sends a request after the answer to the previous request. */
    call(request: string): Promise<Answered> {
      const answer = turn.then(() => send(request))
      turn = answer
      return answer
    },
    close: () => socket?.destroy(),
  }
}

export type Caller = ReturnType<typeof openCaller>
