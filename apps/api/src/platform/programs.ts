import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { IpcChannel } from './ipc-channel.ts'

/** A running program: the line that it was given, and the one that it answered. Both are JSON. */
export type Running = { readonly given: unknown; readonly answered: unknown; close(): Promise<void> }

/** Runs programs beside the server, once for all processes that share this port. */
export type Programs = {
  /**
   * The program of this file. Where it does not run yet it is started and `given` is written to its standard input, which stays open until
   * it is closed; it answers with one line. Throws if it ends before, or answers with an `error`.
   */
  run(file: string, given: object): Promise<Running>
  /** Whether other processes may have started them. */
  readonly shared: boolean
}

const startsInMs = 20_000

/** Each caller has its own program, as a child of this process. */
export function programsHere(): Programs {
  return {
    shared: false,
    run(file, given) {
      const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
      // A program that ends before it has read is reported by its exit.
      child.stdin.on('error', () => undefined)
      child.stdin.write(`${JSON.stringify(given)}\n`)
      const gone = new Promise<void>((end) => child.once('exit', () => end()))
      const close = (): Promise<void> => {
        child.stdin.end()
        return gone
      }
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          child.kill()
          reject(new Error(`${file} did not start`))
        }, startsInMs)
        child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
        child.once('error', reject)
        createInterface({ input: child.stdout }).once('line', (line) => {
          clearTimeout(late)
          const answered = JSON.parse(line) as { error?: string }
          if (answered.error === undefined) return resolve({ given, answered, close })
          void close()
          reject(new Error(answered.error))
        })
      })
    },
  }
}

type Ask = { readonly ask: number; readonly file: string; readonly given: object }
type Reply = { readonly answer: number; readonly given?: unknown; readonly answered?: unknown; readonly error?: string }

/** The name of the programs on the IPC channel. */
export const programsName = 'programs'

/** The programs of a worker run in its primary, and outlive it. */
export function programsOfPrimary(channel: IpcChannel): Programs {
  const asked = new Map<number, (reply: Reply) => void>()
  let asks = 0
  channel.onMessage((message) => {
    const reply = message as Reply
    asked.get(reply.answer)?.(reply)
    asked.delete(reply.answer)
  })
  return {
    shared: true,
    async run(file, given) {
      const ask = asks++
      const { promise, resolve } = Promise.withResolvers<Reply>()
      asked.set(ask, resolve)
      channel.send({ ask, file, given } satisfies Ask)
      const { error, ...reply } = await promise
      if (error !== undefined) throw new Error(error)
      return { given: reply.given, answered: reply.answered, close: async () => undefined }
    },
  }
}

/** The primary's side of `programsOfPrimary`. */
export function openProgramsHub(programs: Programs) {
  const running = new Map<string, Promise<Running>>()

  function run({ file, given }: Ask): Promise<Running> {
    const present = running.get(file) ?? programs.run(file, given)
    running.set(file, present)
    present.catch(() => running.delete(file))
    return present
  }

  return {
    attach(channel: IpcChannel): void {
      channel.onMessage((message) => {
        const ask = message as Ask
        void run(ask).then(
          ({ given, answered }) => channel.send({ answer: ask.ask, given, answered } satisfies Reply),
          (error: unknown) => channel.send({ answer: ask.ask, error: String(error) } satisfies Reply),
        )
      })
    },
    async close(): Promise<void> {
      await Promise.allSettled([...running.values()].map(async (one) => (await one).close()))
    },
  }
}
