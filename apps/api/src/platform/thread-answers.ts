import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadMessage } from './thread.ts'

/** Answers the messages of the process that opened this thread. */
export function answerInThread(work: (data: unknown) => Promise<unknown>): void {
  const send = (answer: ThreadAnswer): void => parentPort?.postMessage(answer)
  parentPort?.on('message', ({ id, data }: ThreadMessage) => {
    void work(data).then(
      (result) => send({ id, result }),
      (fault: unknown) => send({ id, fault: String(fault) }),
    )
  })
}
