import { isUnavailable } from './db-faults.ts'

/** Why the program cannot start, in one sentence: what is wrong and what to do. The console shows it without a stack. */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartError'
  }
}

/**
 * Runs the start of a program. On failure the program exits with code 1: after one sentence for a start error, after the stack for
 * anything else.
 */
export async function runOrExit<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    console.error(isStartError(error) ? error.message : error)
    process.exit(1)
  }
}

/**
 * Runs an operator's command once it has started, and exits with the code that it returns. Where the database cannot be reached or
 * stops, it exits with code 2 after one sentence; anything else that is thrown is shown with its stack.
 */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    console.error(`The database cannot be reached or has stopped, so the command did not finish: ${reasonOf(error)}`)
    process.exit(2)
  }
}

/** Node gives no message where several addresses of one name were tried. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

function isStartError(error: unknown): error is Error {
  if (error instanceof StartError) return true
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}
