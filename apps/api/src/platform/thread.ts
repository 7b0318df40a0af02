import { Worker } from 'node:worker_threads'

/** A message to a thread, and its answer: a result, or the text of a fault. */
export type ThreadMessage = { readonly id: number; readonly data: unknown }
export type ThreadAnswer = { readonly id: number; readonly result?: unknown; readonly fault?: string }

type Options = {
  /** The module that the thread runs. It answers each `ThreadMessage` of its parent port with a `ThreadAnswer`. */
  readonly module: URL
  readonly workerData?: unknown
  readonly memoryMb: number
  /** A thread that has not answered for this long is terminated; the next message starts another. */
  readonly hangsAfterMs: number
}

export type Thread = {
  /** The thread's answer to `data`, which must be cloneable. Throws the fault of the thread, or that it ended. */
  ask(data: unknown): Promise<unknown>
  close(): Promise<void>
}

/** Opens a thread that does long computations beside the process's calls. It starts with the first message. */
export function openThread({ module, workerData, memoryMb, hangsAfterMs }: Options): Thread {
  let worker: Worker | undefined
  let last = 0
  const waiting = new Map<number, (answer: ThreadAnswer) => void>()

  function start(): Worker {
    const started = new Worker(module, { workerData, resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    started.unref()
    started.on('message', (answer: ThreadAnswer) => waiting.get(answer.id)?.(answer))
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const [id, done] of waiting) done({ id, fault: 'the thread ended' })
    })
    return started
  }

  return {
    async ask(data) {
      const id = ++last
      const answer = await new Promise<ThreadAnswer>((done) => {
        const timer = setTimeout(() => void worker?.terminate(), hangsAfterMs).unref()
        waiting.set(id, (given) => {
          clearTimeout(timer)
          done(given)
        })
        worker ??= start()
        worker.postMessage({ id, data })
      })
      waiting.delete(id)
      if (answer.fault !== undefined) throw new Error(answer.fault)
      return answer.result
    },
    close: async () => void (await worker?.terminate()),
  }
}
