import { isUnavailable } from './db-faults.ts'

/** Thrown when the program cannot start. The message names the problem and the remedy; the console shows it without a stack. */
export class StartError extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'StartError'
  }
}

/**
 * Runs the start of a program. On failure, prints the message of a start error, or the stack of any other error, and exits with code 1.
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
 * Runs an operator's command and exits with the code that it returns. If the database cannot be reached or stops, prints one sentence and
 * exits with code 2. A start error is shown as its message, any other error with its stack.
 */
export async function runCommand(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command()
  } catch (error) {
    if (isStartError(error)) {
      console.error(error.message)
      process.exit(1)
    }
    if (!isUnavailable(error)) throw error
    console.error(`The database cannot be reached or has stopped, so the command did not finish: ${reasonOf(error)}`)
    process.exit(2)
  }
}

/** The message of an error. Node's error has none if it tried several addresses of one host name. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

function isStartError(error: unknown): error is Error {
  if (error instanceof StartError) return true
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}
