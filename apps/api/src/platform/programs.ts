import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { IpcChannel } from './ipc-channel.ts'

/** A running program: the JSON line that it was given and the JSON line that it answered. */
export type Running = { readonly given: unknown; readonly answered: unknown; close(): Promise<void> }

/** Runs helper programs of the server, each once for all processes that share the port. */
export type Programs = {
  /**
   * Returns the running program of this file, and starts it if necessary. `given` is written to its standard input, which stays open until
   * `close`; the program answers with one line. Throws if the program ends before it answers, or answers with an `error`.
   */
  run(file: string, given: object): Promise<Running>
  /** Whether other processes may have started the programs. */
  readonly shared: boolean
}

const startsInMs = 20_000

/** Runs a separate program for each caller, as a child of this process. */
export function programsHere(): Programs {
  return {
    shared: false,
    run(file, given) {
      const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
      // If the program ends before it reads its input, the error is reported by its exit.
      child.stdin.on('error', () => undefined)
      child.stdin.write(`${JSON.stringify(given)}\n`)
      const gone = new Promise<void>((end) => child.once('exit', () => end()))
      const close = (): Promise<void> => {
        child.stdin.end()
        return gone
      }
      return new Promise((resolve, reject) => {
        const timeout = setTimeout(() => {
          child.kill()
          reject(new Error(`${file} did not start`))
        }, startsInMs)
        child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
        child.once('error', reject)
        createInterface({ input: child.stdout }).once('line', (line) => {
          clearTimeout(timeout)
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

/** Runs the programs of a worker as children of its primary, so that they outlive the worker. */
export function programsOfPrimary(channel: IpcChannel): Programs {
  const pending = new Map<number, (reply: Reply) => void>()
  let asks = 0
  channel.onMessage((message) => {
    const reply = message as Reply
    pending.get(reply.answer)?.(reply)
    pending.delete(reply.answer)
  })
  return {
    shared: true,
    async run(file, given) {
      const ask = asks++
      const { promise, resolve } = Promise.withResolvers<Reply>()
      pending.set(ask, resolve)
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
    const program = running.get(file) ?? programs.run(file, given)
    running.set(file, program)
    program.catch(() => running.delete(file))
    return program
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
