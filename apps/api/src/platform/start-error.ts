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

function isStartError(error: unknown): error is Error {
  if (error instanceof StartError) return true
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
}
